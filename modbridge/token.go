// SPDX-License-Identifier: MIT

package modbridge

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
)

// newToken returns a random resume token.
func newToken() string { return rand.Text() }

// hashToken is what is kept of a token; the empty token has no hash.
func hashToken(token string) string {
	if token == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// sameHash compares in constant time; an empty hash matches nothing.
func sameHash(a, b string) bool {
	return a != "" && subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1
}
