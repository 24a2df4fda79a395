// SPDX-License-Identifier: MIT

package llm

// Scope bounds what a provider may be asked for.
type Scope string

// The scopes. The zero value is unrestricted.
const (
	ScopeUnrestricted   Scope = "unrestricted"
	ScopeImprovement    Scope = "prompt_improvement"
	ScopeCategorization Scope = "categorization"
)

// Known tells whether the scope is one of those above.
func (s Scope) Known() bool {
	return s == "" || s == ScopeUnrestricted || s == ScopeImprovement || s == ScopeCategorization
}

// Allows tells whether the task is within the scope; nothing is within an unknown one.
func (s Scope) Allows(t Task) bool {
	return s == "" || s == ScopeUnrestricted || s == ScopeImprovement && t == TaskChat || s == ScopeCategorization && t == TaskCategorize
}
