// SPDX-License-Identifier: MIT

package api

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"sync"
	"time"
)

const (
	// pairingTime is how long a token that works once waits for its device.
	pairingTime = 5 * time.Minute
	// maxPairings and maxDevices bound what is remembered.
	maxPairings, maxDevices = 16, 64
)

// ErrManyDevices: no further device is let in before Minehand is started anew.
var ErrManyDevices = errors.New("too many devices were let in since Minehand was started; start it anew to let in others")

// Devices are the devices beside this computer that may use the page. Each comes with a
// token that works once and gets one of its own, which holds until the process ends: a
// picture of the first is worth nothing afterwards. The zero value is ready to use.
type Devices struct {
	mu sync.Mutex
	// pairings are when tokens that work once expire, devices those that were let in; both
	// by the sum of their token.
	pairings map[[sha256.Size]byte]time.Time
	devices  map[[sha256.Size]byte]bool
}

// Pair makes a token that works once, and says until when.
func (d *Devices) Pair() (token string, expires time.Time, err error) {
	now := time.Now()
	d.mu.Lock()
	defer d.mu.Unlock()
	for sum, at := range d.pairings {
		if now.After(at) {
			delete(d.pairings, sum)
		}
	}
	if len(d.pairings) >= maxPairings || len(d.devices) >= maxDevices {
		return "", time.Time{}, ErrManyDevices
	}
	if d.pairings == nil {
		d.pairings = map[[sha256.Size]byte]time.Time{}
	}
	token, expires = newToken(), now.Add(pairingTime)
	d.pairings[sha256.Sum256([]byte(token))] = expires
	return token, expires, nil
}

// admit reports whether a token lets a device in, and what it shows from then on where
// the token worked this once.
func (d *Devices) admit(token string) (own string, ok bool) {
	if d == nil {
		return "", false
	}
	sum := sha256.Sum256([]byte(token))
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.devices[sum] {
		return "", true
	}
	expires, once := d.pairings[sum]
	delete(d.pairings, sum)
	if !once || time.Now().After(expires) {
		return "", false
	}
	if d.devices == nil {
		d.devices = map[[sha256.Size]byte]bool{}
	}
	own = newToken()
	d.devices[sha256.Sum256([]byte(own))] = true
	return own, true
}

// newToken is random, as strong as a control token.
func newToken() string {
	raw := make([]byte, tokenBytes)
	_, _ = rand.Read(raw) // it never fails
	return hex.EncodeToString(raw)
}
