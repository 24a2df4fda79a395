package goalread

import "strings"

// verbs maps the words that a clause may begin with to its kind.
var verbs = map[string]Kind{
	"get": Get, "obtain": Get, "acquire": Get, "fetch": Get, "grab": Get, "find": Get, "have": Get, "collect": Get, "gather": Get, "gather up": Get, "pick up": Get, "get hold of": Get, "stock up on": Get, "need": Get, "want": Get, "bring back": Get, "gimme": Get, "loot": Get, "own": Get, "hold": Equip, "procure": Get, "go get": Get, "look for": Get, "search for": Get, "mine until you have": Get, "mine till you have": Get, "dig until you have": Get, "keep mining until you have": Get, "mine until you get": Get, "mine until we have": Get, "chop until you have": Get, "pick": Get, "locate": Get,
	"mine": Mine, "dig": Mine, "dig up": Mine, "dig out": Mine, "chop": Mine, "chop down": Mine, "cut": Mine, "cut down": Mine, "break": Mine, "excavate": Mine, "harvest": Mine, "fell": Mine, "mine for": Mine, "punch": Mine, "dig for": Mine,
	"craft": Craft, "make": Craft, "create": Craft, "construct": Craft, "forge": Craft, "produce": Craft, "build": Craft, "bake": Craft, "craft up": Craft, "put together": Craft, "brew": Craft, "assemble": Craft, "put up": Craft, "erect": Craft, "raise": Craft,
	"smelt": Smelt, "cook": Smelt, "roast": Smelt, "melt": Smelt, "grill": Smelt, "fry": Smelt, "burn": Smelt,
	"kill": Kill, "slay": Kill, "hunt": Kill, "attack": Kill, "fight": Kill, "defeat": Kill, "murder": Kill, "hunt down": Kill, "hunt for": Kill, "slaughter": Kill, "butcher": Kill,
	"go to": Goto, "goto": Goto, "go": Goto, "walk to": Goto, "walk": Goto, "travel to": Goto, "travel": Goto, "run to": Goto, "run": Goto, "move to": Goto, "move": Goto, "head to": Goto, "head over to": Goto, "come to": Goto, "come": Goto, "navigate to": Goto, "return to": Goto, "go over to": Goto, "get over": Goto, "get to": Goto, "get back": Goto, "return": Goto, "walk over to": Goto,
	"say": Say, "chat": Say, "shout": Say, "announce": Say, "tell everyone": Say, "write": Say, "type": Say, "yell": Say, "tell the chat": Say, "say in chat": Say,
	"eat": Eat, "consume": Eat, "drink": Eat, "feed": Eat,
	"equip": Equip, "wear": Equip, "put on": Equip, "wield": Equip, "switch to": Equip, "dress in": Equip,
	"place": Place, "put down": Place, "set down": Place, "set": Place, "put": Place, "set up": Place, "lay": Place,
	"deposit": Deposit, "store": Deposit, "stash": Deposit, "stow": Deposit,
	"withdraw": Withdraw, "take": Withdraw, "take out": Withdraw, "retrieve": Withdraw,
	"give": Give, "hand": Give, "bring": Give, "deliver": Give, "toss": Give, "throw": Give, "drop": Give, "hand over": Give, "throw out": Give, "throw away": Give, "get rid of": Give, "dump": Give, "trash": Give, "discard": Give,
	"follow": Follow, "come with": Follow, "stay with": Follow, "stick with": Follow, "come along with": Follow, "keep following": Follow, "accompany": Follow,
	"sleep": Sleep, "go to sleep": Sleep, "go to bed": Sleep, "take a nap": Sleep,
	"wait": Wait, "wait for": Wait, "pause for": Wait,
	"im hungry": Eat, "i am hungry": Eat, "im starving": Eat, "i am starving": Eat,
	"shear": Shear, "milk": Milk, "breed": Breed, "till": Till, "plow": Till, "plough": Till,
	"catch": Catch, "fish for": Catch, "go fishing": Catch, "go fish": Catch, "fish": Catch,
	"plant": Plant, "sow": Plant, "grow": Grow, "farm": Grow, "cultivate": Grow, "fill": Get, "fill up": Get, "refill": Get,
	"interact with": Interact, "use": Interact, "click": Interact, "right click": Interact, "press": Interact, "open": Interact, "pull": Interact, "flip": Interact, "activate": Interact,
}

// exactVerbs are never what a misspelt word is taken for: too many names of
// things are near them.
var exactVerbs = wordSet("shear milk breed till plow plough catch plant sow grow farm cultivate locate fill refill fish dump trash discard")

// dropVerbs are about what is held, when no number and nobody is named.
var dropVerbs = map[string]bool{"drop": true, "toss": true, "throw": true, "throw out": true, "throw away": true, "get rid of": true, "dump": true, "trash": true, "discard": true}

// longestVerb is the longest phrase of verbs, in words.
const longestVerb = 5

// gerunds are the verbs as they follow "would you mind".
var gerunds = func() map[string]Kind {
	m := map[string]Kind{}
	for v, k := range verbs {
		if strings.Contains(v, " ") {
			continue
		}
		m[v+"ing"] = k
		m[strings.TrimSuffix(v, "e")+"ing"] = k
		m[v+v[len(v)-1:]+"ing"] = k // getting
	}
	return m
}()

// openers are words before a verb that add nothing.
var openers = []string{
	"please", "pls", "plz", "pleas", "plese", "pleaze", "pretty please", "can you", "could you", "would you", "will you", "can u", "could u", "can ya", "i want you to", "i need you to", "i would like you to", "id like you to",
	"i want to", "i need to", "i wanna", "i want", "i need", "i would like to", "i would like", "id like to", "id like", "id love", "we need", "we need to", "we want", "ill need", "im gonna need", "i am going to need", "you should", "you need to", "u need to", "you have to",
	"lets", "let us", "let me", "lemme", "hey", "hi", "hello", "yo", "ok", "okay", "alright", "sure", "well", "so", "now", "just", "quickly", "kindly", "maybe", "first", "first of all", "firstly", "secondly", "go and", "go ahead and", "try to", "start to", "begin to", "help me", "help me to", "make sure to", "be sure to", "your task is to", "your job is to", "your goal is to", "the goal is to", "goal", "task", "todo",
	"minehand", "bot", "buddy", "mate", "dude", "bro", "man", "friend", "my friend", "it would be great if you could", "it would be nice if you could", "id appreciate it if you could", "if you could", "when you have time", "when you can", "when you get a chance", "if you have time", "if you dont mind", "if possible",
	"thanks", "thank you", "thx", "ty", "cheers",
	"as well as", "also", "then", "next", "finally", "lastly", "after that", "afterwards", "after this", "and after", "when done", "when you are done", "when youre done", "once you are done", "once youre done", "once done", "bring back to me",
	"would you mind", "do you mind", "how about", "what about", "try", "start", "begin",
}

// gerundOpeners ask for the other form of a verb.
var gerundOpeners = map[string]bool{"would you mind": true, "do you mind": true, "how about": true, "what about": true, "try": true, "start": true, "begin": true}

// connectors stand between goals.
var connectors = map[string]bool{"and": true, ",": true, "then": true, "also": true, "plus": true, "next": true, "finally": true, "afterwards": true}

// questions begin what is asked, not ordered; refusals are orders not to do
// something, and wishes that have no number. None of them is part of a thing's
// misspelt name.
var questions = wordSet("what where who why when how which whose is are am do does did has was were should may shall if whats wheres whos hows")

var refusals = wordSet("no not dont never without except unless but or nor instead avoid stop cancel everything anything nothing all every each enough them")

// negations turn what follows them into what is not wanted.
var negations = wordSet("no not dont never without except unless but nor instead avoid")

// noThings are words that no item is meant by, however near its name.
var noThings = wordSet("hole house home hut castle base bridge tunnel farm portal village road shelter help hello down up north south east west here there away moon sky dinner lunch breakfast hold tool tools weapon weapons armor armour gear stuff cave ground")

func wordSet(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// closers after a goal add nothing.
var closers = []string{
	"please", "pls", "plz", "for me", "for us", "for you", "thanks", "thank you", "thx", "ty", "lol", "now", "right now", "asap", "quickly", "quick", "real quick", "really quick", "fast", "soon", "immediately", "first", "again",
	"in the game", "in total", "as well", "too", "from somewhere", "to me", "if you can", "if possible", "if you dont mind", "when you can", "somewhere", "here", "right here", "over here", "over there", "there", "on the ground", "on the floor", "nearby", "next to me", "near me", "near you", "next to you", "beside me", "around here",
	"in a furnace", "in the furnace", "at a crafting table", "in the crafting table", "on the crafting table", "with a pickaxe", "from the ground", "in the world", "in minecraft", "so we can see", "for a while", "mate", "buddy", "bro", "dude", "man", "bot", "minehand",
}
