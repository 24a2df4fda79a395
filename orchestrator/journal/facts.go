// SPDX-License-Identifier: MIT

package journal

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/orchestrator/worldmap"
)

// A payload is a row of facts, each a byte for its kind, its length in four bytes
// and its content: JSON, but for actions, of which there are most, and for the
// time of the last sign of life.
const (
	factTask    = 'T'
	factMove    = 'M'
	factRound   = 'R'
	factAction  = 'A'
	factSample  = 'S'
	factPlace   = 'W'
	factAlive   = 'L'
	factVoid    = 'V'
	factChanges = 'C'
	factGone    = 'G'
)

// voided names a record whose caller was told that it is not kept: the disk
// refused it, and may have it all the same.
type voided struct {
	Global uint64 `json:"global"`
	Seq    uint32 `json:"seq"`
	Owner  string `json:"owner"`
}

// appendOwn appends those of a list that are a task's own, unless one before could not be written.
func appendOwn[T any](buf []byte, err error, kind byte, list []T, own func(*T) bool) ([]byte, error) {
	for i := range list {
		if own(&list[i]) && err == nil {
			buf, err = appendFact(buf, kind, &list[i])
		}
	}
	return buf, err
}

// appendOf appends the facts of a batch that belong to one task; to none, when task
// is empty: then what belongs to no task.
func appendOf(buf []byte, b *orchestrator.Batch, task string, withRest bool) (_ []byte, err error) {
	buf, err = appendOwn(buf, err, factTask, b.Tasks, func(v *orchestrator.Task) bool { return v.ID == task })
	buf, err = appendOwn(buf, err, factMove, b.Moves, func(v *orchestrator.Move) bool { return v.Task == task })
	buf, err = appendOwn(buf, err, factRound, b.Rounds, func(v *orchestrator.Round) bool { return v.Task == task })
	for i := range b.Actions {
		if a := &b.Actions[i]; a.Task == task && err == nil {
			var at int
			buf, at = begin(append(buf, factAction))
			buf, err = appendAction(buf, a)
			buf = end(buf, at)
		}
	}
	buf, err = appendOwn(buf, err, factSample, b.Samples, func(v *orchestrator.Sample) bool { return v.Task == task })
	if !withRest {
		return buf, err
	}
	return appendRest(buf, b, err)
}

// appendRest appends what no task owns.
func appendRest(buf []byte, b *orchestrator.Batch, err error) ([]byte, error) {
	for i := range b.WorldMap {
		if err == nil {
			buf, err = appendFact(buf, factPlace, &b.WorldMap[i])
		}
	}
	if !b.Alive.IsZero() {
		buf = append(buf, factAlive, 8, 0, 0, 0)
		buf = binary.LittleEndian.AppendUint64(buf, uint64(b.Alive.UnixNano()))
	}
	return buf, err
}

// appendAction writes what of an action is a row: its step is in its round's plan.
func appendAction(buf []byte, a *orchestrator.Action) ([]byte, error) {
	buf = appendText(buf, a.Task)
	buf = binary.AppendVarint(buf, int64(a.Seq))
	buf = appendText(buf, a.ID)
	buf = binary.AppendVarint(buf, int64(a.Round))
	buf = binary.AppendVarint(buf, int64(a.Index))
	buf = binary.AppendVarint(buf, nanos(a.Started))
	buf = binary.AppendVarint(buf, nanos(a.Ended))
	buf = appendText(buf, string(a.End))
	buf = appendText(buf, string(a.Verdict))
	buf = appendText(buf, a.Reason)
	again := byte(0)
	if a.Again {
		again = 1
	}
	buf = append(buf, again)
	var errs [4]error
	buf, errs[0] = appendJSON(buf, a.Filled, a.Filled == nil)
	buf = appendMark(buf, a.Mark)
	buf, errs[1] = appendJSON(buf, a.Failure, a.Failure == nil)
	buf, errs[2] = appendResult(buf, a.Result)
	buf = appendCounts(buf, a.Gained)
	buf = appendCounts(buf, a.Used)
	return buf, errors.Join(errs[:]...)
}

func appendText(buf []byte, s string) []byte {
	return append(binary.AppendUvarint(buf, uint64(len(s))), s...)
}

// A fact, and an optional JSON text, has its length in four bytes; a text is never empty, so
// that 0 stands for none.
func begin(buf []byte) ([]byte, int) { return append(buf, 0, 0, 0, 0), len(buf) + 4 }

func end(buf []byte, at int) []byte {
	binary.LittleEndian.PutUint32(buf[at-4:], uint32(len(buf)-at))
	return buf
}

func appendJSON(buf []byte, v any, none bool) ([]byte, error) {
	buf, at := begin(buf)
	if none {
		return buf, nil
	}
	data, err := json.Marshal(v)
	return end(append(buf, data...), at), err
}

// appendFact appends a fact of a kind.
func appendFact(buf []byte, kind byte, v any) ([]byte, error) {
	return appendJSON(append(buf, kind), v, false)
}

// The texts that nearly every action has are written without reflection.

func appendMark(buf []byte, m *game.Mark) []byte {
	buf, at := begin(buf)
	if m == nil {
		return buf
	}
	first := true
	field := func(name string) {
		if !first {
			buf = append(buf, ',')
		}
		first = false
		buf = append(append(buf, '"'), name...)
		buf = append(buf, '"', ':')
	}
	buf = append(buf, '{')
	if len(m.Counts) > 0 {
		field("c")
		buf = appendMap(buf, m.Counts)
	}
	if p := m.Position; p != nil && finite(p.X) && finite(p.Y) && finite(p.Z) {
		field("p")
		buf = strconv.AppendFloat(append(buf, `{"x":`...), p.X, 'g', -1, 64)
		buf = strconv.AppendFloat(append(buf, `,"y":`...), p.Y, 'g', -1, 64)
		buf = strconv.AppendFloat(append(buf, `,"z":`...), p.Z, 'g', -1, 64)
		buf = append(buf, '}')
	}
	if m.Dimension != "" {
		field("d")
		buf = appendString(buf, m.Dimension)
	}
	if m.GameMode != "" {
		field("g")
		buf = appendString(buf, m.GameMode)
	}
	return end(append(buf, '}'), at)
}

func finite(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) }

func appendResult(buf []byte, r *game.Result) ([]byte, error) {
	if r == nil || !onlyDelta(r) {
		return appendJSON(buf, r, r == nil)
	}
	buf, at := begin(buf)
	buf = append(buf, `{"success":true`...)
	if len(r.Delta) > 0 {
		buf = appendMap(append(buf, `,"delta":`...), r.Delta)
	}
	return end(append(buf, '}'), at), nil
}

// onlyDelta reports whether a result says success and what was gained, and nothing else.
func onlyDelta(r *game.Result) bool {
	rest := *r
	rest.Success, rest.Delta = false, nil
	return r.Success && reflect.ValueOf(rest).IsZero()
}

func appendCounts(buf []byte, counts map[string]int) []byte {
	buf, at := begin(buf)
	if counts == nil {
		return buf
	}
	return end(appendMap(buf, counts), at)
}

func appendMap(buf []byte, counts map[string]int) []byte {
	buf = append(buf, '{')
	first := true
	for item, n := range counts {
		if !first {
			buf = append(buf, ',')
		}
		first = false
		buf = append(appendString(buf, item), ':')
		buf = strconv.AppendInt(buf, int64(n), 10)
	}
	return append(buf, '}')
}

func appendString(buf []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			data, _ := json.Marshal(s) // a string always can be
			return append(buf, data...)
		}
	}
	return append(append(append(buf, '"'), s...), '"')
}

func nanos(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

// facts are what a fold writes, the last word on each row alone.
type facts struct {
	tasks   map[string]*taskFact
	order   []string // of the tasks
	moves   []orchestrator.Move
	rounds  map[roundKey]*roundFact
	actions map[actionKey]*actionFact
	samples []sampleFact
	places  []worldmap.Row
	changes []changesFact
	alive   int64
	// seqs are the sequences of the owners.
	seqs map[string]uint32
	// last is the global sequence of the last record, owner its owner.
	last  uint64
	owner string
	// gone are tasks that a person deleted; nothing comes of them after that.
	gone []string
	// read has room for what takes in the facts of one record.
	read []func()
}

type (
	roundKey struct {
		task  string
		round int
	}
	actionKey struct {
		task string
		seq  int64
	}
	// taskFact is a task's row: its columns and its whole.
	taskFact struct {
		ID    string             `json:"id"`
		Body  string             `json:"body"`
		State orchestrator.State `json:"state"`
		Ended time.Time          `json:"ended"`
		data  string
		// number is the sequence of the first record that has it.
		number int64
	}
	roundFact struct {
		Task     string          `json:"task"`
		Round    int             `json:"round"`
		Revision int             `json:"revision"`
		At       time.Time       `json:"at"`
		Why      string          `json:"why"`
		Plan     json.RawMessage `json:"plan"`
		Error    string          `json:"error"`
	}
	actionFact struct {
		actionKey
		id, how, verdict, reason                    string
		round, idx, started, ended                  int64
		again                                       bool
		filled, mark, failure, result, gained, used string // a JSON text, or empty
	}
	sampleFact struct {
		Task  string          `json:"task"`
		At    time.Time       `json:"at"`
		State json.RawMessage `json:"state"`
	}
)

func newFacts() *facts {
	return &facts{
		tasks: map[string]*taskFact{}, rounds: map[roundKey]*roundFact{}, actions: map[actionKey]*actionFact{}, seqs: map[string]uint32{},
	}
}

var errFact = errors.New("a fact of the journal cannot be read")

// add takes in a whole record. On an error nothing of it is taken in.
func (f *facts) add(rec *record) error {
	f.read = f.read[:0]
	text := string(rec.payload) // what is kept of it is a part of this
	for at := 0; at < len(text); {
		if len(text)-at < 5 {
			return errFact
		}
		kind, n := text[at], int(binary.LittleEndian.Uint32(rec.payload[at+1:]))
		at += 5
		if n > len(text)-at {
			return errFact
		}
		take, err := f.reading(int64(rec.global), kind, rec.payload[at:at+n], text[at:at+n])
		if err != nil {
			return err
		}
		f.read = append(f.read, take)
		at += n
	}
	for _, take := range f.read {
		take()
	}
	if f.owner != string(rec.owner) {
		f.owner = string(rec.owner)
	}
	f.seqs[f.owner] = rec.seq
	f.last = rec.global
	return nil
}

// later reads the JSON of a fact, and returns what takes it in.
func later[T any](kind byte, data []byte, take func(*T)) (func(), error) {
	v := new(T)
	if err := json.Unmarshal(data, v); err != nil {
		return nil, fmt.Errorf("%w: its kind is %q: %w", errFact, kind, err)
	}
	return func() { take(v) }, nil
}

// reading reads a fact of the record of that number, and returns what takes it in; data and
// text are the same.
func (f *facts) reading(number int64, kind byte, data []byte, text string) (take func(), err error) {
	switch kind {
	case factTask:
		return later(kind, data, func(t *taskFact) {
			t.data, t.number = text, number
			if known := f.tasks[t.ID]; known != nil {
				t.number = known.number
			} else {
				f.order = append(f.order, t.ID)
			}
			f.tasks[t.ID] = t
		})
	case factMove:
		return later(kind, data, func(m *orchestrator.Move) { f.moves = append(f.moves, *m) })
	case factRound:
		return later(kind, data, func(r *roundFact) { f.rounds[roundKey{r.Task, r.Round}] = r })
	case factAction:
		a, err := readAction(text)
		return func() { f.actions[a.actionKey] = &a }, err
	case factSample:
		return later(kind, data, func(s *sampleFact) { f.samples = append(f.samples, *s) })
	case factPlace:
		return later(kind, data, func(p *worldmap.Row) { f.places = append(f.places, *p) })
	case factChanges:
		return later(kind, data, func(c *changesFact) { f.changes = append(f.changes, *c) })
	case factGone:
		return later(kind, data, func(ids *[]string) { f.gone = append(f.gone, *ids...) })
	case factVoid:
		return later(kind, data, func(*[]voided) {}) // leftover.voids has taken it
	case factAlive:
		if len(data) == 8 {
			return func() { f.alive = int64(binary.LittleEndian.Uint64(data)) }, nil
		}
	}
	return nil, fmt.Errorf("%w: its kind is %q", errFact, kind)
}

// reader takes an action apart; bad is set when there is not enough of it.
type reader struct {
	text string
	bad  bool
}

func (r *reader) part(n uint64) string {
	if n > uint64(len(r.text)) {
		r.bad = true
		return ""
	}
	part := r.text[:n]
	r.text = r.text[n:]
	return part
}

// uvarint is binary.Uvarint of a text.
func (r *reader) uvarint() (v uint64) {
	for i := range min(len(r.text), binary.MaxVarintLen64) {
		c := r.text[i]
		v |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			r.text = r.text[i+1:]
			return v
		}
	}
	r.bad = true
	return 0
}

func (r *reader) number() int64 {
	v := r.uvarint()
	return int64(v>>1) ^ -int64(v&1)
}

func (r *reader) words() string { return r.part(r.uvarint()) }

func (r *reader) json() string {
	b := r.part(4)
	if r.bad {
		return ""
	}
	return r.part(uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24)
}

func readAction(text string) (a actionFact, err error) {
	r := &reader{text: text}
	a.task = r.words()
	a.seq = r.number()
	a.id = r.words()
	a.round, a.idx, a.started, a.ended = r.number(), r.number(), r.number(), r.number()
	a.how, a.verdict, a.reason = r.words(), r.words(), r.words()
	a.again = r.part(1) == "\x01"
	a.filled, a.mark, a.failure, a.result, a.gained, a.used = r.json(), r.json(), r.json(), r.json(), r.json(), r.json()
	if r.bad || r.text != "" {
		return a, fmt.Errorf("%w: an action", errFact)
	}
	return a, nil
}

// The rows of moves, rounds and samples, with their sums.

func moveArgs(m *orchestrator.Move) []any {
	return movesTable.args(m.Task, nanos(m.At), string(m.State), int64(m.Round), m.Reason)
}

func (r *roundFact) args() []any {
	return roundsTable.args(r.Task, int64(r.Round), int64(r.Revision), nanos(r.At), r.Why, string(r.Plan), r.Error)
}

func (s *sampleFact) args() []any { return samplesTable.args(s.Task, nanos(s.At), string(s.State)) }

// args appends the row of an action, with its sum.
func (a *actionFact) args(args []any, same sameWords) []any {
	again := int64(0)
	if a.again {
		again = 1
	}
	from := len(args)
	args = append(args, same.of(a.task), a.seq, a.id, a.round, a.idx, same.text(a.filled), same.text(a.mark), a.started, a.ended)
	args = append(args, same.of(a.how), same.of(a.verdict), same.of(a.reason))
	args = append(args, same.text(a.failure), same.text(a.result), same.text(a.gained), again, same.text(a.used))
	return append(args, actionsTable.sum(row(args[from:])))
}

// sameWords are words that come again in many rows, as arguments of a statement.
type sameWords map[string]any

// mostSame bounds them: words that come once are in them too.
const mostSame = 64

func (w sameWords) of(s string) any {
	v, known := w[s]
	if !known {
		if v = s; len(w) < mostSame {
			w[s] = v
		}
	}
	return v
}

// text is a JSON text for the database, or NULL.
func (w sameWords) text(s string) any {
	if s == "" {
		return nil
	}
	return w.of(s)
}
