// SPDX-License-Identifier: MIT

// Package workers plays the runs of a batch of missions on other processes and
// machines, over a work queue of NATS JetStream.
//
// One process puts runs into the queue and takes their results in order
// ([Queue.Play]); any number of workers take one run at a time ([Queue.Work]). A run
// is taken off the queue only when its result is stored, so that a worker that is
// killed costs no more than the time it spent: another one plays its run again. The
// first result of a run is the one that counts; a later one is refused by the server.
// Runs whose batch nobody waits for any more are dropped unplayed.
//
// Workers take runs of their own build only, so that results are as if one machine
// had played all of them.
//
//	q, err := workers.Connect(ctx, workers.Config{URL: "nats://127.0.0.1:4222", Build: build})
//	defer q.Close()
//	err = q.Play(ctx, runs, workers.Hooks{}, func(res *missions.Result) error { ... })
package workers
