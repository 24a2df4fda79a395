// SPDX-License-Identifier: MIT

package view

import (
	"time"

	"github.com/minehand/minehand/game"
)

// SpeechKind is what a text was taken for.
type SpeechKind string

// The kinds of what is said.
const (
	// SpeechGoal: a request that stands for itself.
	SpeechGoal SpeechKind = "goal"
	// SpeechFollowUp: a request that refers to an earlier one: "10 more".
	SpeechFollowUp SpeechKind = "follow_up"
	// SpeechCorrection: the last request is changed: "not that, iron".
	SpeechCorrection SpeechKind = "correction"
	// SpeechQuestion: something is asked, and nothing is begun.
	SpeechQuestion SpeechKind = "question"
	SpeechStop     SpeechKind = "stop"
	SpeechPause    SpeechKind = "pause"
	SpeechResume   SpeechKind = "resume"
	SpeechSkip     SpeechKind = "skip"
	// SpeechUndo: what the last task changed in the world is put back.
	SpeechUndo SpeechKind = "undo"
	// SpeechYes and SpeechNo answer the plan that waits for it.
	SpeechYes SpeechKind = "yes"
	SpeechNo  SpeechKind = "no"
	// SpeechCancel: the request that was made last and waits is let go of. SpeechClear:
	// all that wait are.
	SpeechCancel SpeechKind = "cancel"
	SpeechClear  SpeechKind = "clear"
	// SpeechFaster and SpeechSlower: the practice world's time.
	SpeechFaster SpeechKind = "faster"
	SpeechSlower SpeechKind = "slower"
	// SpeechKept: a place or a standing order is kept, changed or told of.
	SpeechKept SpeechKind = "kept"
	// SpeechRemark: nothing is wanted: "thanks".
	SpeechRemark SpeechKind = "remark"
	// SpeechUnread: nothing could be made of it.
	SpeechUnread SpeechKind = "unread"
)

// Values lists all kinds.
func (SpeechKind) Values() []string {
	return words(SpeechGoal, SpeechFollowUp, SpeechCorrection, SpeechQuestion, SpeechStop, SpeechPause, SpeechResume, SpeechSkip, SpeechUndo,
		SpeechYes, SpeechNo, SpeechCancel, SpeechClear, SpeechFaster, SpeechSlower, SpeechKept, SpeechRemark, SpeechUnread)
}

// Topic is what a question is about.
type Topic string

// The topics: the rows of the fact table.
const (
	// TopicHave: what is held, or how much of a thing.
	TopicHave Topic = "have"
	// TopicWhere: where the body is.
	TopicWhere Topic = "where"
	// TopicPlace: where a thing is that is in view.
	TopicPlace Topic = "place"
	// TopicFar: how far that is.
	TopicFar Topic = "far"
	// TopicHealth: the health.
	TopicHealth Topic = "health"
	// TopicFood: hunger, and what there is to eat.
	TopicFood Topic = "food"
	// TopicTime: the time of day.
	TopicTime Topic = "time"
	// TopicWeather: the weather.
	TopicWeather Topic = "weather"
	// TopicCondition: health, hunger, time and weather.
	TopicCondition Topic = "condition"
	// TopicDoing: what is being done, and how far it is.
	TopicDoing Topic = "doing"
	// TopicLeft: how long it will take.
	TopicLeft Topic = "left"
	// TopicSteps: the step at hand and those to come.
	TopicSteps Topic = "steps"
	// TopicNext: what comes next.
	TopicNext Topic = "next"
	// TopicWaiting: which requests wait.
	TopicWaiting Topic = "waiting"
	// TopicWhy: why the step at hand is done.
	TopicWhy Topic = "why"
	// TopicAnother: why it is not done in another way.
	TopicAnother Topic = "another"
	// TopicFailed: what failed, and why.
	TopicFailed Topic = "failed"
	// TopicMissing: what is missing for the task at hand, or for a thing.
	TopicMissing Topic = "missing"
	// TopicMake: how a thing is made.
	TopicMake Topic = "make"
	// TopicUse: what a thing is for.
	TopicUse Topic = "use"
	// TopicChanged: what was changed in the world.
	TopicChanged Topic = "changed"
	// TopicDone: what was done before.
	TopicDone Topic = "done"
	// TopicCan: what can be asked for.
	TopicCan Topic = "can"
	// TopicWho: who answers.
	TopicWho Topic = "who"
	// TopicPerson: who a player is.
	TopicPerson Topic = "person"
	// TopicConnect: how a game of one's own is joined.
	TopicConnect Topic = "connect"
	// TopicModel: which model is asked, and where another is chosen.
	TopicModel Topic = "model"
	// TopicData: where what is said is sent.
	TopicData Topic = "data"
	// TopicCost: what Minehand costs.
	TopicCost Topic = "cost"
	// TopicHistory: where earlier goals are found.
	TopicHistory Topic = "history"
	// TopicProven: what is called proven.
	TopicProven Topic = "proven"
	// TopicSpeed: how fast the practice world's time goes.
	TopicSpeed Topic = "speed"
	// TopicSeed: the seed of the world.
	TopicSeed Topic = "seed"
	// TopicTheme: where the page is made light or dark.
	TopicTheme Topic = "theme"
	// TopicStopButton: what the red button does.
	TopicStopButton Topic = "stop-button"
	// TopicPlayed: how long the body has been here.
	TopicPlayed Topic = "played"
	// TopicStored: how much of a thing the chests held that are known.
	TopicStored Topic = "stored"
	// TopicPlaced: what was placed.
	TopicPlaced Topic = "placed"
	// TopicUsed: how much of a thing was used up, and for what.
	TopicUsed Topic = "used"
	// TopicTakes: how long a thing takes to grow or to be smelted.
	TopicTakes Topic = "takes"
	// TopicDug: what was dug or broken.
	TopicDug Topic = "dug"
	// TopicGot: what was got.
	TopicGot Topic = "got"
	// TopicMade: what was made or built.
	TopicMade Topic = "made"
	// TopicGave: what was given to a player.
	TopicGave Topic = "gave"
	// TopicKilled: what was killed.
	TopicKilled Topic = "killed"
	// TopicSlept: when the body slept.
	TopicSlept Topic = "slept"
	// TopicAte: what was eaten.
	TopicAte Topic = "ate"
	// TopicSorted: whether chests were sorted.
	TopicSorted Topic = "sorted"
	// TopicGuarded: what was guarded.
	TopicGuarded Topic = "guarded"
	// TopicFinished: how what was asked for stands.
	TopicFinished Topic = "finished"
	// TopicDeep: how deep a hole is.
	TopicDeep Topic = "deep"
	// TopicTook: how long it took.
	TopicTook Topic = "took"
	// TopicDied: where the body died.
	TopicDied Topic = "died"
	// TopicStanding: what stands of what was built.
	TopicStanding Topic = "standing"
	// TopicPeople: which other players are here.
	TopicPeople Topic = "people"
	// TopicBlueprints: which buildings there are as files.
	TopicBlueprints Topic = "blueprints"
	// TopicRipe: whether a plant is ripe.
	TopicRipe Topic = "ripe"
	// TopicShut: how a door, gate or lever was left.
	TopicShut Topic = "shut"
	// TopicSize: how long, wide and high a thing is that was built or dug.
	TopicSize Topic = "size"
	// TopicMaterial: what a thing is made of.
	TopicMaterial Topic = "material"
	// TopicOrders: which standing orders there are.
	TopicOrders Topic = "orders"
	// TopicGrows: what can be planted.
	TopicGrows Topic = "grows"
	// TopicBuilds: what can be built and dug.
	TopicBuilds Topic = "builds"
	// TopicDanger: whether monsters come.
	TopicDanger Topic = "danger"
	// TopicHungry: the person is hungry.
	TopicHungry Topic = "hungry"
	// TopicDark: it is dark.
	TopicDark Topic = "dark"
	// TopicHurt: the person is attacked.
	TopicHurt Topic = "hurt"
	// TopicAmiss: the person is not content with what was done.
	TopicAmiss Topic = "amiss"
	// TopicLacking: a thing is missed of what was done.
	TopicLacking Topic = "lacking"
	// TopicSource: where what was got or dug comes from.
	TopicSource Topic = "source"
	// TopicSafe: whether monsters get into what was built.
	TopicSafe Topic = "safe"
	// TopicRan: the steps that were done.
	TopicRan Topic = "ran"
	// TopicUnknown: a question that cannot be answered.
	TopicUnknown Topic = "unknown"
)

// Values lists all topics.
func (Topic) Values() []string {
	return words(TopicHave, TopicWhere, TopicPlace, TopicFar, TopicHealth, TopicFood, TopicTime, TopicWeather, TopicCondition,
		TopicDoing, TopicLeft, TopicSteps, TopicNext, TopicWaiting, TopicWhy, TopicAnother, TopicFailed, TopicMissing,
		TopicMake, TopicUse, TopicChanged, TopicDone, TopicCan, TopicWho,
		TopicPerson, TopicConnect, TopicModel, TopicData, TopicCost, TopicHistory, TopicProven, TopicSpeed, TopicSeed, TopicTheme,
		TopicStopButton, TopicPlayed, TopicStored, TopicPlaced, TopicDug, TopicGot, TopicMade, TopicGave, TopicKilled, TopicSlept,
		TopicFinished, TopicDeep, TopicTook, TopicDied, TopicStanding, TopicPeople, TopicBlueprints, TopicRipe, TopicShut,
		TopicAte, TopicSorted, TopicGuarded, TopicSize, TopicMaterial, TopicOrders, TopicUsed, TopicTakes, TopicAmiss, TopicLacking,
		TopicGrows, TopicBuilds, TopicDanger, TopicHungry, TopicDark, TopicHurt, TopicSource, TopicSafe, TopicRan, TopicUnknown)
}

// Start is when a request is done.
type Start string

// The ways to start.
const (
	// StartNow: nothing is before it.
	StartNow Start = "now"
	// StartAfter: it waits for what was asked for before.
	StartAfter Start = "after"
	// StartInstead: what ran was given up for it.
	StartInstead Start = "instead"
	// StartRevised: the task that was asked for last goes on with other words.
	StartRevised Start = "revised"
)

// Values lists all ways.
func (Start) Values() []string { return words(StartNow, StartAfter, StartInstead, StartRevised) }

// Talk is what a person says.
type Talk struct {
	// Text as it was typed. With the guess that was asked about last it may be left out
	// beside accepted.
	Text string `json:"text"`
	// Accepted is the hash of the reading of that text (see the answer) that the
	// person agreed to: a guess is not begun without it. It may be agreed to until
	// something else is said to the same body, or done for it; a plain yes or no
	// answers it as well.
	Accepted string `json:"accepted,omitempty"`
	// Declined is the hash of a guess that the person said no to: it can no longer be
	// agreed to. Nothing else is done.
	Declined string `json:"declined,omitempty"`
	// Ask: it is answered only, and nothing is begun or stopped.
	Ask bool `json:"ask,omitempty"`
	// Change: what could stand for itself changes what was asked for last.
	Change bool `json:"change,omitempty"`
	// After: a request waits for what is being done, though its kind begins at once or
	// changes what runs.
	After bool `json:"after,omitempty"`
	// Language is the code of the language that the person reads, "de": what is answered to
	// words that tell none. Left out it is English.
	Language string `json:"language,omitempty"`
	// ByModel: a model passes on what a person says. It cannot agree to anything for them.
	ByModel bool `json:"byModel,omitempty"`
	// Settings of a request; what is left out takes the configured value.
	Settings PromptSettings `json:"settings,omitzero"`
	OfBody
}

// Talked is what came of it.
type Talked struct {
	// Kind is the last of the acts that wants something; Acts are all, in their order:
	// "go on, and then get 3 logs" is resume and goal.
	Kind SpeechKind   `json:"kind"`
	Acts []SpeechKind `json:"acts"`
	// Say is the answer for the person: a sentence or several lines.
	Say string `json:"say"`
	// Asks is what to say behind that where a guess waits for a yes and there are no
	// buttons; left out where none does.
	Asks string `json:"asks,omitempty"`
	// Goal is the request in full: "get 10 more diamonds" for "10 more".
	Goal string `json:"goal,omitempty"`
	// Reading is how the request is understood. With a guess, nothing is begun
	// before the same text comes again with Accepted.
	Reading *Reading `json:"reading,omitempty"`
	// TaskID of the task that was begun or changed; left out when none was.
	TaskID string `json:"taskId,omitempty"`
	Start  Start  `json:"start,omitempty"`
	// Behind is how many tasks come before it.
	Behind int `json:"behind,omitempty"`
	// Replaced is the task that was given up for it.
	Replaced string `json:"replaced,omitempty"`
	// Topic of a question.
	Topic Topic `json:"topic,omitempty"`
}

// Spoken is what was said and made no task, with what came of it: a question and its
// answer, a guess that waits for a yes, words that were refused. It is kept for all
// clients, also over a restart.
type Spoken struct {
	ID   string    `json:"id"`
	At   time.Time `json:"at"`
	Body string    `json:"body"`
	// Speaker is the player of the game who said it; left out for a client's person.
	Speaker string `json:"speaker,omitempty"`
	// World is the id of the world that the body was in, where it was in one.
	World string `json:"world,omitempty"`
	Text  string `json:"text"`
	// TaskID is the task that the words changed; left out for none.
	TaskID string `json:"taskId,omitempty"`
	// Kind is what it was taken for: a remark and what was not understood want no more
	// than a line.
	Kind SpeechKind `json:"kind,omitempty"`
	// Say is the answer, Fault why the words were refused.
	Say   string `json:"say,omitempty"`
	Fault string `json:"fault,omitempty"`
	// Partly is what was understood of words that were not read whole.
	Partly *game.Partial `json:"partly,omitempty"`
	// Guess is the hash that a yes to the guess names (talk with accepted), while it
	// waits for one.
	Guess string `json:"guess,omitempty"`
	// Who: it waits for its person's name in the game, said by talk; Choices are the players in sight.
	Who     bool     `json:"who,omitempty"`
	Choices []string `json:"choices,omitempty"`
	// Dropped: it is no longer in the talk.
	Dropped bool `json:"dropped,omitempty"`
}

// OfSpoken names something that was said.
type OfSpoken struct {
	SpokenID string `json:"spokenId"`
}

// Owner is the player whom a body works for.
type Owner struct {
	// Name as the game spells it.
	Name string `json:"name"`
	OfBody
}

// MakeWhat asks how a thing is made.
type MakeWhat struct {
	// Item is a name: an id, a display name, a group such as planks.
	Item string `json:"item"`
	// Count is how many; left out, 1.
	Count int `json:"count,omitempty"`
	OfBody
}

// HowTo is the way to a thing by the rules of the game.
type HowTo struct {
	// Text says it in words; Lacks says what of the ingredients is not held.
	Text  string `json:"text"`
	Lacks string `json:"lacks"`
	// Messages are both as messages.
	Messages map[string]game.Message `json:"messages,omitempty"`
	// Item and Count are what was asked for.
	Item  string `json:"item"`
	Count int    `json:"count"`
	// Steps are what would have to be done from what the body holds, in their order;
	// none when so many are held.
	Steps []string `json:"steps"`
	// Needs are the ingredients of the last step, Missing what of them is not held.
	Needs   []Amount `json:"needs"`
	Missing []Amount `json:"missing"`
	// Seconds of game time that the steps are expected to take; 0 when unknown.
	Seconds float64 `json:"seconds,omitempty"`
	// Impossible is a sentence when there is no way.
	Impossible string `json:"impossible,omitempty"`
}
