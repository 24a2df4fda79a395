// SPDX-License-Identifier: MIT

package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
	"unsafe"

	"github.com/tidwall/gjson"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/budget"
)

// The ways in which a frame cannot be used (rule 13). All are counted by the
// bridge; none closes the socket.
var (
	// ErrTooBig: the frame is larger than MaxFirstFrame.
	ErrTooBig = errors.New("the frame is larger than 4 MiB")
	// ErrMalformed: the frame is no JSON object, or a member that matters is wrong.
	ErrMalformed = errors.New("malformed frame")
	// ErrUntyped: the frame has no "type".
	ErrUntyped = errors.New("frame without a type")
	// ErrUnknown: there is no message of that type.
	ErrUnknown = errors.New("unknown message type")
)

// BadRegister is a register that names no body, or no version of the protocol. It
// is an ErrMalformed, and the only one that is answered: whoever sent it waits for
// a yes.
type BadRegister struct {
	// Protocol that the frame asks for; 0 for version 1.
	Protocol int
	// Reason says in a sentence what to send instead.
	Reason string
}

func (e *BadRegister) Error() string { return e.Reason }

// Unwrap makes it a malformed frame.
func (e *BadRegister) Unwrap() error { return ErrMalformed }

// valid says why a frame is no JSON in UTF-8 of a depth that is read; its values are
// counted by whoever received it.
func valid(data []byte) error {
	if err := budget.Frame.Deep(data); err != nil {
		return fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	if !gjson.ValidBytes(data) || !utf8.Valid(data) {
		return fmt.Errorf("%w: %s", ErrMalformed, noJSON(data))
	}
	return nil
}

// open checks a frame and returns its object and type. Both are parts of data.
func open(data []byte) (gjson.Result, string, error) {
	if len(data) > MaxFirstFrame {
		return gjson.Result{}, "", ErrTooBig
	}
	if err := valid(data); err != nil {
		return gjson.Result{}, "", err
	}
	frame := gjson.Parse(unsafe.String(unsafe.SliceData(data), len(data)))
	switch {
	case frame.IsArray():
		return gjson.Result{}, "", fmt.Errorf("%w: no JSON object but a list: send each object in a frame of its own", ErrMalformed)
	case !frame.IsObject():
		return gjson.Result{}, "", fmt.Errorf("%w: no JSON object", ErrMalformed)
	}
	t := frame.Get("type")
	if t.Type != gjson.String || t.Str == "" {
		return frame, "", ErrUntyped
	}
	return frame, t.Str, nil
}

// noJSON says what is wrong with a frame that is no JSON.
func noJSON(data []byte) string {
	first := json.NewDecoder(bytes.NewReader(data))
	var one map[string]json.RawMessage
	if first.Decode(&one) == nil && one != nil && bytes.HasPrefix(bytes.TrimSpace(data[first.InputOffset():]), []byte("{")) {
		return "no JSON by itself, but several objects: send each in a frame of its own"
	}
	return "no JSON"
}

// typesFromBody are the types of the frames that a body sends.
var typesFromBody = []string{
	TypeRegister, TypeStateUpdate, TypeActionComplete, TypeActionFailed, TypeLog, TypeActionProgress, TypeActionPaused,
	TypeActionResumed, TypeStopped, TypeChatMessage, TypeEvent, TypeUserRequest, TypeCommandResult, TypeSurveyed,
}

// meant names the type that a body may have meant, as the rest of a sentence; empty
// where nobody can tell.
func meant(kind string) string {
	for _, t := range typesFromBody {
		if alike(kind, t) {
			return fmt.Sprintf("; it may be meant for %q", t)
		}
	}
	return ""
}

// own is an open frame with a text of its own, for messages that keep parts of it.
func own(frame gjson.Result) gjson.Result { return gjson.Parse(strings.Clone(frame.Raw)) }

// Decoder reads the frames of one body. Lists of a state that are written as they
// were in the one before are not read again, and share its memory: most bodies stand
// still most of the time. The zero value is ready. One goroutine may use it.
type Decoder struct {
	inventory memo[[]game.Stack]
	blocks    memo[[]game.Sight]
	nearby    memo[*game.Nearby]
}

// memo is what the last text of its kind was read as. It keeps no text, but a sum
// with a seed that nobody outside knows: that another text of the same length has
// the same one is a chance of 1 in 2^64.
type memo[T any] struct {
	sum   uint64
	size  int
	value T
}

var memoSeed = maphash.MakeSeed()

// of is what raw is read as. What cannot be read is not remembered.
func (m *memo[T]) of(raw string, read func() (T, error)) (T, error) {
	sum := maphash.String(memoSeed, raw)
	if m.size == len(raw) && m.sum == sum {
		return m.value, nil
	}
	value, err := read()
	if err == nil {
		*m = memo[T]{sum, len(raw), value}
	}
	return value, err
}

// DecodeFromBody reads a frame that a body sent, by itself (see Decoder). It is safe
// for concurrent use.
func DecodeFromBody(data []byte) (FromBody, error) { return new(Decoder).Decode(data) }

// Decode reads a frame that the body sent. Errors wrap ErrTooBig, ErrMalformed,
// ErrUntyped or ErrUnknown. It does not keep data.
func (d *Decoder) Decode(data []byte) (FromBody, error) {
	frame, kind, err := open(data)
	if err != nil {
		return nil, err
	}
	if kind != TypeStateUpdate { // of a state nothing is kept but words
		frame = own(frame)
	}
	var m FromBody
	switch kind {
	case TypeActionComplete:
		m = d.readComplete(frame)
	case TypeStateUpdate:
		m, err = d.readStateUpdate(frame)
	case TypeActionFailed:
		m = readFailed(frame)
	case TypeActionProgress:
		m = readProgress(frame)
	case TypeRegister:
		m, err = d.readRegister(frame)
	case TypeLog:
		m = &Log{InstanceID: instanceOf(frame), Message: sentenceOf(frame.Get("message"))}
	case TypeActionPaused:
		m = &ActionPaused{InstanceID: instanceOf(frame), ActionID: idOf(frame.Get("actionId")), Reason: textOf(frame.Get("reason"))}
	case TypeActionResumed:
		m = &ActionResumed{InstanceID: instanceOf(frame), ActionID: idOf(frame.Get("actionId")), Reason: textOf(frame.Get("reason"))}
	case TypeStopped:
		m = &Stopped{InstanceID: instanceOf(frame), ID: idOf(frame.Get("id"))}
	case TypeChatMessage:
		m = &ChatMessage{
			InstanceID: instanceOf(frame), Sender: textOf(frame.Get("sender")), Message: textOf(frame.Get("message")),
			Whisper: frame.Get("whisper").Type == gjson.True,
		}
	case TypeEvent:
		m = &Event{InstanceID: instanceOf(frame), Name: textOf(frame.Get("name")), Data: rawOf(frame.Get("data"))}
	case TypeUserRequest:
		m = &UserRequest{InstanceID: instanceOf(frame), Kind: textOf(frame.Get("kind")), Text: textOf(frame.Get("text"))}
	case TypeCommandResult:
		m = &CommandResult{
			InstanceID: instanceOf(frame), ID: idOf(frame.Get("id")), Success: frame.Get("success").Type == gjson.True,
			Data: rawOf(frame.Get("data")), Error: sentenceOf(frame.Get("error")),
		}
	case TypeSurveyed:
		m, err = readSurveyed(frame)
	default:
		return nil, fmt.Errorf("%w %q%s", ErrUnknown, clip(kind, 64), meant(kind))
	}
	if err == nil {
		return m, nil
	}
	if bad, ok := errors.AsType[*BadRegister](err); ok {
		return nil, bad
	}
	return nil, fmt.Errorf("%w: %s: %w", ErrMalformed, kind, err)
}

func instanceOf(frame gjson.Result) string { return idOf(frame.Get("instanceId")) }

func rawOf(v gjson.Result) json.RawMessage {
	if v.Type == gjson.Null {
		return nil
	}
	return json.RawMessage(v.Raw)
}

func (d *Decoder) readStateUpdate(frame gjson.Result) (*StateUpdate, error) {
	s, err := d.readState(frame.Get("data"))
	return &StateUpdate{InstanceID: word(instanceOf(frame)), Data: s, Changes: readChanges(frame.Get("changes"))}, err
}

func (d *Decoder) readComplete(frame gjson.Result) *ActionComplete {
	m := &ActionComplete{Result: game.Result{Success: true}}
	frame.ForEach(func(k, v gjson.Result) bool {
		switch k.Str {
		case "instanceId":
			m.InstanceID = idOf(v)
		case "actionId":
			m.ActionID = idOf(v)
		case "result":
			m.Result = d.readResult(v)
		case "changes":
			m.Changes = readChanges(v)
		}
		return true
	})
	return m
}

func readFailed(frame gjson.Result) *ActionFailed {
	m := &ActionFailed{}
	frame.ForEach(func(k, v gjson.Result) bool {
		switch k.Str {
		case "instanceId":
			m.InstanceID = idOf(v)
		case "actionId":
			m.ActionID = idOf(v)
		case "error":
			m.Error = sentenceOf(v)
		case "code":
			m.Code = game.Code(clip(textOf(v), maxID))
		case "retryable":
			m.Retryable = into(new(bool), v, func(v gjson.Result) (bool, bool) { return v.Bool(), v.IsBool() })
		case "changes":
			m.Changes = readChanges(v)
		}
		return true
	})
	return m
}

func readProgress(frame gjson.Result) *ActionProgress {
	m := &ActionProgress{
		InstanceID: instanceOf(frame), ActionID: idOf(frame.Get("actionId")),
		Message: textOf(frame.Get("message")), Fraction: into(new(float64), frame.Get("fraction"), numberOf),
		Changes: readChanges(frame.Get("changes")),
	}
	if m.Fraction != nil && (*m.Fraction < 0 || *m.Fraction > 1) {
		m.Fraction = nil
	}
	return m
}

func (d *Decoder) readRegister(frame gjson.Result) (*Register, error) {
	m, odd := &Register{}, ""
	texts := map[string]*string{
		"name": &m.Name, "role": &m.Role, "owner": &m.Owner, "token": &m.Token, "resumeToken": &m.ResumeToken, "loader": &m.Loader,
	}
	frame.ForEach(func(k, v gjson.Result) bool {
		if to := texts[k.Str]; to != nil {
			*to = textOf(v)
		}
		switch k.Str {
		case "instanceId":
			m.InstanceID = idOf(v)
		case "version":
			m.Version = sentenceOf(v)
		case "protocol":
			var ok bool
			if m.Protocol, ok = protocolOf(v); !ok {
				m.Protocol = game.ProtocolV2 // version 1 knows no such member
				odd = fmt.Sprintf("the protocol of the register is %s; send the number 2, or leave it out for version 1", clip(v.Raw, 40))
			}
		case "capabilities":
			m.Capabilities = readCapabilities(v)
		case "world":
			m.World = into(new(game.World), v, readWorld)
		case "running":
			m.Running = readIDs(v)
		case "finished":
			m.Finished = d.readFinished(v)
		case "commands":
			m.Commands = readCommands(v)
		case "series":
			m.Series = clip(textOf(v), maxID)
		}
		return true
	})
	if reason := unnamed(frame.Get("instanceId"), m.InstanceID); reason != "" {
		return nil, &BadRegister{m.Protocol, reason + Meant([]byte(frame.Raw))}
	}
	if odd != "" {
		return nil, &BadRegister{m.Protocol, odd}
	}
	if m.Extra, _ = readExtra(frame); m.Extra != nil {
		m.Items, m.Recipes, m.Tags, m.RecipesComplete = m.Extra.Items, m.Extra.Recipes, m.Extra.Tags, m.Extra.Complete
	}
	return m, nil
}

// unnamed says what is wrong with the instanceId v that was read as id; empty
// when nothing is.
func unnamed(v gjson.Result, id string) string {
	switch {
	case !v.Exists() || v.Type == gjson.Null:
		return "the register has no instanceId; send one that is the same at every connection of this game"
	case id == "" && len(v.Raw) > maxID:
		return fmt.Sprintf("the instanceId of the register is longer than %d bytes; send a shorter one", maxID)
	case id == "" && v.Type != gjson.String:
		return "the instanceId of the register is no string; send one"
	case strings.TrimSpace(id) == "":
		return "the instanceId of the register is empty; send one that is the same at every connection of this game"
	case strings.ContainsFunc(id, unicode.IsControl):
		return "the instanceId of the register holds control characters; send one without"
	}
	if i := strings.IndexFunc(id, unseen); i >= 0 {
		r, _ := utf8.DecodeRuneInString(id[i:])
		return fmt.Sprintf(
			"the instanceId of the register holds a character that is not seen or turns the direction of the text (%U); send one without", r)
	}
	return ""
}

// unseen reports whether a character makes two ids look the same, or one look
// like something else: format characters, odd blanks, line ends, fillers.
func unseen(r rune) bool {
	switch {
	case unicode.Is(unicode.Cf, r), unicode.IsSpace(r) && r != ' ', unicode.Is(unicode.Variation_Selector, r):
		return true
	}
	return slices.Contains([]rune{'\u034f', '\u115f', '\u1160', '\u17b4', '\u17b5', '\u2800', '\u3164', '\uffa0'}, r)
}

// Entries is about how many values a frame holds: commas and opening brackets,
// those in texts too. It costs a fraction of decoding them.
func Entries(data []byte) int {
	return bytes.Count(data, []byte{','}) + bytes.Count(data, []byte{'{'}) + bytes.Count(data, []byte{'['})
}

// protocolOf reads 2, 2.0 or "2"; null is version 1. False for what is none.
func protocolOf(v gjson.Result) (int, bool) {
	n, ok := wholeOf(v)
	if v.Type == gjson.String {
		var err error
		n, err = strconv.Atoi(v.Str)
		ok = err == nil && n < 1e9
	}
	if v.Type == gjson.Null || ok && n >= 0 {
		return n, true
	}
	return 0, false
}

func readCapabilities(v gjson.Result) *Capabilities {
	list := v.Get("actions")
	if !list.IsArray() {
		return nil
	}
	return &Capabilities{
		Protects: v.Get("protects").Type == gjson.True, Changes: v.Get("changes").Type == gjson.True, Survey: v.Get("survey").Type == gjson.True,
		Actions:   listOf(list, nil, func(v gjson.Result) (game.Kind, bool) { return game.Kind(clip(v.Str, maxID)), v.Type == gjson.String }),
		Arguments: listOf(v.Get("arguments"), nil, func(v gjson.Result) (string, bool) { return clip(v.Str, maxID), v.Type == gjson.String }),
	}
}

func readIDs(v gjson.Result) []string {
	return listOf(v, []string{}, func(v gjson.Result) (string, bool) {
		id := idOf(v)
		return id, id != ""
	})
}

func (d *Decoder) readFinished(v gjson.Result) []Finished {
	return listOf(v, []Finished{}, func(v gjson.Result) (Finished, bool) {
		f := Finished{ActionID: idOf(v.Get("actionId"))}
		if f.ActionID == "" {
			return f, false
		}
		f.Error, f.Code = sentenceOf(v.Get("error")), game.Code(clip(textOf(v.Get("code")), maxID))
		if result := v.Get("result"); result.IsObject() || (f.Error == "" && f.Code == "") {
			r := d.readResult(result)
			f.Result = &r
		}
		return f, true
	})
}

func readCommands(v gjson.Result) []Command {
	return listOf(v, nil, func(v gjson.Result) (Command, bool) {
		c := Command{Name: clip(textOf(v.Get("name")), maxID), Description: textOf(v.Get("description")), Args: rawOf(v.Get("args"))}
		return c, c.Name != ""
	})
}
