// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/minehand/minehand/modbridge/wire"
	"github.com/minehand/minehand/ui/api"
)

// LANConfig opens the port to the network that this computer is in: over TLS, for
// clients with the control token and bodies with the body token.
type LANConfig struct {
	// Addresses of this computer to listen on; empty for every one that it has
	// beyond loopback.
	Addresses []string
	// Cert and Key are PEM files of the owner's; both empty for a certificate that is
	// made and kept in the data folder.
	Cert, Key string
}

// BodyTokenFile is the name of the file in the data folder that has what bodies of
// other computers show.
const BodyTokenFile = "body-token"

// The files of the self-made certificate in the data folder.
const (
	lanCertFile = "lan.crt"
	lanKeyFile  = "lan.key"
)

// madeFor is how long a self-made certificate holds; it is made anew when less
// than renewBefore of that is left.
const (
	madeFor     = 2 * 365 * 24 * time.Hour
	renewBefore = 30 * 24 * time.Hour
)

// LAN is the port as the network sees it.
type LAN struct {
	// Hosts are its names with the port, those of its addresses first.
	Hosts []string
	// Fingerprint is the SHA-256 of the certificate, as browsers show it, and Made
	// that Minehand made it itself.
	Fingerprint string
	Made        bool
	// BodyToken is what bodies show when they register.
	BodyToken string

	listeners []net.Listener
	tls       *tls.Config
}

// openLAN listens on the network with the port that loopback has.
func openLAN(ctx context.Context, cfg LANConfig, dir string, port int) (_ *LAN, err error) {
	l := &LAN{}
	defer func() {
		if err != nil {
			closeAll(l.listeners)
		}
	}()
	addresses, err := lanAddresses(cfg.Addresses)
	if err != nil {
		return nil, err
	}
	for _, ip := range addresses {
		at := net.JoinHostPort(ip.String(), strconv.Itoa(port))
		listener, lerr := (&net.ListenConfig{}).Listen(ctx, "tcp", at)
		if lerr != nil {
			return nil, inputError(
				"the network cannot be listened to on %s: choose another port with --port, or name the address with --lan=ADDRESS: %w", at,
				lerr,
			)
		}
		l.listeners, l.Hosts = append(l.listeners, listener), append(l.Hosts, at)
	}
	var names []string
	if name, herr := os.Hostname(); herr == nil && name != "" {
		name = strings.ToLower(name)
		if names = append(names, name); !strings.Contains(name, ".") {
			names = append(names, name+".local")
		}
	}
	for _, name := range names {
		l.Hosts = append(l.Hosts, net.JoinHostPort(name, strconv.Itoa(port)))
	}
	if l.BodyToken, err = api.Token(filepath.Join(dir, BodyTokenFile)); err != nil {
		return nil, err
	}
	certificate, err := l.certificate(cfg, dir, addresses, names)
	if err != nil {
		return nil, err
	}
	l.Fingerprint = fingerprint(certificate.Certificate[0])
	l.tls = &tls.Config{
		Certificates: []tls.Certificate{certificate},
		MinVersion:   tls.VersionTLS12,
		NextProtos:   []string{"http/1.1"},
	} // WebSocket has no upgrade in HTTP/2
	return l, nil
}

// lanAddresses are the addresses to listen on.
func lanAddresses(named []string) ([]net.IP, error) {
	var list []net.IP
	for _, text := range named {
		ip := net.ParseIP(text)
		if ip == nil || ip.IsUnspecified() {
			return nil, inputError("--lan=%s is no address of this computer; write one such as 192.168.1.5, or --lan alone for all of them", text)
		}
		if ip.Equal(net.IPv4(127, 0, 0, 1)) || ip.Equal(net.IPv6loopback) { // Listen has them
			return nil, inputError(
				"--lan=%s is this computer alone, which is served without --lan; write an address that others reach, such as "+
					"192.168.1.5, or --lan alone",
				text,
			)
		}
		list = append(list, ip)
	}
	if len(list) > 0 {
		return list, nil
	}
	all, err := net.InterfaceAddrs()
	if err != nil {
		return nil, fmt.Errorf("the system does not tell this computer's addresses: %w", err)
	}
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() {
			list = append(list, n.IP)
		}
	}
	if len(list) == 0 {
		return nil, inputError("this computer is in no network: connect it, or leave out --lan")
	}
	return list, nil
}

// certificate is the owner's, or the self-made one of the data folder, which is
// made when it is missing, over, or for other addresses.
func (l *LAN) certificate(cfg LANConfig, dir string, ips []net.IP, names []string) (tls.Certificate, error) {
	if (cfg.Cert == "") != (cfg.Key == "") {
		return tls.Certificate{}, inputError("a certificate of your own needs both files: --cert and --key")
	}
	if cfg.Cert != "" {
		c, err := tls.LoadX509KeyPair(cfg.Cert, cfg.Key)
		if err != nil {
			return c, inputError("the certificate cannot be used: name PEM files that belong together with --cert and --key: %w", err)
		}
		for _, name := range c.Leaf.DNSNames { // who has a name for it may use that
			_, port, _ := net.SplitHostPort(l.Hosts[0])
			l.Hosts = append(l.Hosts, net.JoinHostPort(strings.ToLower(name), port))
		}
		return c, nil
	}
	l.Made = true
	certFile, keyFile := filepath.Join(dir, lanCertFile), filepath.Join(dir, lanKeyFile)
	c, err := tls.LoadX509KeyPair(certFile, keyFile)
	switch {
	case err == nil && holds(c.Leaf, ips, names, time.Now()):
		return c, nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return c, inputError(
			"the certificate in the data folder cannot be used: delete %s and %s, and a new one is made: %w", certFile, keyFile, err,
		)
	}
	return makeCertificate(certFile, keyFile, ips, names)
}

// holds: the certificate is for all of these and stays valid for a while.
func holds(leaf *x509.Certificate, ips []net.IP, names []string, now time.Time) bool {
	for _, ip := range ips {
		if leaf.VerifyHostname(ip.String()) != nil {
			return false
		}
	}
	for _, name := range names {
		if leaf.VerifyHostname(name) != nil {
			return false
		}
	}
	return now.After(leaf.NotBefore) && now.Add(renewBefore).Before(leaf.NotAfter)
}

func makeCertificate(certFile, keyFile string, ips []net.IP, names []string) (tls.Certificate, error) {
	fault := func(err error) (tls.Certificate, error) {
		return tls.Certificate{}, fmt.Errorf("no certificate can be made: %w", err)
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return fault(err)
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		return fault(err)
	}
	now := time.Now()
	template := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: "Minehand on this computer"},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(madeFor), IPAddresses: ips, DNSNames: names,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return fault(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return fault(err)
	}
	for _, f := range []struct {
		name, kind string
		der        []byte
	}{{keyFile, "PRIVATE KEY", secret}, {certFile, "CERTIFICATE", der}} {
		_ = os.Remove(f.name) // an open one would stay open
		if err := os.WriteFile(f.name, pem.EncodeToMemory(&pem.Block{Type: f.kind, Bytes: f.der}), 0o600); err != nil {
			return fault(err)
		}
	}
	return tls.LoadX509KeyPair(certFile, keyFile)
}

// fingerprint is how browsers show a certificate's SHA-256.
func fingerprint(der []byte) string {
	sum := sha256.Sum256(der)
	pairs := make([]string, len(sum))
	for i, b := range sum {
		pairs[i] = fmt.Sprintf("%02X", b)
	}
	return strings.Join(pairs, ":")
}

// authorize lets bodies of other computers register only with the body token.
func (l *LAN) authorize(r *http.Request, reg *wire.Register) error {
	if r.TLS == nil || api.SameToken(reg.Token, l.BodyToken) {
		return nil
	}
	return errors.New(
		"bodies of other computers are taken with Minehand's body token only: put the content of the file " + BodyTokenFile +
			" of its data folder into the mod's settings (token in register)",
	)
}

// names are the hosts and the origins of the requests that come this way: TLS is
// the network, everything else is loopback.
func (b *Backend) names(r *http.Request) (hosts, origins []string) {
	scheme := "http://"
	if hosts = loopbackHosts(b.Port); r.TLS != nil && b.LAN != nil {
		scheme, hosts = "https://", b.LAN.Hosts
	}
	origins = withScheme(scheme, hosts)
	if b.node != nil && api.IsGuest(r) { // another node's page: its pass is what lets it in
		origins = append(origins, strings.ToLower(r.Header.Get("Origin")))
	}
	return hosts, origins
}

func withScheme(scheme string, hosts []string) []string {
	list := slices.Clone(hosts)
	for i := range list {
		list[i] = scheme + list[i]
	}
	return list
}
