// SPDX-License-Identifier: MIT

package conformance

import (
	"context"
	"slices"

	"github.com/minehand/minehand/game"
)

// The protocols that a case is for.
const (
	both = iota
	onlyV1
	onlyV2
)

// testCase is one thing that is asked of a body.
type testCase struct {
	// id is the rule or the row of the action table, then the case: rule-02/...,
	// action/mine/...
	id string
	// about is what is asked, in a sentence without its full stop.
	about string
	on    int
	// kind is an action that the body needs to have; empty for none.
	kind game.Kind
	// timed cases measure a second by the clock. What comes too late is tried
	// again: a machine that is busy holds a body up once, a slow body is slow
	// every time.
	timed bool
	// careful cases run only when they are named by their whole id.
	careful bool
	// run returns the sentence of a pass; an error is a fail, a *skipped a skip.
	run func(ctx context.Context, b *bench) (string, error)
}

// allCases lists the cases in the order in which they run: what only listens,
// what is said wrong, actions, stopping, broken lines, and last the audits of
// everything that was heard.
func allCases() []testCase {
	return slices.Concat(
		sessionCases(), frameCases(), moveCases(), gatherCases(), makeCases(), itemCases(), worldCases(),
		defendCases(), mealCases(), refusalCases(), flowCases(), toldCases(), lineCases(), auditCases(),
	)
}

// Case is one line of the list of cases.
type Case struct {
	ID, About string
	// Protocols is "v1", "v2" or "v1 v2".
	Protocols string
}

// Cases lists every case in the order in which they run.
func Cases() []Case {
	words := map[int]string{both: "v1 v2", onlyV1: "v1", onlyV2: "v2"}
	var list []Case
	for _, c := range allCases() {
		list = append(list, Case{ID: c.id, About: c.about, Protocols: words[c.on]})
	}
	return list
}
