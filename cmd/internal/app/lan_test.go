// SPDX-License-Identifier: MIT

package app

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/modbridge/wire"
)

// another is an address of this computer that stands for the network: it is not
// the one that the loopback listener has.
const another = "127.0.0.2"

func onLAN(t *testing.T, dir string, cfg LANConfig) *Server {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has more than one address for itself")
	}
	p, err := NewPlanner(settings.Config{}, "", noEnv)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Addresses = []string{another}
	return serving(t, p, ServerConfig{DataDir: dir, LAN: &cfg})
}

// trusting is a client that trusts the certificate in the data folder and no other.
func trusting(t *testing.T, dir string) *tls.Config {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, lanCertFile))
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		t.Fatal("no certificate is kept")
	}
	return &tls.Config{RootCAs: pool}
}

// The network has TLS with a certificate that fits the address and the printed
// fingerprint; hosts, origins and tokens are as strict there as on loopback.
func TestTheNetworkIsServedOverTLS(t *testing.T) {
	dir := t.TempDir()
	s := onLAN(t, dir, LANConfig{})
	secure := trusting(t, dir)
	at := net.JoinHostPort(another, strconv.Itoa(s.Port))
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: secure, DisableKeepAlives: true}}
	ask := func(path, host, origin, token string) (int, string) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://"+at+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if host != "" {
			req.Host = host
		}
		if origin != "" {
			req.Header.Set("Origin", origin)
		}
		if token != "" {
			req.Header.Set("Authorization", "Bearer "+token)
		}
		resp, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		if got := fingerprint(resp.TLS.PeerCertificates[0].Raw); got != s.LAN.Fingerprint || len(got) != 95 {
			t.Errorf("fingerprint %s, told %s", got, s.LAN.Fingerprint)
		}
		return resp.StatusCode, string(body)
	}
	for _, c := range []struct {
		path, host, origin, token string
		want                      int
	}{
		{"/healthz", "", "", "", 200},
		{"/", "", "", "", 200},
		{"/", "", "https://" + at, "", 200},
		{"/metrics", "", "", "", 401},
		{"/metrics", "", "", s.LAN.BodyToken, 401},
		{"/metrics", "", "", s.Token, 200},
		{"/api/v1/ws", "", "", "", 401},
		{"/api/v1/ws", "", "", "wrong", 401},
		{"/mcp", "", "", "wrong", 401},
		{"/healthz", "evil.example:" + strconv.Itoa(s.Port), "", "", 421},
		{"/healthz", "localhost:" + strconv.Itoa(s.Port), "", "", 421},
		{"/healthz", another, "", "", 421},
		{"/healthz", "", "https://evil.example", "", 403},
		{"/healthz", "", "http://" + at, "", 403},
		{"/healthz", "", "http://localhost:" + strconv.Itoa(s.Port), "", 403},
	} {
		if status, body := ask(c.path, c.host, c.origin, c.token); status != c.want {
			t.Errorf("%+v: %d %s", c, status, body)
		}
	}
	// Loopback is as before: no TLS, and not by the network's names.
	base := "http://127.0.0.1:" + strconv.Itoa(s.Port)
	if status, body := get(t, base+"/healthz", ""); status != 200 || body != healthAnswer {
		t.Errorf("loopback: %d %s", status, body)
	}
	if _, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Get("https://" + at + "/healthz"); err == nil {
		t.Error("a certificate that nobody vouches for was trusted")
	}
	if status, _ := get(t, "http://"+at+"/healthz", ""); status != http.StatusBadRequest {
		t.Errorf("without TLS: %d", status)
	}
}

// A body of another computer needs the body token; one of this computer does not.
func TestBodiesOfOtherComputersNeedTheToken(t *testing.T) {
	dir := t.TempDir()
	s := onLAN(t, dir, LANConfig{})
	at := net.JoinHostPort(another, strconv.Itoa(s.Port))
	register := func(url, id, token string) (registered bool, code int) {
		dialer := websocket.Dialer{TLSClientConfig: trusting(t, dir)}
		ws, _, err := dialer.DialContext(t.Context(), url, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer ws.Close()
		frame := `{"type":"register","protocol":2,"instanceId":"` + id + `","version":"1.21.5","token":"` + token + `"}`
		if err := ws.WriteMessage(websocket.TextMessage, []byte(frame)); err != nil {
			t.Fatal(err)
		}
		_, text, err := ws.ReadMessage()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), `"success":true`) {
			return true, 0
		}
		if !strings.Contains(string(text), "body-token") {
			t.Errorf("refused with %s", text)
		}
		var closed *websocket.CloseError
		if _, _, err = ws.ReadMessage(); !errors.As(err, &closed) {
			t.Fatal(err)
		}
		return false, closed.Code
	}
	for i, c := range []struct {
		url, token string
		in         bool
	}{
		{"wss://" + at + "/", s.LAN.BodyToken, true}, {"wss://" + at + "/", "", false}, {"wss://" + at + "/", s.Token, false}, {s.URL(), "", true},
	} {
		if in, code := register(c.url, "b"+strconv.Itoa(i), c.token); in != c.in || !in && code != wire.CloseBadToken {
			t.Errorf("%+v: registered %v, closed with %d", c, in, code)
		}
	}
}

// The certificate stays while it holds, and is made anew when it would not.
func TestTheMadeCertificate(t *testing.T) {
	dir := t.TempDir()
	first := onLAN(t, dir, LANConfig{})
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	again := onLAN(t, dir, LANConfig{})
	if again.LAN.Fingerprint != first.LAN.Fingerprint || again.LAN.BodyToken != first.LAN.BodyToken || !again.LAN.Made {
		t.Error("a certificate that holds was made anew")
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{lanKeyFile, lanCertFile, BodyTokenFile} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	text, err := tls.LoadX509KeyPair(filepath.Join(dir, lanCertFile), filepath.Join(dir, lanKeyFile))
	if err != nil {
		t.Fatal(err)
	}
	ips, now := []net.IP{net.ParseIP(another)}, time.Now()
	for name, c := range map[string]struct {
		ips   []net.IP
		names []string
		at    time.Time
		want  bool
	}{
		"now": {ips, nil, now, true}, "another address": {append(ips, net.ParseIP("192.0.2.1")), nil, now, false},
		"another name": {ips, []string{"elsewhere.example"}, now, false}, "later": {ips, nil, now.Add(madeFor), false}, "before": {ips, nil, now.Add(-24 * time.Hour), false},
	} {
		if got := holds(text.Leaf, c.ips, c.names, c.at); got != c.want {
			t.Errorf("%s: holds %v", name, got)
		}
	}

	// An owner's own, from files.
	own := t.TempDir()
	mine := onLAN(t, own, LANConfig{Cert: filepath.Join(dir, lanCertFile), Key: filepath.Join(dir, lanKeyFile)})
	if mine.LAN.Made || mine.LAN.Fingerprint != first.LAN.Fingerprint {
		t.Errorf("the owner's certificate was not used: %+v", mine.LAN)
	}
	for want, cfg := range map[string]LANConfig{
		"needs both files":               {Cert: "a.pem"},
		"the certificate cannot be used": {Cert: "a.pem", Key: "b.pem"},
		"no address of this computer":    {Addresses: []string{"everywhere"}},
		"is this computer alone":         {Addresses: []string{"127.0.0.1"}},
		"cannot be listened to":          {Addresses: []string{"192.0.2.1"}},
	} {
		if len(cfg.Addresses) == 0 {
			cfg.Addresses = []string{another}
		}
		p, err := NewPlanner(settings.Config{}, "", noEnv)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := StartServer(t.Context(), ServerConfig{Planner: p, DataDir: t.TempDir(), LAN: &cfg}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v", cfg, err)
			if err == nil {
				_ = s.Close()
			}
		}
		_ = p.Close()
	}
}
