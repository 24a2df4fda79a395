// SPDX-License-Identifier: MIT

// Package scripted is a provider whose replies come from a file: for missions
// and tests, where the same question must get the same answer.
//
// A script is YAML (a list of entries, or a mapping with `replies:`) or JSON
// lines, told apart by content. Each entry answers one request:
//
//   - match: get 3 diamonds       # substring of the prompt, case ignored; none: any prompt
//     task: plan                  # only requests of this task
//     reply: '{"commands":[...]}' # the content; a mapping or list is sent as JSON
//     reasoning: ...              # thoughts beside it
//     finish_reason: length       # stop if absent
//     tool_calls: [{name: find, arguments: {item: stick}}]
//     delay: 2s                   # before the first piece
//     times: 2                    # how often it answers; 0 for always, 1 if absent
//   - error: unreachable          # an llm failure by name, instead of a reply
//     retry_after: 5s
//
// The first entry in the file's order that fits and is not used up answers.
// When none is left the call fails with [ErrUsedUp] in its chain. A script is
// never changed after loading; the counts of use belong to the Provider.
//
// Usage:
//
//	s, err := scripted.Parse(file)
//	if err != nil { ... }
//	var p llm.Provider = scripted.New(s)
package scripted
