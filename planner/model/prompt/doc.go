// SPDX-License-Identifier: MIT

// Package prompt writes what a model is asked when it is to plan, and the schema
// of its answer.
//
// Everything in it comes from the body at hand: the actions that it has, its
// state, the version's rules that matter for the goal. A prompt has a budget in
// tokens; history and state are shortened to fit it, then the facts; the
// instructions never are.
//
// Invariants: the same question gives the same text; the example is about
// another goal than the one asked, so that repeating it is no plan.
//
// Usage:
//
//	p := prompt.Ask{Mode: game.Hybrid, Goal: "get 3 diamonds", Kinds: kinds, ...}.Write(3000)
//	request := llm.Request{System: p.System, Prompt: p.User, Schema: prompt.Schema(mode, kinds, body)}
package prompt

//go:generate go test . -update
