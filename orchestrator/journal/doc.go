// SPDX-License-Identifier: MIT

// Package journal keeps tasks, plans, actions, resume tokens, stops that
// bodies are owed, what is remembered of worlds and the calls of models, so that
// nothing is lost when the process ends in whatever way.
//
// All facts about tasks and worlds, and what bodies changed in these, go to an
// append-only log, each batch with one write. The log is folded into SQLite at a task's
// end, after a second in which nothing happened, and at 4 MB. A reader of histories waits
// for the fold of what was written before. Tokens, stops and calls of models go to SQLite
// at once. docs/RELIABILITY.md says what is promised, and what a power cut may cost.
//
// Invariants:
//   - One process a data folder: Open takes a lock before it opens anything, and its
//     error names the holder.
//   - Append writes the whole batch or nothing. What it wrote survives kill -9; of a
//     task's submission and end it has also reached the disk when Append returns, of all
//     else within a second.
//   - The sequence up to which the log is folded is part of the fold's transaction. Only
//     what is on the disk is folded; a segment is compressed and kept only after SQLite
//     is synced past it, until the tasks in it are dropped.
//   - Each row of a task, and each change of a world, has a checksum that every read
//     checks. What is damaged is restored from the copies of the last two days and the
//     kept log, where these have it. Until the whole file was checked, a task that is read
//     is compared with the log: a missing row has no checksum.
//   - Records are numbered, over all and for each task. A part of the log that is
//     damaged or missing puts the tasks in doubt whose it may have been, and no others:
//     they wait for a person. What is damaged is set aside in a file and reported (Told);
//     Minehand starts all the same.
//   - Errors are sentences with the fix (disk full, read-only, newer); the cause is
//     wrapped.
//   - No reader finds what was forgotten, and no file of the folder holds it once care has
//     scrubbed it; a database that is rebuilt lacks it too.
//   - Ended tasks and calls of models go after 7 days, and the oldest of them earlier when the file
//     is above 500 MB. Unfinished tasks stay. The 64 worlds seen last are
//     remembered. Damaged files go after 30 days, and all but ten of them.
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
