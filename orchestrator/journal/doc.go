// Package journal keeps tasks, plans, actions, resume tokens, stops that
// bodies are owed, what is remembered of worlds and the calls of models in one SQLite file, so that
// nothing is lost when the process ends in whatever way.
//
// Invariants:
//   - One process a data folder: Open takes a lock, and its error names the
//     holder.
//   - Append commits the whole batch or nothing. The file is in WAL mode with
//     synchronous NORMAL: a commit survives kill -9; a power cut may take the
//     last commits, never the file.
//   - Errors are sentences with the fix (disk full, read-only, newer database,
//     damaged file); the cause is wrapped.
//   - Ended tasks and calls of models go after 7 days, and the oldest of them earlier when the file
//     is above 500 MB. Unfinished tasks stay. The 64 worlds seen last are
//     remembered.
//
// Usage:
//
//	j, err := journal.Open(ctx, dataDir)
//	if err != nil {
//		return err
//	}
//	defer j.Close()
//	o, err := orchestrator.New(ctx, orchestrator.Config{Planner: p, Journal: j})
package journal
