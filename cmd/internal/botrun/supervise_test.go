// SPDX-License-Identifier: MIT

//go:build !windows

package botrun

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/internal/logtest"
)

// fakeBot is an installed bot whose Node is a script. In it $1 is --expose-gc, $2 the path of
// main.ts, $3 --with-parent, and the working folder is the bot's.
func fakeBot(t *testing.T, body string) (*Bot, *words) {
	t.Helper()
	dir := t.TempDir()
	node := filepath.Join(dir, "bin", "node")
	script(t, node, body)
	w := &words{}
	return &Bot{cfg: Config{Cache: dir, Say: w.say, Output: w}, node: node, dir: dir, leave: time.Second}, w
}

// words collects what is said and printed.
type words struct{ logtest.Log }

func (w *words) say(m game.Message) { _, _ = w.Write([]byte(messages.InEnglish(m) + "\n")) }

func TestACrashIsFollowedByAnotherTry(t *testing.T) {
	b, w := fakeBot(t, `echo "$3 $4 $5" >> tries; [ $(wc -l < tries) -ge 3 ] || exit 1`)
	var took time.Duration
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		if err := b.Run(context.Background(), []string{"--server", "here"}); err != nil {
			t.Fatal(err)
		}
		took = time.Since(began)
	})
	data, err := os.ReadFile(filepath.Join(b.dir, "tries"))
	if err != nil || string(data) != strings.Repeat("--with-parent --server here\n", 3) {
		t.Errorf("tries: %q, %v", data, err)
	}
	if n := strings.Count(w.String(), "The bot ended (exit status 1); starting it again in "); n != 2 {
		t.Errorf("said %q", w)
	}
	if took < time.Second || took > 6*time.Second {
		t.Errorf("the tries took %s", took)
	}
}

func TestAWrongCommandLineIsNotTriedAgain(t *testing.T) {
	b, w := fakeBot(t, `echo "bot: --name must be" >&2; exit 2`)
	if err := b.Run(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "cannot run like this") {
		t.Errorf("got %v", err)
	}
	if w.String() != "bot: --name must be\n" {
		t.Errorf("printed %q", w)
	}
}

// TestTheEndReachesTheWholeGroup: what the bot started ends with it, and what
// does not want to leave is killed.
func TestTheEndReachesTheWholeGroup(t *testing.T) {
	for name, body := range map[string]string{
		"leaves":   `trap 'echo left; exit 0' TERM; sleep 600 & echo $! > child.tmp; mv child.tmp child; wait`,
		"stubborn": `trap '' TERM; sh -c 'trap "" TERM; echo $$ > child.tmp; mv child.tmp child; sleep 600 & wait; sleep 600' & wait; sleep 600`,
		"orphans":  `sh -c 'trap "" TERM; echo $$ > child.tmp; mv child.tmp child; sleep 600; sleep 600' >/dev/null 2>&1 & trap 'exit 0' TERM; wait`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, w := fakeBot(t, body)
			b.leave = 200 * time.Millisecond
			if name == "leaves" {
				b.leave = 20 * time.Second // it is asked, and a busy machine takes its time
			}
			ctx, cancel := context.WithCancel(t.Context())
			done := make(chan error, 1)
			go func() { done <- b.Run(ctx, nil) }()
			pid := readPID(t, filepath.Join(b.dir, "child"))
			cancel()
			if err := <-done; err != nil {
				t.Errorf("got %v", err)
			}
			poll(t, "the child to end", func() bool { return !alive(pid) })
			if name == "leaves" && !strings.Contains(w.String(), "left") {
				t.Error("it was not asked to leave")
			}
		})
	}
}

func readPID(t *testing.T, file string) int {
	t.Helper()
	var pid int
	poll(t, "the child to start", func() bool {
		data, err := os.ReadFile(file)
		if err != nil {
			return false
		}
		pid, err = strconv.Atoi(strings.TrimSpace(string(data)))
		return err == nil
	})
	return pid
}

// alive reports whether a process runs; one that ended and waits for its
// parent does not.
func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err != nil || !strings.Contains(string(stat), ") Z ")
}

// poll waits for what another process does.
func poll(t *testing.T, what string, holds func() bool) {
	t.Helper()
	over := time.After(10 * time.Second)
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-tick.C:
		case <-over:
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

func TestAnEndedContextStartsNothing(t *testing.T) {
	b, w := fakeBot(t, `echo ran`)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := b.Run(ctx, nil); err != nil || w.String() != "" {
		t.Errorf("got %v, printed %q", err, w)
	}
}

// TestTheNextBotGetsTheToken: a bot that crashed had a resume token, which the
// next one is given, and which is printed nowhere.
func TestTheNextBotGetsTheToken(t *testing.T) {
	b, w := fakeBot(t, `read line; echo "$line" >> got; echo "$@" >> args
case $(wc -l < got) in
1) echo '{"resumeToken":"first"}'; echo playing; exit 1 ;;
2) exit 1 ;;
3) echo '{"resumeToken":"second"}'; exit 1 ;;
esac`)
	synctest.Test(t, func(t *testing.T) {
		if err := b.Run(context.Background(), nil); err != nil {
			t.Fatal(err)
		}
	})
	got, err := os.ReadFile(filepath.Join(b.dir, "got"))
	want := `{"resumeToken":""}` + "\n" + strings.Repeat(`{"resumeToken":"first"}`+"\n", 2) + `{"resumeToken":"second"}` + "\n"
	if err != nil || string(got) != want {
		t.Errorf("the bots were given %q, %v", got, err)
	}
	args, err := os.ReadFile(filepath.Join(b.dir, "args"))
	if err != nil || strings.Contains(string(args), "first") || strings.Contains(w.String(), "first") || strings.Contains(w.String(), "second") {
		t.Errorf("a token was told: arguments %q, printed %q (%v)", args, w, err)
	}
	if !strings.Contains(w.String(), "playing\n") {
		t.Errorf("printed %q", w)
	}
}

// TestWhatIsNoTokenIsPassedOn, in whatever pieces it comes.
func TestWhatIsNoTokenIsPassedOn(t *testing.T) {
	w := &words{}
	k := &tokens{out: w}
	text := "one\n{\"resumeToken\":\"secret\"}\n{\"resumeToken\":5}\n" + strings.Repeat("x", 2*longestLine) + "\n"
	for i := 0; i < len(text); i += 7 {
		if _, err := k.Write([]byte(text[i:min(i+7, len(text))])); err != nil {
			t.Fatal(err)
		}
	}
	if k.last != "secret" || w.String() != strings.Replace(text, "{\"resumeToken\":\"secret\"}\n", "", 1) {
		t.Errorf("kept %q and passed on %.80q", k.last, w)
	}
}
