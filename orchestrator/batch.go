// SPDX-License-Identifier: MIT

package orchestrator

import (
	"time"

	"github.com/minehand/minehand/orchestrator/task"
	"github.com/minehand/minehand/orchestrator/worldmap"
)

// Query selects tasks.
type Query struct {
	Body   string // when not empty, selects that body's tasks
	Before string // when not empty, selects tasks with a lower id (older ones)
	Words  string // when not empty, each of its words stands, in any case, in the goal, its reading, its actions or the sentence of its end
	Open   bool   // selects those that have not ended
	// Limit is the most tasks to return; 0 means 100.
	Limit int
}

// Batch is what one commit of the journal holds. Rows with a known key replace
// the earlier row.
type Batch struct {
	// Body that all of it is about; empty for none, or for several.
	Body    string
	Tasks   []Task
	Moves   []Move
	Rounds  []Round
	Actions []Action
	Samples []Sample
	// WorldMap are in order: a later row of a place replaces an earlier one.
	WorldMap []worldmap.Row
	// Alive, when not zero, says that the process runs at that time.
	Alive time.Time
}

// Empty reports whether there is nothing to commit.
func (b *Batch) Empty() bool {
	return len(b.Tasks)+len(b.Moves)+len(b.Rounds)+len(b.Actions)+len(b.Samples)+len(b.WorldMap) == 0 && b.Alive.IsZero()
}

// reset empties the batch and keeps its memory.
func (b *Batch) reset() {
	*b = Batch{
		Body: b.Body, Tasks: emptied(b.Tasks), Moves: emptied(b.Moves), Rounds: emptied(b.Rounds), Actions: emptied(b.Actions),
		Samples: emptied(b.Samples), WorldMap: emptied(b.WorldMap),
	}
}

func emptied[T any](list []T) []T {
	clear(list)
	return list[:0]
}

// add takes in the row of a fact.
func (b *Batch) add(f *task.Fact) {
	switch {
	case f.Passing:
	case f.Task != nil:
		b.Tasks = append(b.Tasks, *f.Task)
	case f.Move != nil:
		b.Moves = append(b.Moves, *f.Move)
	case f.Round != nil:
		b.Rounds = append(b.Rounds, *f.Round)
	case f.Action != nil:
		b.Actions = append(b.Actions, *f.Action)
	case f.Sample != nil:
		b.Samples = append(b.Samples, *f.Sample)
	}
}
