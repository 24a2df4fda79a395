// SPDX-License-Identifier: MIT

package game

// CodeInfo is what follows from a code. Every code has a row.
type CodeInfo struct {
	Code Code
	// Words are the code as a player reads it, for bodies that send it without a
	// message: "none was found".
	Words string
	// Repeats: the same call may succeed at another time, and is repeated once.
	Repeats bool
	// Passing: it is not the action's own fault, and waiting mends it.
	Passing bool
	// Absent: what the action was about was not there.
	Absent bool
	// Excludes is what is not tried again in the task.
	Excludes Scope
}

// Scope is how much of an action an exclusion is about.
type Scope uint8

// The scopes.
const (
	ExcludesNothing Scope = iota
	ExcludesSubject       // what the action is about, and its place
	ExcludesKind          // the kind as a whole
)

// LookupCode is the row of a code; one that is not known, and the empty one of
// bodies that give none, has a row without words, and is repeated when it is empty.
func LookupCode(c Code) CodeInfo {
	for i := range codes {
		if codes[i].Code == c {
			return codes[i]
		}
	}
	return CodeInfo{Code: c, Repeats: c == ""}
}

var codes = []CodeInfo{
	{Code: CodeTimeout, Words: "it took too long", Repeats: true},
	{Code: CodeInterrupted, Words: "it was interrupted", Repeats: true},
	{Code: CodeInvalid, Words: "the body did not understand it", Excludes: ExcludesSubject},
	{Code: CodeNoWorld, Words: "the player is in no world", Passing: true},
	{Code: CodeScreenOpen, Words: "a screen is open in the game", Passing: true},
	{Code: CodeDied, Words: "the player died"},
	{Code: CodeDenied, Words: "it is not allowed", Excludes: ExcludesKind},
	{Code: CodeUnsupported, Words: "the body cannot do it", Excludes: ExcludesKind},
	{Code: CodeConnectionLost, Words: "the connection was lost", Passing: true},
	{Code: CodeInternal, Words: "the body had an internal fault", Repeats: true},
	{Code: CodeBusy, Words: "the body was busy with something else", Repeats: true},
	{Code: CodeNoPath, Words: "there is no way there", Excludes: ExcludesSubject},
	{Code: CodeUnreachable, Words: "it cannot be reached", Excludes: ExcludesSubject},
	{Code: CodeNotFound, Words: "none was found", Absent: true, Excludes: ExcludesSubject},
	{Code: CodeWrongDimension, Words: "it is in another dimension", Excludes: ExcludesSubject},
	{Code: CodeMissingTool, Words: "the right tool is missing"},
	{Code: CodeMissingItem, Words: "an item for it is missing"},
	{Code: CodeInventoryFull, Words: "the inventory is full"},
	{Code: CodeProtected, Words: "the place is protected", Excludes: ExcludesSubject},
	{Code: CodeNoSupport, Words: "there is nothing to place it on", Excludes: ExcludesSubject},
	{Code: CodeNoStation, Words: "the crafting table or furnace for it is missing", Absent: true},
	{Code: CodeNoFuel, Words: "there is no fuel"},
	{Code: CodeUnknownRecipe, Words: "the game has no such recipe"},
	{Code: CodeNotHungry, Words: "the player is not hungry"},
	{Code: CodeMissingLevels, Words: "the player has too few levels"},
	{Code: CodeNoBed, Words: "there is no bed"},
	{Code: CodeNotNight, Words: "it is not night"},
	{Code: CodeMonstersNear, Words: "monsters are near"},
	{Code: CodeContradicted, Words: "the game's state says otherwise"},
	{Code: CodeUnresponsive, Words: "the body did not come to rest"},
}
