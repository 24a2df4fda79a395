package goals

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
)

// Slot names what may stand behind a verb, for people and schemas.
type Slot string

// The slots.
const (
	SlotThing     Slot = "thing"     // a number of items or blocks: "3 diamonds", "all the dirt", "it"
	SlotMob       Slot = "mob"       // a number of mobs: "2 cows", "all the zombies"
	SlotPlace     Slot = "place"     // "at 100 64 -20"
	SlotContainer Slot = "container" // "in the chest at 1 64 3", "in a chest"
	SlotPlayer    Slot = "player"    // "me", "Steve"
	SlotShape     Slot = "shape"     // "a 5x3 wall of cobblestone"
	SlotTime      Slot = "time"      // "for 2 minutes"
	SlotText      Slot = "text"      // what is said
	SlotUntil     Slot = "until"     // "until you have 10"
	SlotMaterial  Slot = "material"  // "out of gold", "from planks"
	SlotTool      Slot = "tool"      // "with a stone pickaxe", "given a bucket"
	SlotBiome     Slot = "biome"     // "in plains"
)

// Frame is one goal verb: what it may be called, what may stand behind it, and
// how it is known to be met. Reading, docs/GOALS.md, suggestions and what models
// are told are made from these rows; what is done for a goal stands in the file
// of its verb.
type Frame struct {
	Kind Kind
	// Words are what a clause may begin with.
	Words []string
	// Exact: nothing misspelt is taken for one of the words, for too many names of
	// things are near them.
	Exact bool
	// Wider are words that mean more than this verb and that only a person who
	// looks may let stand for it.
	Wider []string
	Slots []Slot
	// Grade is how it can be known to be met, Met when it is.
	Grade game.Grade
	Met   string
	// Examples can be read, the usual one first.
	Examples []string
}

// carried are the slots of a goal that is about things one carries.
var carried = []Slot{SlotThing, SlotTool, SlotBiome}

// Frames returns every row in the order in which they are shown.
func Frames() []Frame { return slices.Clone(frames) }

// words are the phrases of a list that commas part.
func words(list string) []string { return strings.Split(list, ", ") }

// frames are the rows in the order in which they are shown.
var frames = []Frame{
	{
		Kind: Get, Slots: append(slices.Clone(carried), SlotUntil, SlotMaterial), Grade: game.Seen,
		Words: words("get, obtain, acquire, fetch, grab, have, collect, gather, gather up, pick up, get hold of, stock up on, need, want, bring back, gimme, loot, own, procure, go get, mine until you have, mine till you have, dig until you have, keep mining until you have, mine until you get, mine until we have, chop until you have, pick, fill, fill up, refill, achieve"),
		Wider: words("search, harvest, earn, buy, trade for, win"),
		Met:   "so many are held",
		Examples: []string{
			"get 3 diamonds", "a stack of cobble", "coal or charcoal", "full iron armor", "tools", "fill a bucket with water", "get 5 logs in plains", "get 2 wool from sheep", "get obsidian given a diamond pickaxe",
		},
	},
	{
		Kind: Mine, Slots: append(slices.Clone(carried), SlotUntil), Grade: game.Seen,
		Words:    words("mine, dig, dig up, dig out, chop, chop down, cut, cut down, break, excavate, harvest, fell, mine for, punch, dig for"),
		Wider:    words("destroy, smash, clear"),
		Met:      "so many more of what it leaves are held than at the start",
		Examples: []string{"mine 10 stone", "chop down a tree", "mine 3 iron ore with a stone pickaxe"},
	},
	{
		Kind: Craft, Slots: []Slot{SlotThing, SlotMaterial, SlotTool}, Grade: game.Seen,
		Words:    words("craft, make, create, construct, forge, produce, build, bake, craft up, put together, brew, assemble, put up, erect, raise"),
		Met:      "so many more are held than at the start, or were made when a later goal uses them",
		Examples: []string{"make a furnace", "make a sword out of gold", "craft planks out of 3 logs"},
	},
	{
		Kind: Smelt, Slots: carried, Grade: game.Seen,
		Words:    words("smelt, cook, roast, melt, grill, fry, burn"),
		Met:      "so many more come out of a furnace; *all* is what is held",
		Examples: []string{"cook 5 beef", "smelt all the iron", "make 3 glass"},
	},
	{
		Kind: Grow, Exact: true, Slots: []Slot{SlotThing}, Grade: game.Seen,
		Words:    words("grow, farm, cultivate"),
		Met:      "so many more are held (8 when no number is said); a seed that only its own crop brings is fetched first",
		Examples: []string{"grow 10 carrots", "farm wheat"},
	},
	{
		Kind: Shear, Exact: true, Slots: []Slot{SlotMob}, Grade: game.Seen,
		Words: words("shear"), Met: "so much wool more is held", Examples: []string{"shear 3 sheep", "shear 3 sheep and put the wool in a chest"},
	},
	{
		Kind: Milk, Exact: true, Slots: []Slot{SlotMob}, Grade: game.Seen,
		Words: words("milk"), Met: "so many more buckets of milk are held", Examples: []string{"milk a cow"},
	},
	{
		Kind: Catch, Exact: true, Slots: []Slot{SlotThing}, Grade: game.Seen,
		Words: words("catch, fish for, go fishing, go fish, fish"), Met: "so many more fish are held (5 when no number is said)", Examples: []string{"catch 3 fish", "go fishing"},
	},
	{
		Kind: Breed, Exact: true, Slots: []Slot{SlotMob, SlotTool}, Grade: game.Told,
		Words: words("breed"), Wider: words("mate, multiply"), Met: "so many pairs were bred: two animals make one young", Examples: []string{"breed 2 sheep"},
	},
	{
		Kind: Plant, Exact: true, Slots: []Slot{SlotThing}, Grade: game.Told,
		Words: words("plant, sow"), Met: "so many were planted", Examples: []string{"plant wheat", "plant a tree"},
	},
	{
		Kind: Till, Exact: true, Slots: []Slot{SlotThing}, Grade: game.Told,
		Words: words("till, plow, plough"), Met: "so many blocks were tilled", Examples: []string{"till 9 dirt"},
	},
	{
		Kind: Kill, Slots: []Slot{SlotMob, SlotTool}, Grade: game.Told,
		Words: words("kill, slay, hunt, attack, fight, defeat, murder, hunt down, hunt for, slaughter, butcher, combat"), Wider: words("beat, hit, battle"),
		Met: "so many were killed; *all* are those in view, 3 when none is", Examples: []string{"kill 3 zombies", "kill all the zombies", "kill 2 cows with an iron sword"},
	},
	{
		Kind: Goto, Slots: []Slot{SlotPlace, SlotPlayer}, Grade: game.Seen,
		Words:    words("go to, goto, go, walk to, walk, travel to, travel, run to, run, move to, move, head to, head over to, come to, come, navigate to, return to, go over to, get over, get to, get back, return, walk over to, enter"),
		Met:      "the feet are there, within 2 blocks (16 when no height was said)",
		Examples: []string{"go to 100 64 -20", "go to 100 200", "100 64 -20", "come here", "go to Steve"},
	},
	{
		Kind: Find, Exact: true, Slots: []Slot{SlotMob, SlotPlace}, Grade: game.Told,
		Words: words("find, locate, look for, search for, explore until you find, explore to find, search until you find, look around for, search, go and find"), Met: "it came in sight; of what is no block, and of several, so many more are fetched", Examples: []string{"find a village", "find me a cow", "find water", "find a bell"},
	},
	{
		Kind: Build, Slots: []Slot{SlotShape, SlotPlace}, Grade: game.Seen,
		Met: "so many blocks stand", Examples: []string{"build a 5x3 wall of cobblestone"},
	},
	{
		Kind: Place, Slots: []Slot{SlotThing, SlotPlace}, Grade: game.Seen,
		Words: words("place, put down, set down, set, put, set up, lay"), Met: "so many blocks stand", Examples: []string{"place 3 torches", "place a chest at 100 64 -20"},
	},
	{
		Kind: Equip, Slots: []Slot{SlotThing}, Grade: game.Seen,
		Words: words("hold, equip, wear, put on, wield, switch to, dress in, dress, change into"), Met: "it is on, or in hand; what is named is made when it is not held",
		Examples: []string{"wear iron armor", "put on armor", "get full iron armor and put it on"},
	},
	{
		Kind: Eat, Slots: []Slot{SlotThing}, Grade: game.Seen,
		Words: words("eat, consume, drink, feed, im hungry, i am hungry, im starving, i am starving"), Met: "so many were eaten; a body that is full says so, and the goal is not met",
		Examples: []string{"eat bread", "eat 5 carrots", "kill a pig and eat it", "i'm hungry"},
	},
	{
		Kind: Give, Slots: []Slot{SlotThing, SlotPlayer}, Grade: game.Seen,
		Words:    words("give, hand, bring, deliver, toss, throw, drop, hand over, throw out, throw away, get rid of, dump, trash, discard"),
		Met:      "so many were dropped, beside the player when one is named; without a number all that is held is dropped",
		Examples: []string{"bring me 10 logs", "give Steve 5 bread", "drop 5 dirt", "throw away dirt"},
	},
	{
		Kind: Throw, Slots: []Slot{SlotThing}, Grade: game.Told,
		Words: words("lob, hurl, chuck"), Exact: true, Met: "so many eggs, snowballs or pearls were thrown", Examples: []string{"throw an egg", "throw 3 snowballs"},
	},
	{
		Kind: Deposit, Slots: []Slot{SlotThing, SlotContainer}, Grade: game.Seen,
		Words: words("deposit, store, stash, stow"), Met: "the container says so; so many went into a new one",
		Examples: []string{"put 10 dirt in the chest at 1 64 3", "put all the dirt in a chest", "cook 3 beef and put it in a chest"},
	},
	{
		Kind: Withdraw, Slots: []Slot{SlotThing, SlotContainer}, Grade: game.Seen,
		Words: words("withdraw, take, take out, retrieve"), Met: "so many were taken out", Examples: []string{"take 3 bread from the chest at 1 64 3"},
	},
	{
		Kind: Say, Slots: []Slot{SlotText}, Grade: game.Told,
		Words: words("say, chat, shout, announce, tell everyone, write, type, yell, tell the chat, say in chat"), Met: "it was said once", Examples: []string{"say hello"},
	},
	{
		Kind: Follow, Slots: []Slot{SlotPlayer, SlotTime}, Grade: game.Told,
		Words: words("follow, come with, stay with, stick with, come along with, keep following, accompany"), Met: "stopped, or the time is over", Examples: []string{"follow me for 2 minutes"},
	},
	{
		Kind: Sleep, Grade: game.Told,
		Words: words("sleep, go to sleep, go to bed, take a nap"), Met: "it became day in a bed", Examples: []string{"sleep"},
	},
	{
		Kind: Wait, Slots: []Slot{SlotTime}, Grade: game.Told,
		Words: words("wait, wait for, pause for"), Met: "the time is over (30 seconds when none is said)", Examples: []string{"wait", "wait 2 minutes"},
	},
	{
		Kind: Interact, Slots: []Slot{SlotThing, SlotPlace}, Grade: game.Told,
		Words: words("interact with, use, click, right click, press, open, pull, flip, activate, close, shut"), Met: "it was used once", Examples: []string{"open the door at 5 64 5"},
	},
}

// FrameOf is the row of a kind.
func FrameOf(k Kind) (Frame, bool) {
	for i := range frames {
		if frames[i].Kind == k {
			return frames[i], true
		}
	}
	return Frame{}, false
}
