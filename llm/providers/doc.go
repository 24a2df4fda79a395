// SPDX-License-Identifier: MIT

// Package providers is the factory map: every type of provider is a row of
// [Types] with its typed settings, its constructor, what it can do and how its
// failures are told. It also knows the two forms that a config may list
// providers in.
//
// Invariants:
//   - Opening a provider runs nothing and connects to nothing.
//   - A fault in an entry is a [*Fault] that names the setting as the file has
//     it.
//   - Adding a type is one row; the package's tests name whatever it lacks:
//     its page in docs/PROVIDERS.md, its harness in the shared suite, its
//     phrases.
//
// Usage:
//
//	entry := providers.Entry{Name: "claude", Type: "text", Config: &providers.Text{...}}
//	if err := entry.Check(); err != nil { ... }
//	p, err := entry.Open(providers.Env{Getenv: os.Getenv})
package providers
