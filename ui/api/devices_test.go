// SPDX-License-Identifier: MIT

package api

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestADeviceIsLetInByATokenThatWorksOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var d Devices
		token, expires, err := d.Pair()
		if err != nil || time.Until(expires) != pairingTime {
			t.Fatalf("%v, %v", expires, err)
		}
		own, ok := d.admit(token)
		if !ok || own == "" || own == token {
			t.Fatalf("it got %q, %v", own, ok)
		}
		if again, ok := d.admit(token); ok {
			t.Errorf("it worked twice, for %q", again)
		}
		for range 3 {
			if more, ok := d.admit(own); !ok || more != "" {
				t.Errorf("the device's own: %q, %v", more, ok)
			}
		}
		late, _, err := d.Pair()
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(pairingTime + time.Second)
		if _, ok := d.admit(late); ok {
			t.Error("it worked after its time")
		}
		for _, no := range []string{"", "x", late} {
			if _, ok := d.admit(no); ok {
				t.Errorf("%q let a device in", no)
			}
		}
		for range maxPairings {
			if _, _, err := d.Pair(); err != nil {
				t.Fatal(err)
			}
		}
		if _, _, err := d.Pair(); !errors.Is(err, ErrManyDevices) {
			t.Errorf("one more: %v", err)
		}
		time.Sleep(pairingTime + time.Second)
		if _, _, err := d.Pair(); err != nil {
			t.Errorf("after they expired: %v", err)
		}
	})
	if _, ok := (*Devices)(nil).admit("x"); ok {
		t.Error("a server without devices let one in")
	}
}
