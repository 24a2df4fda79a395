// SPDX-License-Identifier: MIT

// Package router chooses who answers: by priority, by the tasks and scope of
// each provider, by what is available, what was agreed to and what may still be
// spent. Nobody asks a provider but through it, so that every call is audited.
//
// Invariants:
//   - A provider that was named is asked and no other. Without a name the next
//     one is asked when one fails, and the response or the error says why each
//     of those before it did not answer.
//   - Only failures that are declared retryable are tried again.
//   - A model on another computer that nobody agreed to is not asked unless it
//     was named. A spent budget for other computers never keeps a local model
//     from answering.
//   - No more calls run at once than a provider has slots; the others wait in
//     the order they came, and leave when their context ends.
//   - Replace never ends a running call.
//
// Usage:
//
//	r := router.New(entries, router.Config{Audit: &ring})
//	defer r.Close()
//	p, err := r.Provider("") // or a name
//	resp, err := p.Generate(ctx, req)
package router
