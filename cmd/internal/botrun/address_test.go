// SPDX-License-Identifier: MIT

package botrun

import "testing"

func TestOutside(t *testing.T) {
	for address, want := range map[string]bool{
		"localhost:25565": false, "127.0.0.1": false, "[::1]:25565": false, "192.168.0.7:1": false, "10.1.2.3": false, "pc": false, "pc.local:7": false, "[fe80::1]:25565": false,
		"mc.example.org": true, "mc.example.org:25565": true, "8.8.8.8": true, "[2001:db8::1]:25565": true, "a b": true,
	} {
		if got := Outside(address); got != want {
			t.Errorf("%s is outside: %v", address, got)
		}
	}
}

func TestServersThatCanBe(t *testing.T) {
	for _, text := range []string{"here", "localhost:25565", "mc.example.org:1", "192.168.0.7", "[::1]:25565", "[2001:db8::1]"} {
		if err := CheckServer(text); err != nil {
			t.Error(err)
		}
	}
}
