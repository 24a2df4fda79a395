// SPDX-License-Identifier: MIT

package process

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// dieWithParent has the system end the command when Minehand is gone, killed
// included.
func dieWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }

// descendants are the processes that carry the mark in their environment, and those
// below root, which may be without it; root 0 stands for none. Ended ones are not
// among them.
func descendants(mark string, root int) []int {
	names, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return nil
	}
	var out []int
	children := map[int][]int{}
	for _, dir := range names {
		pid, err := strconv.Atoi(filepath.Base(dir))
		if err != nil || pid == os.Getpid() {
			continue
		}
		if root > 0 {
			if fields := stat(pid); len(fields) > 1 && fields[0] != "Z" {
				if parent, err := strconv.Atoi(fields[1]); err == nil {
					children[parent] = append(children[parent], pid)
				}
			}
		}
		environ, err := os.ReadFile(filepath.Join(dir, "environ"))
		if err == nil && bytes.Contains(append([]byte{0}, environ...), []byte("\x00"+markVariable+"="+mark+"\x00")) {
			out = append(out, pid)
		}
	}
	for below := children[root]; len(below) > 0; below = below[1:] {
		out = append(out, below[0])
		below = append(below, children[below[0]]...)
	}
	return out
}

// stat are the fields of a process from its state on; none when it is gone.
func stat(pid int) []string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	_, rest, _ := strings.Cut(string(text[bytes.LastIndexByte(text, '(')+1:]), ") ")
	return strings.Fields(rest)
}

// born is when a process began, by the system's clock; empty when it is gone. With its
// id it names a process for as long as the system runs.
func born(pid int) string {
	const starttime = 19 // the 22nd field of the file
	if fields := stat(pid); len(fields) > starttime && fields[0] != "Z" {
		return fields[starttime]
	}
	return ""
}
