// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/minehand/minehand/cmd/internal/app"
)

func TestLocalesThatPagesCannotRead(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want string
	}{
		{map[string]string{"LANG": "C.UTF-8"}, "en_US.UTF-8"},
		{map[string]string{"LC_ALL": "POSIX", "LANG": "de_DE.UTF-8"}, "en_US.UTF-8"},
		{map[string]string{}, "en_US.UTF-8"},
		{map[string]string{"LANG": "de_DE.UTF-8"}, ""},
		{map[string]string{"LC_ALL": "fr_FR.UTF-8", "LANG": "C"}, ""},
	} {
		got := workarounds(func(n string) (string, bool) { v, ok := c.env[n]; return v, ok }, func(string) bool { return false })
		if got["LANG"] != c.want {
			t.Errorf("%v: LANG %q, want %q", c.env, got["LANG"], c.want)
		}
	}
}

func TestRendererOfNVIDIA(t *testing.T) {
	german := map[string]string{"LANG": "de_DE.UTF-8"}
	env := func(n string) (string, bool) { v, ok := german[n]; return v, ok }
	if got := workarounds(env, func(p string) bool { return strings.Contains(p, "nvidia") }); got["WEBKIT_DISABLE_DMABUF_RENDERER"] != "1" {
		t.Errorf("with its driver: %v", got)
	}
	german["WEBKIT_DISABLE_DMABUF_RENDERER"] = "0"
	if got := workarounds(env, func(string) bool { return true }); len(got) != 0 {
		t.Errorf("a choice of the user was changed: %v", got)
	}
}

// TestAPageWithoutAGPUIsPaintedOnly: composing it in software takes the time of several
// threads for each picture.
func TestAPageWithoutAGPUIsPaintedOnly(t *testing.T) {
	const composing = "WEBKIT_DISABLE_COMPOSITING_MODE"
	for gpu, want := range map[string]string{"": "1", "/dev/dri/renderD128": "", "/dev/dxg": ""} {
		env := map[string]string{"LANG": "de_DE.UTF-8"}
		of := func(n string) (string, bool) { v, ok := env[n]; return v, ok }
		there := func(p string) bool { return p == gpu }
		if got := workarounds(of, there); got[composing] != want {
			t.Errorf("with %q: %v", gpu, got)
		}
		env[composing] = "0"
		if got := workarounds(of, there); len(got) != 0 {
			t.Errorf("with %q a choice of the user was changed: %v", gpu, got)
		}
	}
}

func TestSizeSurvivesARestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), stateFile)
	if s := loadState(path); s != (state{1280, 800, false}) {
		t.Errorf("at first: %+v", s)
	}
	want := state{1000, 700, true}
	if err := saveState(path, want); err != nil {
		t.Fatal(err)
	}
	if s := loadState(path); s != want {
		t.Errorf("kept %+v, want %+v", s, want)
	}
	for _, bad := range []string{"", "{", `{"width":1,"height":1}`, `{"width":99999,"height":800}`} {
		if err := os.WriteFile(path, []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		if s := loadState(path); s.Width != 1280 {
			t.Errorf("%q: %+v", bad, s)
		}
	}
}

func TestBadInput(t *testing.T) {
	for _, args := range [][]string{{"play"}, {"--nope"}, {"--port", "x"}} {
		var errs bytes.Buffer
		if code := run(args, &errs, &errs); code != 2 || errs.Len() == 0 {
			t.Errorf("%v: code %d, %q", args, code, errs.String())
		}
	}
}

func TestPanicsBecomeErrors(t *testing.T) {
	w := &Window{} // no desk: every call panics inside
	if _, err := w.Open(); err == nil || !strings.Contains(err.Error(), "fault of Minehand's own") {
		t.Errorf("Open: %v", err)
	}
	if err := w.Leave("keep"); err == nil {
		t.Error("Leave let the panic out")
	}
}

// testHost is a Minehand of its own on any port.
func testHost(t *testing.T, dir string, port int) *host {
	t.Helper()
	config := filepath.Join(dir, "config.yaml")
	if err := os.WriteFile(config, []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("LM_STUDIO_URL", "http://127.0.0.1:9")
	h, err := openHost(context.Background(), flags{port: port, dataDir: filepath.Join(dir, "data"), config: config}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// asked sends a call over a line of the desk and returns its answer.
func asked(t *testing.T, d *desk, id, call string) (answer struct {
	Success bool            `json:"success"`
	Data    json.RawMessage `json:"data"`
}) {
	t.Helper()
	w := &Window{d}
	if fault, err := w.Send(id, call); fault != "" || err != nil {
		t.Fatal(fault, err)
	}
	for {
		got, err := w.Receive(id)
		if err != nil || got.Over {
			t.Fatalf("%v, over: %v", err, got)
		}
		for _, m := range got.Messages {
			if strings.Contains(m, `"response"`) {
				if err := json.Unmarshal([]byte(m), &answer); err != nil {
					t.Fatal(err)
				}
				return answer
			}
		}
	}
}

func TestPageTalksToItsOwnMinehandAndToOneThatRuns(t *testing.T) {
	dir := t.TempDir()
	own := testHost(t, dir, 0)
	if own.own == nil || !app.SpeaksMinehand(context.Background(), own.port) {
		t.Fatal("no Minehand of its own was started")
	}
	second := testHost(t, dir, own.port)
	if second.own != nil {
		t.Fatal("another Minehand was started beside the one that runs")
	}
	for _, h := range []*host{own, second} {
		d := &desk{ctx: context.Background(), host: h}
		d.lines = map[string]*line{}
		id, err := (&Window{d}).Open()
		if err != nil {
			t.Fatal(err)
		}
		if a := asked(t, d, id, `{"type":"get-practice","id":1}`); !a.Success || !strings.Contains(string(a.Data), `"offered":true`) {
			t.Errorf("get-practice: %s", a.Data)
		}
		d.end()
		if got, _ := (&Window{d}).Receive(id); !got.Over {
			t.Error("a line of a closed window is not over")
		}
	}
}

func TestForeignDataFolderIsASentence(t *testing.T) {
	own := testHost(t, t.TempDir(), 0)
	_, err := openHost(context.Background(), flags{port: own.port, dataDir: t.TempDir()}, slog.New(slog.DiscardHandler))
	if err == nil || !strings.Contains(err.Error(), "--data-dir") {
		t.Errorf("error %v", err)
	}
}
