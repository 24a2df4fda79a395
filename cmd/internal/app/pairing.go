// SPDX-License-Identifier: MIT

package app

import (
	"fmt"

	"github.com/minehand/minehand/ui/view"
)

// pairing makes what lets one more device of the network in; nil where the network is
// not served.
func (b *Backend) pairing() func() (view.Pairing, error) {
	if b.LAN == nil {
		return nil
	}
	return func() (view.Pairing, error) {
		token, expires, err := b.devices.Pair()
		if err != nil {
			return view.Pairing{}, view.Refuse(view.CodeUnavailable, "%v", err)
		}
		p := view.Pairing{Expires: expires}
		for _, host := range b.LAN.Hosts {
			p.URLs = append(p.URLs, fmt.Sprintf("https://%s/#token=%s", host, token))
		}
		if b.LAN.Made {
			p.Fingerprint = b.LAN.Fingerprint
		}
		return p, nil
	}
}
