// SPDX-License-Identifier: MIT

//go:build !windows

package main

import (
	"bufio"
	"strconv"
	"strings"
	"testing"
)

// do and the shell outlive a restart of the Minehand that they are attached to: they
// say so, and follow what they began to its end.
func TestClientsOutliveARestart(t *testing.T) {
	t.Parallel()
	s := newServer(t.Context(), t)
	newSim(t.Context(), t, s.port, "--speed", "20")
	attached := []string{"--port", strconv.Itoa(s.port), "--data-dir", s.dir}
	sh := newTerminal(t, 120, 30, append([]string{"shell"}, attached...)...)
	eventually(t, patience, "the body's coming", func() bool { b, err := s.client.ListBodies(t.Context()); return err == nil && len(b) == 1 })

	cmd := program(t.Context(), t, append([]string{"do", "get 8 oak planks"}, attached...)...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var lines []string
	scan := bufio.NewScanner(out)
	for scan.Scan() {
		lines = append(lines, scan.Text())
		if strings.Contains(scan.Text(), "[1/") && s.cmd.ProcessState == nil && !strings.Contains(strings.Join(lines, "\n"), "is lost") {
			s.kill()
			s.start()
		}
	}
	text := strings.Join(lines, "\n")
	if err := cmd.Wait(); err != nil || !strings.Contains(text, "is lost") || !strings.Contains(text, "Minehand is there again") || !strings.Contains(text, "Done: 8 oak planks held.") {
		t.Errorf("do ends with %v:\n%s", err, text)
	}
	sh.wait("Minehand is there again")
	sh.wait(`"get 8 oak planks": Complete`)

	sh.keys("get 1 dirt\r")
	sh.wait(`"get 1 dirt": Complete`)
	s.kill()
	sh.wait(`(?s)is lost.*is lost`)
	sh.keys("how do I make a cake?\r") // asked while nobody is there, answered when somebody is
	s.start()
	sh.wait("3 milk buckets")
	sh.keys("\x03\x03")
	if err := sh.exit(); err != nil {
		t.Errorf("the shell ended with %v", err)
	}
}
