// SPDX-License-Identifier: MIT

package pipenet_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/internal/pipenet"
)

func TestARequestGoesThrough(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := pipenet.New()
		srv := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "hello") })}
		go func() { _ = srv.Serve(l) }()
		defer srv.Close()
		client := http.Client{Transport: &http.Transport{DialContext: l.Dial, DisableKeepAlives: true}}
		resp, err := client.Get("http://anywhere/")
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if text, err := io.ReadAll(resp.Body); err != nil || string(text) != "hello" {
			t.Fatalf("%q, %v", text, err)
		}
	})
}

func TestNobodyAccepts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := pipenet.New()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := l.Dial(ctx, "", ""); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("dialled: %v", err)
		}
		if err := errors.Join(l.Close(), l.Close()); err != nil {
			t.Error(err)
		}
		if _, err := l.Dial(t.Context(), "", ""); !errors.Is(err, net.ErrClosed) {
			t.Errorf("dialled when closed: %v", err)
		}
		if _, err := l.Accept(); !errors.Is(err, net.ErrClosed) {
			t.Errorf("accepted when closed: %v", err)
		}
	})
}
