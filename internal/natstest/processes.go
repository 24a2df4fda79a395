// SPDX-License-Identifier: MIT

package natstest

import (
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/minehand/minehand/internal/freeport"
)

// asServer is the variable of the environment that makes a test's program a server.
const asServer = "MINEHAND_NATS_SERVER"

// options are those of a server that is a process.
type options struct {
	Name   string
	Port   int
	Routes int   // the port of its own routes, 0 outside a cluster
	To     []int // those of the others
	Dir    string
}

// Main makes a test's program a server where Process or Cluster has started it so. Call
// it first in TestMain.
func Main() {
	text := os.Getenv(asServer)
	if text == "" {
		return
	}
	var o options
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		panic(err)
	}
	opts := &server.Options{
		ServerName: o.Name, Host: "127.0.0.1", Port: o.Port, JetStream: true, StoreDir: o.Dir, SyncAlways: true, NoSigs: true, NoLog: true,
	}
	if o.Routes != 0 {
		opts.Cluster = server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: o.Routes, NoAdvertise: true} // clients stay behind their proxies
		for _, port := range o.To {
			opts.Routes = append(opts.Routes, &url.URL{Scheme: "nats", Host: fmt.Sprintf("127.0.0.1:%d", port)})
		}
	}
	s, err := server.NewServer(opts)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	s.Start()
	s.WaitForShutdown()
	os.Exit(0)
}

// Process is a server that is a process of its own, to be killed.
type Process struct {
	URL string

	t       testing.TB
	options options
	cmd     *exec.Cmd
}

// Cluster starts n servers as processes, which know each other; with 1 it is one server
// alone. They end with the test.
func Cluster(t testing.TB, n int) []*Process {
	t.Helper()
	var ports []int
	for range 2 * n {
		ports = append(ports, freeport.Of(t))
	}
	var list []*Process
	for i := range n {
		o := options{Name: fmt.Sprintf("s%d", i), Port: ports[i], Dir: t.TempDir()}
		if n > 1 {
			o.Routes = ports[n+i]
			for k := range n {
				if k != i {
					o.To = append(o.To, ports[n+k])
				}
			}
		}
		p := &Process{URL: fmt.Sprintf("nats://127.0.0.1:%d", o.Port), t: t, options: o}
		t.Cleanup(p.Kill)
		p.Start()
		list = append(list, p)
	}
	return list
}

// URLs are those of several servers.
func URLs(list []*Process) string {
	var urls []string
	for _, p := range list {
		urls = append(urls, p.URL)
	}
	return strings.Join(urls, ",")
}

// Start starts the process and waits until it takes connections.
func (p *Process) Start() {
	p.t.Helper()
	self, err := os.Executable()
	if err != nil {
		p.t.Fatal(err)
	}
	text, err := json.Marshal(&p.options)
	if err != nil {
		p.t.Fatal(err)
	}
	p.cmd = exec.CommandContext(p.t.Context(), self)
	p.cmd.Env = append(os.Environ(), asServer+"="+string(text))
	p.cmd.Stderr = os.Stderr
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		c, err := new(net.Dialer).DialContext(p.t.Context(), "tcp", fmt.Sprintf("127.0.0.1:%d", p.options.Port))
		if err == nil {
			_ = c.Close()
			return
		}
		if time.Now().After(end) {
			p.t.Fatalf("the NATS server %s does not listen: %v", p.options.Name, err)
		}
	}
}

// Kill ends the process as kill -9 does.
func (p *Process) Kill() {
	if p.cmd != nil && p.cmd.ProcessState == nil {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
	}
}
