// SPDX-License-Identifier: MIT

package view

import "time"

// Pairing lets one more device in: addresses of the page whose token works once.
type Pairing struct {
	// URLs are the page's addresses in the network, with the token.
	URLs []string `json:"urls"`
	// Expires is when the token stops working unused.
	Expires time.Time `json:"expires"`
	// Fingerprint is the SHA-256 of the certificate, to be compared with what the device
	// shows; empty of a certificate that is not Minehand's own.
	Fingerprint string `json:"fingerprint,omitempty"`
}
