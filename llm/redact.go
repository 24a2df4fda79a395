// SPDX-License-Identifier: MIT

package llm

import (
	"strings"
	"unicode"

	"github.com/minehand/minehand/internal/pattern"
)

// secretForms are what keys and tokens look like: those of the usual services,
// a Bearer token, a private key, and a value that follows a telling name.
var secretForms = pattern.Of(`(?i)` +
	`\b(?:sk|pk|gsk|xai|hf|ghp|gho|ghu|ghs|glpat|xox[abeoprs]|github_pat|AIza|AKIA|ASIA)[-_]?[A-Za-z0-9_-]{16,}|` +
	`\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*|` +
	`-----BEGIN [A-Z ]*PRIVATE KEY-----(?s:.*?)(?:-----END [A-Z ]*PRIVATE KEY-----|$)|` +
	`\b(bearer\s+)[A-Za-z0-9._~+/=-]{8,}|` +
	`\b([a-z0-9_-]*(?:api[_-]?key|access[_-]?key(?:[_-]?id)?|access[_-]?token|auth[_-]?token|secret|password|passwd|passphrase|pwd))` +
	`(["']?\s*(?:[:=]|\bis\b)\s*["']?)[^\s"',;&]{4,}`)

// redacted stands for what was taken out.
const redacted = "[secret]"

// Redact takes out of a text what looks like a key, token or password, and the secrets that are given. It is for
// logs and records; secrets of under 6 bytes are not looked for, since they would be found everywhere.
func Redact(text string, secrets ...string) string {
	for _, s := range secrets {
		if len(s) >= 6 {
			text = strings.ReplaceAll(text, s, redacted)
		}
	}
	return secretForms().ReplaceAllString(text, "${1}${2}${3}"+redacted)
}

// OneLine is a text as one line: valid, without blanks of other kinds and what moves a
// cursor or turns the direction of writing. What joins letters and pictures may stay.
func OneLine(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, ""), func(r rune) bool {
		const nonJoiner, joiner = '\u200c', '\u200d'
		return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != nonJoiner && r != joiner
	}), " ")
}
