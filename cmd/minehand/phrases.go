// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/planner/language"
)

func newPhrases() *cobra.Command {
	return group("phrases", "Check, try and list the phrases that goals are read by",
		`Check, try and list the phrases that goals are read by. Your own phrases stand in
`+app.PhrasesFile+`, in the folder of the config file.`,
		newPhrasesCheck(), newPhrasesTry(), newPhrasesMean(), newPhrasesList())
}

// namesOf are the names of a version.
func namesOf(version string) (*lexicon.Lexicon, error) {
	v, err := data.Load(version)
	if err != nil {
		return nil, badInput("%w", err)
	}
	return lexicon.Of(v), nil
}

func newPhrasesCheck() *cobra.Command {
	var version string
	cmd := &cobra.Command{
		Use:   "check FILE",
		Short: "Look for mistakes in a phrases file, and read its examples",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := budget.Phrases.ReadFile(args[0])
			if err != nil {
				return badInput("%w", err)
			}
			names, err := namesOf(version)
			if err != nil {
				return err
			}
			return checkPhrases(cmd.OutOrStdout(), args[0], text, names)
		},
	}
	cmd.Flags().StringVar(&version, "version", data.DefaultVersion, "Minecraft version whose names are used")
	return cmd
}

// checkPhrases says what is wrong with a file, or what it adds.
func checkPhrases(out io.Writer, path string, text []byte, names *lexicon.Lexicon) error {
	_, own, err := language.Merged(text, goals.Spoken())
	var faults language.Faults
	if errors.As(err, &faults) {
		return badInput("%s", eachFault(path, faults))
	}
	if err != nil {
		return badInput("%s: %w", path, err)
	}
	reader := language.NewLibrary(goals.Spoken(), func() ([]byte, error) { return text, nil }).Reader(names)
	files := []*language.File{own}
	if base, _, err := language.Embedded(own.Language); err == nil {
		files = append(files, base)
	}
	wrong, read := wrongExamples(reader, path, files)
	if len(wrong) > 0 {
		return badInput("%s", strings.Join(wrong, "\n"))
	}
	_, err = fmt.Fprintf(out, "%s: no mistakes; %d examples are read as they say.\n", path, read)
	return err
}

// eachFault is a line for each mistake, with the file.
func eachFault(path string, faults language.Faults) string {
	lines := lists.Of(faults, func(f *language.Fault) string { return path + ": " + language.Faults{*f}.Error() })
	return strings.Join(lines, "\n")
}

// wrongExamples are the examples that are not read as they say, of the file and of those that come
// with Minehand, and how many there are in all.
func wrongExamples(reader *language.Reader, path string, files []*language.File) (wrong []string, read int) {
	for i, f := range files {
		for _, verb := range slices.Sorted(maps.Keys(f.Verbs)) {
			for _, example := range slices.Sorted(maps.Keys(f.Verbs[verb].Examples)) {
				read++
				want := f.Verbs[verb].Examples[example]
				if fault := exampleFault(reader, example, want); fault != "" && i == 0 {
					wrong = append(wrong, fmt.Sprintf("%s: the example %q of %s %s", path, example, verb, fault))
				} else if fault != "" {
					wrong = append(wrong, fmt.Sprintf("%s: with it the example %q, which comes with Minehand, %s", path, example, fault))
				}
			}
		}
	}
	return wrong, read
}

// exampleFault says how an example is read otherwise than it says, empty when it is not.
func exampleFault(r *language.Reader, text, want string) string {
	got, err := r.Read(text)
	var unread *language.Unread
	switch {
	case errors.As(err, &unread):
		return fmt.Sprintf("is not read: nothing takes %q", unread.Part.Of(text))
	case err != nil:
		return "is not read: " + err.Error()
	case len(got) > 1:
		return fmt.Sprintf("can be read in %d ways: %s", len(got), ways(got))
	case got[0].String() != want:
		return fmt.Sprintf("is read as %s, and it says %s", got[0].String(), want)
	}
	return ""
}

func ways(list []language.Reading) string {
	out := lists.Of(list, func(r *language.Reading) string { return r.String() })
	return strings.Join(out, " or ")
}

func newPhrasesMean() *cobra.Command {
	return &cobra.Command{
		Use:   "mean SENTENCE GOAL",
		Short: "Keep what a sentence of yours means, or a routine",
		Args:  cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := app.KeepMeaning(args[0], args[1]); err != nil {
				return badInput("%w", err)
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "%q means %q from now on.\n", args[0], args[1])
			return err
		},
	}
}

func newPhrasesTry() *cobra.Command {
	var version string
	cmd := &cobra.Command{
		Use:   "try SENTENCE",
		Short: "Show how a sentence is read, with the weight of each reading",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			names, err := namesOf(version)
			if err != nil {
				return err
			}
			return tryPhrase(cmd.OutOrStdout(), strings.Join(args, " "), names)
		},
	}
	cmd.Flags().StringVar(&version, "version", data.DefaultVersion, "Minecraft version whose names are used")
	return cmd
}

// tryPhrase shows the readings of a sentence.
func tryPhrase(out io.Writer, text string, names *lexicon.Lexicon) error {
	got, err := goals.Grammar().Reader(names).Read(text)
	var unread *language.Unread
	if errors.As(err, &unread) {
		return badInput("No phrase reads %q whole; nothing takes %q. \"minehand phrases list\" shows the phrases.", text, unread.Part.Of(text))
	}
	if err != nil {
		return badInput("%w", err)
	}
	for _, r := range got {
		if _, err := fmt.Fprintf(out, "%s  weight %.1f  %s\n", r.Language, r.Weight, r.String()); err != nil {
			return err
		}
		for _, g := range r.Guesses {
			if _, err := fmt.Fprintf(out, "    %q was taken for %q\n", g.From, g.To); err != nil {
				return err
			}
		}
	}
	return nil
}

func newPhrasesList() *cobra.Command {
	return &cobra.Command{
		Use:   "list [LANGUAGE]",
		Short: "List the languages, or the phrases of one",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listLanguages(cmd.OutOrStdout())
			}
			f, _, err := language.Embedded(args[0])
			if err != nil {
				return badInput("%w", err)
			}
			return listPhrases(cmd.OutOrStdout(), f)
		},
	}
}

// listLanguages has a line for each language: what it has, and what it lacks.
func listLanguages(out io.Writer) error {
	for _, code := range language.Languages() {
		f, _, err := language.Embedded(code)
		if err != nil {
			return err
		}
		said := 0
		var lacks []string
		for _, frame := range goals.Spoken() {
			if v := f.Verbs[frame.Verb]; len(v.Say)+len(v.Alone) > 0 {
				said++
			} else {
				lacks = append(lacks, frame.Verb)
			}
		}
		line := fmt.Sprintf("%s  %s: %d verbs", code, f.Name, said)
		if f.Lexicon {
			line += ", all names of the version"
		} else {
			line += fmt.Sprintf(", %d names of things and mobs", len(f.Names)+len(f.Mobs))
		}
		if len(lacks) > 0 {
			line += "; lacks " + strings.Join(lacks, ", ")
		}
		if !f.Native {
			line += "; not judged by a native speaker"
		}
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	path, err := app.PhrasesPath()
	if err != nil {
		return nil
	}
	_, err = fmt.Fprintf(out, "Your own phrases: %s\n", path)
	return err
}

// listPhrases has each verb of a file with its phrases.
func listPhrases(out io.Writer, f *language.File) error {
	var b strings.Builder
	for _, verb := range slices.Sorted(maps.Keys(f.Verbs)) {
		b.WriteString(verb + "\n")
		for _, say := range slices.Concat(f.Verbs[verb].Say, f.Verbs[verb].Alone) {
			b.WriteString("    " + say + "\n")
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}
