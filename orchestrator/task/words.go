package task

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/minehand/minehand/game"
)

// codeWords are the codes as a player reads them, for bodies that send a code
// without a message.
var codeWords = map[game.Code]string{
	game.CodeTimeout: "it took too long", game.CodeInterrupted: "it was interrupted",
	game.CodeInvalid: "the body did not understand it", game.CodeNoWorld: "the player is in no world",
	game.CodeScreenOpen: "a screen is open in the game", game.CodeDied: "the player died",
	game.CodeDenied: "it is not allowed", game.CodeUnsupported: "the body cannot do it",
	game.CodeConnectionLost: "the connection was lost", game.CodeInternal: "the body had an internal fault",
	game.CodeNoPath: "there is no way there", game.CodeUnreachable: "it cannot be reached",
	game.CodeNotFound: "none was found", game.CodeWrongDimension: "it is in another dimension",
	game.CodeMissingTool: "the right tool is missing", game.CodeMissingItem: "an item for it is missing",
	game.CodeInventoryFull: "the inventory is full", game.CodeProtected: "the place is protected",
	game.CodeNoSupport: "there is nothing to place it on", game.CodeNoStation: "the crafting table or furnace for it is missing",
	game.CodeNoFuel: "there is no fuel", game.CodeUnknownRecipe: "the game has no such recipe",
	game.CodeNotHungry: "the player is not hungry", game.CodeNoBed: "there is no bed",
	game.CodeNotNight: "it is not night", game.CodeMonstersNear: "monsters are near",
	game.CodeUnresponsive: "the body did not come to rest",
}

// failureWords is why something failed, without a full stop.
func failureWords(f *game.Failure) string {
	if f == nil {
		return "no reason was given"
	}
	msg := strings.TrimRight(strings.TrimSpace(f.Message), ".")
	if msg != "" {
		return msg
	}
	if w, ok := codeWords[f.Code]; ok {
		return w
	}
	if f.Code != "" {
		return game.Display(string(f.Code))
	}
	return "the body gave no reason"
}

// couldNot is the sentence for a task that failed at an action: "Could not
// mine 1 diamond ore: none was found."
func couldNot(a *game.Attempt) string {
	reason := a.Reason
	switch {
	case a.Verdict == game.Contradicted:
		reason = "the body says it is done, but " + a.Reason
	case a.Outcome.Failure != nil:
		reason = failureWords(a.Outcome.Failure)
	}
	return fmt.Sprintf("Could not %s: %s.", lowerFirst(a.Step.Action.Describe()), strings.TrimRight(reason, "."))
}

func lowerFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[n:]
}

// Sentence makes a reason a sentence.
func Sentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" {
		return ""
	}
	r, n := utf8.DecodeRuneInString(s)
	s = string(unicode.ToUpper(r)) + s[n:]
	if strings.ContainsAny(s[len(s)-1:], ".!?") {
		return s
	}
	return s + "."
}

func needWords(n game.Need) string {
	return game.CountedAny(max(n.Count, 1), n.Items)
}

// words is a duration as players say it.
func words(d time.Duration) string {
	switch {
	case d >= time.Hour && d%time.Hour == 0:
		return plural(int(d/time.Hour), "hour")
	case d >= time.Minute:
		return plural(int(d.Round(time.Minute)/time.Minute), "minute")
	}
	return plural(int(d.Round(time.Second)/time.Second), "second")
}

func plural(n int, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}

// listWords is a list as part of a sentence.
func listWords(list []string) string {
	switch len(list) {
	case 0:
		return ""
	case 1:
		return list[0]
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}
