// SPDX-License-Identifier: MIT

package natsurl

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSafe(t *testing.T) {
	creds := filepath.Join(t.TempDir(), "me.creds")
	if err := Safe("nats://127.0.0.1:4222", creds, "cluster.credentials"); err == nil || !strings.Contains(err.Error(), creds) ||
		!strings.Contains(err.Error(), "with cluster.credentials") {
		t.Errorf("a missing file is told as %v", err)
	}
	if err := os.WriteFile(creds, []byte("any"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		url         string
		credentials bool
		fault       string
	}{
		{"nats://127.0.0.1:4222", false, ""},
		{"nats://localhost:4222,nats://[::1]:4223", false, ""},
		{"tls://me:secret@play.example:4222", false, ""},
		{"tls://play.example:4222", true, ""},
		{"nats://play.example:4222", true, "use tls://"},
		{"nats://127.0.0.1:4222,tls://play.example:4222", false, "a file with cluster.credentials"},
		{"ws://127.0.0.1:8222", false, ""},
		{"wss://me:secret@play.example", false, ""},
		{"ws://me:secret@play.example", false, "use tls://"},
		{"http://127.0.0.1:4222", false, "http://127.0.0.1:4222 is no address of a NATS server; use one such as nats://"},
		{"127.0.0.1:4222", false, "no address"},
		{"localhost:4222", false, "localhost:4222 is no address"},
		{"somewhere", false, "no address"},
		{"", false, "no address"},
	} {
		file := ""
		if c.credentials {
			file = creds
		}
		err := Safe(c.url, file, "cluster.credentials")
		if (err == nil) != (c.fault == "") || err != nil && !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%s: %v; want %q", c.url, err, c.fault)
		}
	}
	if text := Printable("tls://me:secret@play.example:4222"); strings.Contains(text, "secret") {
		t.Errorf("%s shows the password", text)
	}
}
