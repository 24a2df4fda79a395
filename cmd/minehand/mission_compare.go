// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/missions"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

func newMissionCompare() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "compare A B",
		Short: "Compare two planners: folders of results, or FOLDER:PROVIDER for one of several",
		Long: `Compare two planners by their results, paired by mission and seeds, with 95 %
intervals (bootstrap over the pairs). Faults of the infrastructure count for
neither.`,
		Example: "  minehand mission compare results:hasty results:careful",
		Args:    takes(2, "compare needs two folders of results, as mission run --out writes them"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var rows [2][]missions.Row
			for i := range args {
				var err error
				if rows[i], err = resultsOf(args[i]); err != nil {
					return badInput("%w", err)
				}
			}
			c := missions.Compare(args[0], rows[0], args[1], rows[1])
			if c.Pairs == 0 {
				return badInput("%s and %s have no run of the same mission and seeds in common", args[0], args[1])
			}
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(c)
			}
			return c.WriteText(cmd.OutOrStdout())
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object")
	return cmd
}

// resultsOf reads FOLDER, or of it the runs of one planner: FOLDER:PROVIDER, or
// FOLDER:"PROVIDER MODE ASSIST" as a ranking names it. They must be one planner's.
func resultsOf(arg string) ([]missions.Row, error) {
	rows, err := missions.ReadResults(arg)
	if err == nil {
		return oneOf(arg, arg, rows)
	}
	if i := strings.LastIndexByte(arg, ':'); i > 0 {
		rows, ferr := missions.ReadResults(arg[:i])
		if ferr != nil {
			return nil, ferr
		}
		who := arg[i+1:]
		rows = slices.DeleteFunc(rows, func(r missions.Row) bool { return r.Provider != who && r.Planner() != who })
		if len(rows) == 0 {
			return nil, fmt.Errorf("%s has no run of the provider %q", arg[:i], who)
		}
		return oneOf(arg, arg[:i], rows)
	}
	return nil, err
}

// oneOf refuses rows of several planners: which of them is to be compared?
func oneOf(arg, dir string, rows []missions.Row) ([]missions.Row, error) {
	names := map[string]bool{}
	for i := range rows {
		names[rows[i].Planner()] = true
	}
	if len(names) <= 1 {
		return rows, nil
	}
	ways := lists.Of(slices.Sorted(maps.Keys(names)), func(name *string) string { return fmt.Sprintf("%q", dir+":"+*name) })
	return nil, fmt.Errorf("%s has the runs of several planners: write one of %s", arg, strings.Join(ways, ", "))
}

func newMissionReport() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:     "report DIR...",
		Short:   "Rank the planners of any number of results: one HTML page, CSV or Markdown",
		Example: "  minehand mission report results more --out ranking.html",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return badInput("report needs folders of results, as mission run --out writes them")
			}
			var rows []missions.Row
			for _, dir := range args {
				more, err := missions.ReadResults(dir)
				if err != nil {
					return badInput("%w", err)
				}
				rows = append(rows, more...)
			}
			ranking := missions.Rank(rows)
			write := func(w io.Writer) error { return missions.WriteMarkdown(w, ranking) }
			switch filepath.Ext(out) {
			case "", ".md":
			case ".html":
				write = func(w io.Writer) error { return missions.WriteHTML(w, ranking, rows) }
			case ".csv":
				write = func(w io.Writer) error { return missions.WriteCSV(w, ranking) }
			default:
				return badInput("--out: %q is no kind of report; end the file's name in .html, .csv or .md", out)
			}
			return writeFile(out, cmd.OutOrStdout(), write)
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "file that ends in .html, .csv or .md (default: Markdown on standard output)")
	return cmd
}

func newMissionRecord() *cobra.Command {
	var o attachOptions
	var out string
	cmd := &cobra.Command{
		Use:   "record TASK",
		Short: "Write a task of the running Minehand as a mission that needs no model",
		Long: `Write a task that has ended as a mission: what was asked for, what was held where
that is known, and the replies of models, so that it is played again offline.
` + "`minehand shell` shows the ids of tasks with /history.",
		Example: "  minehand mission record 01M7ZA68JTY04W4A6DDFW90CBT --out diamonds.yaml",
		Args:    takes(1, "record needs the id of a task"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.run(cmd, func(ctx context.Context, _ <-chan struct{}, _ settings.Config, c *client.Client) error {
				rec, err := c.GetTask(ctx, view.OfTask{TaskID: args[0]})
				if err != nil {
					return badInput("%w", err)
				}
				text, err := missions.Record(&rec)
				if err != nil {
					return badInput("%w", err)
				}
				return writeFile(out, cmd.OutOrStdout(), func(w io.Writer) error { _, err := w.Write(text); return err })
			})
		},
	}
	f := cmd.Flags()
	o.runningFlags(cmd)
	f.StringVar(&out, "out", "", "file to write (default: standard output)")
	return cmd
}
