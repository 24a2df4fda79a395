// SPDX-License-Identifier: MIT

//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"github.com/shirou/gopsutil/v3/process"
)

// nodes are the servers that bodies are spread over: one alone, or those of a cluster.
// The ends of all tasks are heard at the first.
type nodes struct {
	servers []*server
	// log is the cluster's NATS server, nil without one.
	log *exec.Cmd
	p   *process.Process
}

// of is the server of body i.
func (n *nodes) of(i int) *server { return n.servers[i%len(n.servers)] }

func serveAll(ctx context.Context, s settings, dir string) (_ *nodes, err error) {
	n := &nodes{}
	defer func() {
		if err != nil {
			n.kill()
		}
	}()
	url := ""
	if s.nodes > 1 {
		if url, err = n.startLog(ctx, s.program, dir); err != nil {
			return nil, err
		}
	}
	for i := range s.nodes {
		config := ""
		if url != "" {
			config = fmt.Sprintf("cluster: {url: %q, node: node%d}\n", url, i)
		}
		srv, err := serve(ctx, s.program, dir, config)
		if err != nil {
			return nil, err
		}
		n.servers = append(n.servers, srv)
	}
	return n, n.servers[0].listen(ctx)
}

// startLog starts the NATS server and returns its URL.
func (n *nodes) startLog(ctx context.Context, program, dir string) (url string, err error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	address := l.Addr().String()
	_, port, _ := net.SplitHostPort(address)
	if err := l.Close(); err != nil {
		return "", err
	}
	store, err := os.MkdirTemp(dir, "nats-")
	if err != nil {
		return "", err
	}
	out, err := os.Create(filepath.Join(store, "log"))
	if err != nil {
		return "", err
	}
	defer out.Close()
	n.log = exec.CommandContext(context.WithoutCancel(ctx), program, "cluster", "up", "--port", port, "--dir", store)
	n.log.Stdout, n.log.Stderr = out, out
	if err := startApart(n.log); err != nil {
		return "", err
	}
	if n.p, err = process.NewProcess(int32(n.log.Process.Pid)); err != nil {
		return "", err
	}
	for until := time.Now().Add(patience); time.Now().Before(until); time.Sleep(20 * time.Millisecond) {
		if c, err := new(net.Dialer).DialContext(ctx, "tcp", address); err == nil {
			return "nats://" + address, c.Close()
		}
	}
	return "", errors.New("no NATS server listens at port " + port + "; -program takes a minehand-fleet here")
}

// resident is the memory of all servers in KB, but for that of the log's.
func (n *nodes) resident() (sum float64, err error) {
	for _, s := range n.servers {
		kb, err := s.resident()
		if err != nil {
			return 0, err
		}
		sum += kb
	}
	return sum, nil
}

// cpu is how many seconds of processor all servers have used, and the log's.
func (n *nodes) cpu() (servers, log float64, err error) {
	for _, s := range n.servers {
		used, err := s.cpu()
		if err != nil {
			return 0, 0, err
		}
		servers += used
	}
	if n.p != nil {
		log, err = cpu(n.p)
	}
	return servers, log, err
}

// exit ends all servers and returns how long the slowest took, and what went wrong.
func (n *nodes) exit() (most time.Duration, bad []string) {
	var mu sync.Mutex
	var each sync.WaitGroup
	for _, s := range n.servers {
		each.Go(func() {
			took, err := s.exit()
			mu.Lock()
			defer mu.Unlock()
			if most = max(most, took); err != nil {
				bad = append(bad, "the server ended badly: "+err.Error()+": "+tail(s.log))
			}
		})
	}
	each.Wait()
	return most, bad
}

func (n *nodes) kill() {
	for _, s := range n.servers {
		_ = s.cmd.Process.Kill()
	}
	if n.log != nil && n.log.Process != nil && n.log.ProcessState == nil {
		_ = n.log.Process.Kill()
		_ = n.log.Wait()
	}
}
