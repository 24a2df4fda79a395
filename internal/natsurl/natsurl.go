// SPDX-License-Identifier: MIT

// Package natsurl checks the addresses of NATS servers that a person gave, in every
// program; the client is in minehand-fleet alone.
//
//	err := natsurl.Safe("tls://me:secret@play.example", "", "--credentials")
package natsurl

import (
	"cmp"
	"fmt"
	"net"
	"net/url"
	"os"
	"slices"
	"strings"
)

// Safe says in a sentence why a cluster must not be used, by its addresses or by the file
// of credentials, which is named by setting.
func Safe(urls, credentials, setting string) error {
	return cmp.Or(Addresses(urls, credentials, setting), Credentials(credentials, setting))
}

// Addresses says in a sentence why the addresses of a cluster must not be used: one beyond
// this computer is spoken to over TLS and with credentials alone.
func Addresses(urls, credentials, setting string) error {
	for _, text := range strings.Split(urls, ",") {
		u, err := url.Parse(strings.TrimSpace(text))
		if err != nil || u.Host == "" || !slices.Contains(schemes, u.Scheme) {
			return fmt.Errorf("%s is no address of a NATS server; use one such as nats://127.0.0.1:4222, or tls:// beyond this computer",
				Printable(text))
		}
		if host := u.Hostname(); host == "localhost" || net.ParseIP(host).IsLoopback() {
			continue
		}
		if u.Scheme != "tls" && u.Scheme != "wss" {
			return fmt.Errorf("%s is not on this computer: use tls:// for it", Printable(text))
		}
		if u.User == nil && credentials == "" {
			return fmt.Errorf("%s is not on this computer: name a user in the address, or a file with %s", Printable(text), setting)
		}
	}
	return nil
}

// schemes are those that the client of NATS takes; the last two are its WebSockets.
var schemes = []string{"nats", "tls", "ws", "wss"}

// Credentials says in a sentence why a file of credentials, if any, cannot be used.
func Credentials(credentials, setting string) error {
	if credentials == "" {
		return nil
	}
	if _, err := os.ReadFile(credentials); err != nil {
		return fmt.Errorf("the file of NATS credentials %s cannot be read (%w): name one that can with %s", credentials, err, setting)
	}
	return nil
}

// Printable are addresses without what is secret in them.
func Printable(urls string) string {
	list := strings.Split(urls, ",")
	for i, text := range list {
		if u, err := url.Parse(strings.TrimSpace(text)); err == nil {
			u.User = nil
			list[i] = u.String()
		} else {
			list[i] = "the address"
		}
	}
	return strings.Join(list, ",")
}
