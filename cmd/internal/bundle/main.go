// SPDX-License-Identifier: MIT

// Command bundle puts the bot with its packages into a folder, for `make package`.
//
//	go run ./cmd/internal/bundle DIR
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/minehand/minehand/cmd/internal/botrun"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "bundle: name the folder to make")
		os.Exit(2)
	}
	if err := botrun.Bundle(context.Background(), os.Args[1], func(s string) { fmt.Println(s) }); err != nil {
		fmt.Fprintln(os.Stderr, "bundle:", err)
		os.Exit(1)
	}
}
