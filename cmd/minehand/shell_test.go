// SPDX-License-Identifier: MIT

//go:build !windows

package main

import (
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"

	"github.com/minehand/minehand/ui/view"
)

// terminal is a program in a terminal, and what stands on its screen.
type terminal struct {
	t   *testing.T
	cmd *exec.Cmd
	tty *os.File

	mu     sync.Mutex
	screen vt10x.Terminal
	drawn  chan struct{}
	ended  chan error
}

func newTerminal(t *testing.T, cols, rows int, args ...string) *terminal {
	t.Helper()
	s := &terminal{t: t, cmd: program(t.Context(), t, args...), screen: vt10x.New(vt10x.WithSize(cols, rows)), drawn: make(chan struct{}, 1), ended: make(chan error, 1)}
	s.cmd.Env = append(s.cmd.Env, "TERM=xterm-256color")
	var err error
	if s.tty, err = pty.StartWithSize(s.cmd, &pty.Winsize{Cols: uint16(cols), Rows: uint16(rows)}); err != nil {
		t.Fatal(err)
	}
	go func() {
		buf := make([]byte, 4096)
		for {
			n, err := s.tty.Read(buf)
			if n > 0 {
				s.mu.Lock()
				_, _ = s.screen.Write(buf[:n])
				s.mu.Unlock()
				select {
				case s.drawn <- struct{}{}:
				default:
				}
			}
			if err != nil {
				break
			}
		}
		s.ended <- s.cmd.Wait()
	}()
	t.Cleanup(func() {
		_ = s.cmd.Process.Kill()
		_ = s.tty.Close()
	})
	return s
}

func (s *terminal) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.screen.String()
}

func (s *terminal) keys(text string) {
	s.t.Helper()
	if _, err := io.WriteString(s.tty, text); err != nil {
		s.t.Fatal(err)
	}
}

// wait returns once the screen shows what is wanted.
func (s *terminal) wait(want string) string {
	s.t.Helper()
	re := regexp.MustCompile(want)
	limit := time.After(30 * time.Second)
	for {
		if text := s.text(); re.MatchString(text) {
			return text
		}
		select {
		case <-s.drawn:
		case <-limit:
			s.t.Fatalf("the screen never shows %q:\n%s", want, s.text())
		}
	}
}

func (s *terminal) resize(cols, rows int) {
	s.t.Helper()
	s.mu.Lock()
	s.screen.Resize(cols, rows)
	s.mu.Unlock()
	if err := pty.Setsize(s.tty, &pty.Winsize{Cols: uint16(cols), Rows: uint16(rows)}); err != nil {
		s.t.Fatal(err)
	}
}

// exit waits for the program's end.
func (s *terminal) exit() error {
	s.t.Helper()
	select {
	case err := <-s.ended:
		return err
	case <-time.After(30 * time.Second):
		s.t.Fatalf("the program did not end:\n%s", s.text())
		return nil
	}
}

// TestShellInAPipe: each line is one goal or command, in order, and the exit code
// is the last goal's.
func TestShellInAPipe(t *testing.T) {
	for _, c := range []struct {
		in   string
		code int
		want []string
	}{
		{"get 2 sticks\n/inventory\n/mode low-level\n", 0, []string{"Players: Practice world", `"get 2 sticks": Complete`, "sticks", "Mode is low-level now."}},
		{"get 1 dirt\n2 more\nhow much dirt do you have?\n", 0, []string{"Get 2 more dirt.", "Understood: get 2 more dirt", `"get 2 more dirt": Complete`, "3 dirt."}},
		{"/craft diamond 3\n", exitIncomplete, []string{"Not done."}},
		{"/inventory\n\n/state\n", 0, []string{"Nothing is held.", "health 20 of 20"}},
		{"/xyzzy\n", exitIncomplete, []string{"There is no command /xyzzy"}},
		{"10 more\n", exitBadInput, []string{"Nothing was asked for yet"}},
		{"/mission\n/mission bench/tier-wood\n/mission stop\n", 0, []string{"No missions were played yet", "bench/tier-wood, under way", "bench/tier-wood, broken off"}},
		{"/xyzzy\nget 1 oak log\n", 0, []string{"There is no command /xyzzy", `"get 1 oak log": Complete`}},
	} {
		cmd := program(t.Context(), t, "shell", "--practice", "--speed", "600")
		cmd.Stdin = strings.NewReader(c.in)
		out, err := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != c.code {
			t.Errorf("%q ends with %d, %v", c.in, code, err)
		}
		for _, want := range c.want {
			if !strings.Contains(string(out), want) {
				t.Errorf("%q lacks %q:\n%s", c.in, want, out)
			}
		}
	}
}

// TestPlayWithoutAGoal is the shell in a practice world, with its owner in it.
func TestPlayWithoutAGoal(t *testing.T) {
	cmd := program(t.Context(), t, "play", "--speed", "600", "--inventory", "dirt=3")
	cmd.Stdin = strings.NewReader("come here\ngive me 2 dirt\nfollow me for 5 seconds\nhow much dirt do you have?\n")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("it ends with %v", err)
	}
	for _, want := range []string{"Practice world (Steve is you)", `"come here": Complete: every part was seen to be met`, "seen: Steve reached", "2 dirt given to Steve", `"follow me for 5 seconds": Complete`, "1 dirt."} {
		if !strings.Contains(string(out), want) {
			t.Errorf("it lacks %q:\n%s", want, out)
		}
	}
}

// TestPlayHasSomebodyToGiveTo: with a goal, too, its world has a player who asks.
func TestPlayHasSomebodyToGiveTo(t *testing.T) {
	out, err := program(t.Context(), t, "play", "--speed", "600", "--inventory", "dirt=3", "give me 2 dirt").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "Done: 2 dirt given to Steve.") {
		t.Errorf("%v: %s", err, out)
	}
}

// TestDo: in a practice world, and given to a running Minehand.
func TestDo(t *testing.T) {
	out, err := program(t.Context(), t, "do", "--practice", "--speed", "600", "get 2 sticks").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "Done: 4 sticks held, 2 were needed.") {
		t.Fatalf("%v: %s", err, out)
	}
	s := newServer(t.Context(), t)
	if _, err := s.client.StartPractice(t.Context(), view.PracticeStart{Speed: 600}); err != nil {
		t.Fatal(err)
	}
	out, err = program(t.Context(), t, "do", "--port", strconv.Itoa(s.port), "--data-dir", s.dir, "get 1 oak log").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "Done: 1 oak log held.") {
		t.Fatalf("%v: %s", err, out)
	}
	if list, err := s.client.ListTasks(t.Context(), view.TaskQuery{}); err != nil || len(list.Tasks) != 1 || list.Tasks[0].Goal != "get 1 oak log" {
		t.Errorf("the running Minehand has %+v, %v", list, err)
	}
	if out, err := program(t.Context(), t, "do", "--port", strconv.Itoa(s.port), "--data-dir", t.TempDir(), "get 1 oak log").CombinedOutput(); err == nil || !strings.Contains(string(out), "--data-dir") {
		t.Errorf("without the token: %v: %s", err, out)
	}
	if out, err := program(t.Context(), t, "do", "--practice", "frobnicate the quux").CombinedOutput(); err == nil {
		t.Errorf("a goal that cannot be read: %s", out)
	}
}

// TestDoIsTalk: what is said to do may be about what was asked for before it, by
// whomever; a question is answered, and a stop stops.
func TestDoIsTalk(t *testing.T) {
	s := newServer(t.Context(), t)
	do := func(in string, args ...string) (string, int) {
		cmd := program(t.Context(), t, append([]string{"do", "--plain", "--port", strconv.Itoa(s.port), "--data-dir", s.dir}, args...)...)
		cmd.Stdin = strings.NewReader(in)
		out, _ := cmd.CombinedOutput()
		return string(out), cmd.ProcessState.ExitCode()
	}
	expect := func(code int, in string, args []string, want ...string) {
		t.Helper()
		text, got := do(in, args...)
		if got != code {
			t.Errorf("%q ends with %d, not %d: %s", args, got, code, text)
		}
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%q does not say %q: %s", args, w, text)
			}
		}
	}
	expect(0, "", []string{"how do I make a cake?"}, "3 milk buckets") // nobody has to be there for it
	if _, err := s.client.StartPractice(t.Context(), view.PracticeStart{Speed: 600}); err != nil {
		t.Fatal(err)
	}
	expect(exitBadInput, "", []string{"10 more"}, "Nothing was asked for yet")
	expect(0, "", []string{"get 1 dirt"}, "Done: 1 dirt held.")
	expect(0, "", []string{"2 more"}, "Understood: get 2 more dirt", "Done: 2 more dirt.", "Holding: 3 dirt.")
	expect(0, "", []string{"how much dirt do you have?"}, "3 dirt.")
	expect(0, "y\n", []string{"and 1 oak logg"}, "y = yes, n = no", "oak log")
	expect(exitBadInput, "n\n", []string{"get 1 dirtt"}, "Did you mean")
	expect(0, "", []string{"--json", "what did you do?"}, `"type":"summary","status":"answered"`, "get 1 dirt")
	expect(0, "", []string{"stop"}, "Nothing was being done.")

	expect(exitIncomplete, "", []string{"--instance", "nope", "--timeout", "1s", "get 1 dirt"}, `for the player "nope"`, "Connected: practice (Practice world); --instance names another.")

	if _, err := s.client.SetPracticeSpeed(t.Context(), view.PracticeSpeed{Speed: 1}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.client.Subscribe(t.Context(), view.Place{}); err != nil {
		t.Fatal(err)
	}
	talked, err := s.client.Talk(t.Context(), view.Talk{Text: "get 300 sand"})
	if err != nil {
		t.Fatal(err)
	}
	var corrected sync.WaitGroup
	corrected.Go(func() { expect(0, "", []string{"I meant 2"}, "Changed: get 2 sand", "Done: 2 sand held.") })
	for e := range s.client.Events() {
		if e.Task != nil && e.TaskID == talked.TaskID && e.Task.Goal == "get 2 sand" {
			break
		}
	}
	if _, err := s.client.SetPracticeSpeed(t.Context(), view.PracticeSpeed{Speed: 600}); err != nil {
		t.Fatal(err)
	}
	corrected.Wait()

	// Whose time is over while it waits takes nobody else's goal with it.
	if _, err := s.client.SetPracticeSpeed(t.Context(), view.PracticeSpeed{Speed: 1}); err != nil {
		t.Fatal(err)
	}
	if talked, err = s.client.Talk(t.Context(), view.Talk{Text: "get 300 sand"}); err != nil {
		t.Fatal(err)
	}
	expect(exitIncomplete, "", []string{"--timeout", "1s", "get 4 gravel"}, "After that: get 4 gravel", "Stopped after 1s")
	if st, err := s.client.GetStatus(t.Context(), view.OfBody{}); err != nil || st.CurrentTask == nil || st.CurrentTask.ID != talked.TaskID || st.CurrentTask.State.Ended() {
		t.Errorf("the goal that ran is %+v, %v", st.CurrentTask, err)
	}
	if err := s.client.StopTask(t.Context(), view.OfBody{}); err != nil {
		t.Fatal(err)
	}
}

// TestShell: a goal with its live plan, completions, a guess that is answered, a
// stop in the middle, lines that wrap at words over changes of the width, and
// the way out.
func TestShell(t *testing.T) {
	s := newTerminal(t, 120, 30, "shell", "--practice", "--speed", "4")
	s.wait("Players: Practice world")

	s.keys("/mo")
	s.wait(`(?m)^> /mode +How a model is asked`)
	s.keys("\t")
	s.wait(`> hybrid`)
	s.keys("high-level\r")
	s.wait("Mode is high-level now")

	// A guess is begun with a yes and not without.
	s.keys("get 3 dirtt\r")
	s.wait(`Did you mean "get 3 dirt"\? .*\(y or n\)`)
	s.keys("n\r")
	s.wait("Not begun")
	s.keys("get 2 dirtt\r")
	s.wait(`Did you mean "get 2 dirt"\? .*\(y or n\)`)
	s.keys("y\r")
	s.wait(`"get 2 dirtt?": Complete`)

	s.keys("get 3 diamonds\r")
	s.wait(`\[ \] get 3 diamonds \(0 of 3\)`)
	s.wait(`> +\d+\. `) // the step under way

	s.resize(60, 30)
	s.wait(`(?m)^-{59} *$`)
	for line := range strings.Lines(s.text()) {
		if len(strings.TrimRight(line, " \n")) > 60 {
			t.Errorf("a line is longer than the window: %q", line)
		}
	}
	s.resize(120, 30)
	s.wait(`(?m)^-{119} *$`)
	s.keys("\x03")
	s.wait("Stopping. Ctrl\\+C again leaves.")
	s.wait(`Stopped before its end`)

	s.keys("/clear\r")
	s.wait("let go of")
	s.keys("/speed 600\r")
	s.wait("600 game seconds a second")
	s.keys("get 2 sticks\r")
	s.wait(`"get 2 sticks": Complete: every part was seen to be met`)
	wide := s.wait(`(?s)proven \(2 of 2\)`)
	s.resize(60, 30)
	narrow := s.wait(`(?m)^held \(0 so far\)[ -]*$`) // what was missing, wrapped between words
	s.resize(120, 30)
	again := s.wait(`(?m)missing: 3 diamonds held \(0 so far\)[ -]*$`)
	if shown(again) != shown(wide) {
		t.Errorf("after 120, 60, 120 columns the screen shows\n%s\nnot\n%s\n(at 60:\n%s)", again, wide, narrow)
	}
	s.keys("/inventory\r")
	s.wait("sticks")
	s.keys("/xyzzy\r")
	s.wait("There is no command /xyzzy")

	// A follow-up, a question, a correction in the middle.
	s.keys("2 more\r")
	s.wait(`"get 2 more sticks": Complete`)
	s.keys("how many sticks do you have?\r")
	s.wait(`(?m)^8 sticks\.`)
	s.keys("/speed 2\r")
	s.wait("2 game seconds a second")
	s.keys("get 30 dirt\r")
	s.wait(`\[ \] get 30 dirt \(`)
	s.keys("I meant 1\r")
	s.wait("Changed: get 1 dirt")
	s.keys("/speed 600\r")
	s.wait(`"get 1 dirt": Complete`)
	s.keys("\x03")
	s.wait(`Nothing is being done\. Ctrl\+C again leaves\.`)
	s.keys("/state\r") // what is typed meanwhile takes the first one back
	s.wait("health 20 of 20")
	s.keys("\x03")
	s.wait(`(?s)Nothing is being done.*Nothing is being done`)
	s.keys("\x03")
	if err := s.exit(); err != nil {
		t.Errorf("it ended with %v", err)
	}
}

// shown is a screen's text, without the rules: the emulator leaves ends of them
// behind when lines are deleted after a resize, which terminals do not.
func shown(text string) string {
	var words []string
	for line := range strings.Lines(text) {
		words = append(words, strings.Fields(strings.TrimRight(line, " -\n"))...)
	}
	return strings.Join(words, " ")
}
