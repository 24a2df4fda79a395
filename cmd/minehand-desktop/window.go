// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/gorilla/websocket"
	"github.com/wailsapp/wails/v2/pkg/runtime"
)

// nudgeEvery bounds how often the page is told that messages wait: WebKit keeps
// the payloads of events, so they carry none and come seldom.
const nudgeEvery = 50 * time.Millisecond

// Window is what the page reaches; every exported method is callable from
// JavaScript, and none lets a panic out, which would leave a promise pending for
// ever. frontend/src/wire/transport.ts is the other side.
type Window struct{ desk *desk }

// Received is what came since the page asked last.
type Received struct {
	Messages []string `json:"messages"`
	// Over: the line has ended, and no more messages come.
	Over   bool   `json:"over"`
	Reason string `json:"reason"`
}

// Open opens a line to Minehand and returns its id.
func (w *Window) Open() (id string, err error) {
	defer caught(&err)
	return w.desk.open()
}

// Send sends a message over a line. It returns why the line is over, or "".
func (w *Window) Send(id, message string) (fault string, err error) {
	defer caught(&err)
	return w.desk.send(id, message), nil
}

// Receive takes all messages of a line that came since the last call.
func (w *Window) Receive(id string) (r Received, err error) {
	defer caught(&err)
	return w.desk.receive(id), nil
}

// Close ends a line.
func (w *Window) Close(id string) (err error) {
	defer caught(&err)
	w.desk.hangUp(id)
	return nil
}

// Mounted says that the page is there.
func (w *Window) Mounted() (err error) {
	defer caught(&err)
	w.desk.mounted()
	return nil
}

// Busy says whether a goal runs, which a close asks about.
func (w *Window) Busy(busy bool) (err error) {
	defer caught(&err)
	w.desk.setBusy(busy)
	return nil
}

// Leave answers the question of a close: "keep" goes on without the window until
// nothing runs, "quit" ends.
func (w *Window) Leave(how string) (err error) {
	defer caught(&err)
	return w.desk.leave(how)
}

// Notify shows a notification of the system, where it has those.
func (w *Window) Notify(id, title, body string) (err error) {
	defer caught(&err)
	return w.desk.notify(id, title, body)
}

// Autostart says whether the window starts with the system, and where that is written.
func (w *Window) Autostart() (a Autostart, err error) {
	defer caught(&err)
	return autostart(ownEntry(), os.Executable, nil)
}

// SetAutostart has the window start with the system, or no longer.
func (w *Window) SetAutostart(on bool) (a Autostart, err error) {
	defer caught(&err)
	return autostart(ownEntry(), os.Executable, &on)
}

// caught makes an error of a panic.
func caught(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("a fault of Minehand's own: %v", r)
	}
}

// line is one connection of the page.
type line struct {
	ws *websocket.Conn
	// writing is held while a message is sent: one writer at a time.
	writing sync.Mutex

	mu       sync.Mutex
	messages []string
	over     bool
	reason   string
}

// desk is the state of the window.
type desk struct {
	ctx    context.Context //nolint:containedctx // it ends with the program; Wails calls back without one
	host   *host
	window *Window
	place  string
	out    io.Writer
	log    *slog.Logger
	wg     sync.WaitGroup

	mu    sync.Mutex
	shown context.Context //nolint:containedctx // Wails' own, which its functions want back; nil until the window is there
	lines map[string]*line
	next  int
	// there: the page is mounted. leaving: a close is no question any more.
	there, busy, leaving, hidden bool
	// asked: the system was asked for notifications, and notifies: it shows them.
	asked, notifies bool
}

// begin takes Wails' context, which its calls need.
func (d *desk) begin(shown context.Context) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.shown, d.lines = shown, map[string]*line{}
}

func (d *desk) open() (string, error) {
	ws, err := d.host.dial(d.ctx)
	if err != nil {
		return "", err
	}
	l := &line{ws: ws}
	d.mu.Lock()
	d.next++
	id := strconv.Itoa(d.next)
	d.lines[id] = l
	d.mu.Unlock()
	d.wg.Go(func() { d.read(id, l) })
	return id, nil
}

// read keeps what comes until the line ends, and tells the page, at most so often.
func (d *desk) read(id string, l *line) {
	wake := make(chan struct{}, 1)
	done := make(chan struct{})
	d.wg.Go(func() {
		for {
			select {
			case <-wake:
				d.emit("messages", id)
				time.Sleep(nudgeEvery)
			case <-done:
				d.emit("messages", id)
				return
			}
		}
	})
	for {
		_, data, err := l.ws.ReadMessage()
		l.mu.Lock()
		if err != nil {
			l.over, l.reason = true, "the connection to Minehand ended"
			if e, ok := err.(*websocket.CloseError); ok && e.Text != "" { //nolint:errorlint // gorilla returns it bare
				l.reason = e.Text
			}
			l.mu.Unlock()
			close(done)
			_ = l.ws.Close()
			return
		}
		l.messages = append(l.messages, string(data))
		l.mu.Unlock()
		select {
		case wake <- struct{}{}:
		default:
		}
	}
}

// emit tells the page something, when there is one.
func (d *desk) emit(name string, data ...any) {
	d.mu.Lock()
	shown := d.shown
	d.mu.Unlock()
	if shown != nil && shown.Err() == nil {
		runtime.EventsEmit(shown, name, data...)
	}
}

func (d *desk) find(id string) *line {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.lines[id]
}

func (d *desk) send(id, message string) string {
	l := d.find(id)
	if l == nil {
		return "this line is over"
	}
	l.writing.Lock()
	defer l.writing.Unlock()
	_ = l.ws.SetWriteDeadline(time.Now().Add(10 * time.Second))
	if err := l.ws.WriteMessage(websocket.TextMessage, []byte(message)); err != nil {
		return "the connection to Minehand ended"
	}
	return ""
}

func (d *desk) receive(id string) Received {
	l := d.find(id)
	if l == nil {
		return Received{Messages: []string{}, Over: true}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	r := Received{Messages: l.messages, Over: l.over, Reason: l.reason}
	l.messages = nil
	if r.Messages == nil {
		r.Messages = []string{}
	}
	return r
}

func (d *desk) hangUp(id string) {
	d.mu.Lock()
	l := d.lines[id]
	delete(d.lines, id)
	d.mu.Unlock()
	if l != nil {
		_ = l.ws.Close()
	}
}

// notify asks the system once whether it shows notifications; one that cannot is no
// fault of the page.
func (d *desk) notify(id, title, body string) error {
	d.mu.Lock()
	shown, asked := d.shown, d.asked
	d.asked = true
	d.mu.Unlock()
	if shown == nil {
		return nil
	}
	if !asked {
		if err := runtime.InitializeNotifications(shown); err != nil {
			d.log.Info("the system shows no notifications", "error", err)
			return nil
		}
		d.mu.Lock()
		d.notifies = true
		d.mu.Unlock()
	}
	d.mu.Lock()
	able := d.notifies
	d.mu.Unlock()
	if !able {
		return nil
	}
	return runtime.SendNotification(shown, runtime.NotificationOptions{ID: id, Title: title, Body: body})
}

// mounted prints the line that a test of the window waits for.
func (d *desk) mounted() {
	d.mu.Lock()
	first := !d.there
	d.there = true
	d.mu.Unlock()
	if first {
		_, _ = fmt.Fprintln(d.out, "minehand-desktop: mounted")
	}
}

func (d *desk) setBusy(busy bool) {
	d.mu.Lock()
	d.busy = busy
	done := d.hidden && !busy
	shown := d.shown
	d.mu.Unlock()
	if done { // the window was closed and its goal has ended
		d.quit(shown)
	}
}

// closing decides about a close and returns whether it is held back: with a goal
// running the page asks first.
func (d *desk) closing() bool {
	d.mu.Lock()
	ask := d.there && d.busy && !d.leaving
	d.mu.Unlock()
	if ask {
		d.emit("closing")
		return true
	}
	d.keepState()
	return false
}

func (d *desk) leave(how string) error {
	d.mu.Lock()
	shown := d.shown
	// A Minehand of another process goes on by itself.
	hide := how == "keep" && d.host.own != nil && d.busy
	d.hidden = hide
	d.mu.Unlock()
	if hide {
		d.keepState()
		runtime.WindowHide(shown)
		return nil
	}
	d.quit(shown)
	return nil
}

func (d *desk) quit(shown context.Context) {
	d.mu.Lock()
	d.leaving = true
	d.mu.Unlock()
	if shown != nil {
		runtime.Quit(shown)
	}
}

// front shows the window of a program that runs already.
func (d *desk) front() {
	d.mu.Lock()
	shown := d.shown
	d.hidden = false
	d.mu.Unlock()
	if shown == nil {
		return
	}
	runtime.WindowUnminimise(shown)
	runtime.WindowShow(shown)
}

// quitOn ends the program cleanly when the system asks for it.
func (d *desk) quitOn(wish <-chan os.Signal) {
	select {
	case <-wish:
		d.mu.Lock()
		shown := d.shown
		d.mu.Unlock()
		d.keepState()
		d.quit(shown)
	case <-d.ctx.Done():
	}
}

// keepState remembers the window's size.
func (d *desk) keepState() {
	d.mu.Lock()
	shown := d.shown
	d.mu.Unlock()
	if shown == nil {
		return
	}
	s := loadState(d.place)
	if s.Maximised = runtime.WindowIsMaximised(shown); !s.Maximised {
		s.Width, s.Height = runtime.WindowGetSize(shown)
	}
	if err := saveState(d.place, s); err != nil {
		d.log.Warn("the window's size is not kept", "error", err)
	}
}

// end closes all lines and waits for their readers.
func (d *desk) end() {
	d.mu.Lock()
	lines := d.lines
	d.lines, d.shown = map[string]*line{}, nil
	d.mu.Unlock()
	for _, l := range lines {
		_ = l.ws.Close()
	}
	d.wg.Wait()
}
