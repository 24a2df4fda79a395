// SPDX-License-Identifier: MIT

package api

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"strings"
)

// tokenBytes is the strength of a control token.
const tokenBytes = 32

// Token reads the control token from the file, which it makes with mode 0600 at
// the first start.
func Token(path string) (string, error) {
	data, err := os.ReadFile(path)
	if err == nil {
		token := strings.TrimSpace(string(data))
		if len(token) < tokenBytes {
			return "", fmt.Errorf("the control token in %s is too short to be safe: delete the file, and a new one is made", path)
		}
		return token, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("the control token cannot be read: %w", err)
	}
	token := newToken()
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", fmt.Errorf("the control token cannot be kept: %w", err)
	}
	_, werr := f.WriteString(token + "\n")
	if err := errors.Join(werr, f.Close()); err != nil {
		return "", fmt.Errorf("the control token cannot be kept: %w", errors.Join(err, os.Remove(path)))
	}
	return token, nil
}

// SameToken compares tokens in constant time, whatever their lengths.
func SameToken(given, token string) bool { return same(given, token) }

// same compares tokens in constant time, whatever their lengths.
func same(given, token string) bool {
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(token))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

// RequireToken lets through only requests that show the control token in their
// Authorization header; others get 401.
func RequireToken(token string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if given, ok := bearer(r); !ok || !same(given, token) {
			unauthorized(w)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func unauthorized(w http.ResponseWriter) {
	w.Header().Set("WWW-Authenticate", `Bearer realm="minehand"`)
	http.Error(w,
		"Minehand needs its control token: send \"Authorization: Bearer TOKEN\" with the content of the file control-token in its data folder.",
		http.StatusUnauthorized)
}

// bearer is the token of an Authorization header, and whether there is one.
func bearer(r *http.Request) (string, bool) {
	h := r.Header.Get("Authorization")
	if h == "" {
		return "", false
	}
	scheme, token, _ := strings.Cut(h, " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return "", true
	}
	return strings.TrimSpace(token), true
}
