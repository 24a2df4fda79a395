// SPDX-License-Identifier: MIT

package view

import "time"

// MissionInfo is one mission of a set.
type MissionInfo struct {
	Name  string   `json:"name"`
	About string   `json:"about,omitempty"`
	Tags  []string `json:"tags,omitempty"`
	// Line of the set's text where it begins, from 1.
	Line int `json:"line"`
}

// MissionFault is something wrong in the text of a set.
type MissionFault struct {
	// Line from 1.
	Line int `json:"line"`
	// Text says what is wrong and what fits.
	Text string `json:"text"`
}

// MissionSet is a file of missions.
type MissionSet struct {
	// Set is its id: suite/NAME and bench/NAME come with Minehand, mine/NAME are the
	// person's own.
	Set string `json:"set"`
	// Own: it can be changed.
	Own      bool          `json:"own"`
	Missions []MissionInfo `json:"missions"`
	// Faults of a set that cannot be played.
	Faults []MissionFault `json:"faults,omitempty"`
}

// MissionSets is the answer to list-missions.
type MissionSets struct {
	Sets []MissionSet `json:"sets"`
}

// OfMissions names a set.
type OfMissions struct {
	Set string `json:"set"`
}

// MissionText is a set with its text.
type MissionText struct {
	MissionSet
	// Text is YAML, as docs/MISSIONS.md has it.
	Text string `json:"text"`
}

// CheckMissions asks what is wrong with a text.
type CheckMissions struct {
	Text string `json:"text"`
}

// CheckedMissions are the missions of a text, or what is wrong with it.
type CheckedMissions struct {
	Missions []MissionInfo  `json:"missions"`
	Faults   []MissionFault `json:"faults"`
}

// SaveMissions keeps a text as a set of the person's own.
type SaveMissions struct {
	// Name in small letters, digits and dashes; one that is there is replaced.
	Name string `json:"name"`
	Text string `json:"text"`
}

// RunMissions begins to play missions, or goes on with a run that was broken off.
type RunMissions struct {
	// Run is one that was broken off; everything else is left out then.
	Run string `json:"run,omitempty"`
	// Sets to play.
	Sets []string `json:"sets,omitempty"`
	// Only these missions of them, by name; left out, all.
	Only []string `json:"only,omitempty"`
	// Providers, Models, Modes and Assists: every mission is played with each of them.
	// Left out, as the missions say.
	Providers []string `json:"providers,omitempty"`
	Models    []string `json:"models,omitempty"`
	Modes     []string `json:"modes,omitempty"`
	Assists   []string `json:"assists,omitempty"`
	// Repeat each so often, 1 to 100; left out, once.
	Repeat int `json:"repeat,omitempty"`
	// Parallel is how many are played at a time, 1 to 8; left out, 2.
	Parallel int `json:"parallel,omitempty"`
	// Minutes that each may take at most; left out, as the missions say.
	Minutes float64 `json:"minutes,omitempty"`
}

// MissionNow is a mission that is being played.
type MissionNow struct {
	// Result is its id in the run.
	Result  string `json:"result"`
	Mission string `json:"mission"`
	Planner string `json:"planner"`
	// Text is the last that happened.
	Text string `json:"text"`
}

// MissionProgress says how far a run of missions is.
type MissionProgress struct {
	Run string `json:"run"`
	// Sets that are played.
	Sets  []string  `json:"sets"`
	Began time.Time `json:"began"`
	// Running: it is under way. One that is not, with Done below Of, was broken off
	// and can go on.
	Running bool `json:"running"`
	Done    int  `json:"done"`
	Of      int  `json:"of"`
	// Passed and Failed of those that are done; the others were skipped.
	Passed int `json:"passed"`
	Failed int `json:"failed"`
	// Now is what is being played.
	Now []MissionNow `json:"now,omitempty"`
	// Fault says why it ended before its end.
	Fault string `json:"fault,omitempty"`
}

// MissionRuns is the answer to list-mission-runs, newest first.
type MissionRuns struct {
	Runs []MissionProgress `json:"runs"`
}

// OfMissionRun names a run of missions.
type OfMissionRun struct {
	Run string `json:"run"`
}

// MissionRank is one planner in a run's ranking.
type MissionRank struct {
	// Planner is provider, model, mode and assist.
	Planner string `json:"planner"`
	// Rank counts from 1; it is lost only to one whose whole interval lies higher.
	Rank int `json:"rank"`
	// Runs that count: those that were skipped, or failed for the infrastructure, do
	// not.
	Runs   int `json:"runs"`
	Passed int `json:"passed"`
	// Share passed, 0 to 1, with its 95 % interval (Wilson).
	Share float64 `json:"share"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	// FalseSuccess counts runs that were told as complete and were not.
	FalseSuccess int `json:"falseSuccess"`
	// Seconds and Tokens of a run, in the middle.
	Seconds float64 `json:"seconds"`
	Tokens  float64 `json:"tokens"`
}

// MissionResult is one mission played once.
type MissionResult struct {
	Result  string `json:"result"`
	Mission string `json:"mission"`
	Planner string `json:"planner"`
	// Outcome: passed, failed, skipped, or infrastructure when nobody who planned is
	// to blame.
	Outcome string `json:"outcome"`
	// Verdict that the last goal ended with.
	Verdict string `json:"verdict,omitempty"`
	// Why it was skipped or could not be played; Failures are what does not hold of
	// what was expected.
	Why      string   `json:"why,omitempty"`
	Failures []string `json:"failures,omitempty"`
	Tokens   int      `json:"tokens"`
	Seconds  float64  `json:"seconds"`
}

// MissionRun is a run with its ranking and results.
type MissionRun struct {
	MissionProgress
	Ranking []MissionRank   `json:"ranking"`
	Results []MissionResult `json:"results"`
}

// OfMissionResult names a mission that was played.
type OfMissionResult struct {
	Run    string `json:"run"`
	Result string `json:"result"`
}

// MissionMoment is one thing that happened while a mission was played.
type MissionMoment struct {
	// AtMS is the time since it began, in milliseconds.
	AtMS int64  `json:"atMs"`
	Kind string `json:"kind"`
	Text string `json:"text"`
}

// MissionTimeline is a mission that was played, or is being played, and what
// happened in it.
type MissionTimeline struct {
	MissionResult
	Timeline []MissionMoment `json:"timeline"`
}
