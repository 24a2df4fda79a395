// SPDX-License-Identifier: MIT

package install

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// Look is how a Python is looked for; the zero value looks on this computer.
type Look struct {
	// System is windows, darwin or linux.
	System string
	// Run runs a program and returns its output; nil runs it.
	Run func(ctx context.Context, name string, args ...string) (string, error)
}

// The least version that the script runs on.
const least = 10 // of 3

// asks is what a Python is asked: where it is and which one.
const asks = "import sys; print(sys.executable); print(sys.version_info[0], sys.version_info[1])"

// pythonLimit is how long one may take to answer: the first start on Windows is slow.
const pythonLimit = 15 * time.Second

// ErrNoPython: there is none that will do; the text says what helps.
var ErrNoPython = errors.New("no Python 3.10 or later")

// Python finds the whole path of a Python 3.10 or later.
func (l Look) Python(ctx context.Context) (string, error) {
	run := l.Run
	if run == nil {
		run = func(ctx context.Context, name string, args ...string) (string, error) {
			ctx, cancel := context.WithTimeout(ctx, pythonLimit)
			defer cancel()
			out, err := exec.CommandContext(ctx, name, args...).Output()
			return string(out), err
		}
	}
	tries := [][]string{{"python3"}, {"python"}}
	if l.System == "windows" {
		tries = [][]string{{"py", "-3"}, {"python"}, {"python3"}}
	}
	old, stub := "", false
	for _, t := range tries {
		out, err := run(ctx, t[0], append(t[1:], "-c", asks)...)
		if err != nil {
			// The stub of the Microsoft Store stands where Python would, prints where to
			// get one and ends with 9009.
			var exit *exec.ExitError
			if l.System == "windows" && (errors.As(err, &exit) && exit.ExitCode() == 9009 || strings.Contains(err.Error(), "9009")) {
				stub = true
			}
			continue
		}
		path, version, ok := strings.Cut(strings.TrimSpace(strings.ReplaceAll(out, "\r", "")), "\n")
		major, minor, both := strings.Cut(version, " ")
		n, err := strconv.Atoi(minor)
		if !ok || !both || err != nil || path == "" {
			continue
		}
		if major != "3" || n < least {
			old = fmt.Sprintf("%s is Python %s.%s", path, major, minor)
			continue
		}
		return path, nil
	}
	get := map[string]string{
		"windows": "install it from python.org or the Microsoft Store", "darwin": "install it from python.org, or with `brew install python`",
	}[l.System]
	get = cmp.Or(get, "install your system's package, such as `sudo apt install python3`")
	switch {
	case old != "":
		return "", fmt.Errorf("%w: %s; %s", ErrNoPython, old, get)
	case stub:
		return "", fmt.Errorf("%w: what answers to python is only the Microsoft Store's pointer to one; %s", ErrNoPython, get)
	}
	return "", fmt.Errorf("%w: %s", ErrNoPython, get)
}
