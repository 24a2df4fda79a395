// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"strings"
)

// exactWords are the verbs of other rows that nothing misspelt is taken for.
var exactWords = wordSet("shout shoot shut dress enter locate fill refill dump trash discard")

// tasks are openers of who is told to do something: "your objective is to", "the
// agent must", "we would like you to".
func tasks() []string {
	var out []string
	for _, whose := range [...]string{"your", "the", "our", "my", "this", "first", "next", "a", "main", "your first", "your next", "your main", "the main", "your current", "the current", "your only", "the final", "your final"} {
		for _, what := range [...]string{"objective", "task", "goal", "mission", "job", "assignment", "aim", "target", "challenge", "quest", "order", "instruction", "duty", "exercise", "purpose", "work"} {
			for _, is := range [...]string{" is to", " is", " will be to", " for today is to", " now is to", " here is to", " today is to", " for now is to", " is that you", " is for you to"} {
				out = append(out, whose+" "+what+is)
			}
		}
	}
	for _, what := range [...]string{"objective", "task", "goal", "mission", "challenge", "quest", "instruction", "instructions", "assignment", "prompt", "command", "request", "todo", "to do", "your task", "your mission", "your objective", "your goal", "your job", "the task", "the goal", "the objective", "the mission", "farming task", "mining task", "cooking task", "building task", "exploration task", "smelting task", "gathering task", "collection task", "multi step task", "long horizon task", "subtask", "sub task", "scenario", "episode", "requirement"} {
		out = append(out, what, what+" is to")
	}
	wish := wordSet("want need like love wish require")
	for _, who := range [...]string{"i", "we", "you", "agent", "the agent", "the player", "the bot", "the agents", "an agent", "bot", "player", "both agents", "all agents"} {
		for _, wants := range [...]string{"want", "wants", "need", "needs", "would like", "d like", "must", "should", "shall", "have to", "has to", "had to", "ought to", "wish", "are to", "is to", "are supposed to", "are required to", "is required to", "is asked to", "are expected to", "is expected to", "will need to", "will have to", "are going to", "is going to", "could", "can", "will", "would", "may", "really need", "really want", "just want", "just need", "also need", "also want", "will need", "will want", "would love", "would want", "require", "must now", "should now", "now must", "now have to", "desperately need", "urgently need"} {
			for _, whom := range [...]string{"", " to", " you to", " you", " that you", " for you to", " please", " you please to", " please you to", " that you please", " you must", " to have", " to get you to", " him to", " the bot to"} {
				if speaks := who == "i" || who == "we"; speaks && !wish[strings.Fields(wants)[len(strings.Fields(wants))-1]] {
					continue // "so i can sleep" is no order
				}
				out = append(out, who+" "+wants+whom)
			}
		}
	}
	return out
}

// emptyHanded are openers that say that there is nothing to begin with.
func emptyHanded() []string {
	var out []string
	for _, start := range [...]string{"starting", "beginning", "start", "begin", "you start", "you begin", "the agent starts", "the player starts", "starting out", "going", "given", "working", "assuming you start", "you spawn", "spawning"} {
		for _, nothing := range [...]string{"from an empty inventory", "with an empty inventory", "from scratch", "from nothing", "with nothing", "with no items", "without any items", "from zero", "from empty inventory", "with empty inventory", "an empty inventory", "nothing", "with no tools", "empty handed", "with nothing in your inventory", "with bare hands", "from 0", "with no equipment", "from an empty hand", "with empty hands"} {
			out = append(out, start+" "+nothing)
		}
	}
	return append(out, "from scratch", "from nothing", "with an empty inventory", "from an empty inventory", "with no items", "without any given items", "with no given items", "without any given item", "without anything given", "with nothing given", "from zero", "with nothing in your inventory", "your inventory is empty", "the inventory is empty", "inventory empty", "empty inventory")
}

// emptyWords are those phrases; with more behind "and" they are no openers.
var emptyWords = newPhrases(emptyHanded()...)

// stepWords may have a number behind them: "task 2: get 3 logs".
var stepWords = wordSet("task step goal objective mission quest challenge subtask exercise stage part phase round")

// openers are words before a verb that add nothing.
var openers = newPhrases(slices.Concat(tasks(), emptyHanded(), []string{
	"please", "pls", "plz", "pleas", "plese", "pleaze", "pretty please", "can you", "could you", "would you", "will you", "can u", "could u", "can ya", "i want you to", "i need you to", "i would like you to", "id like you to",
	"i want to", "i need to", "i wanna", "i want", "i need", "i would like to", "i would like", "id like to", "id like", "id love", "we need", "we need to", "we want", "ill need", "im gonna need", "i am going to need", "you should", "you must", "u must", "please to", "you need to", "u need to", "you have to",
	"lets", "let us", "let me", "lemme", "hey", "hi", "hello", "yo", "ok", "okay", "alright", "sure", "well", "so", "now", "just", "quickly", "kindly", "maybe", "first", "first of all", "firstly", "wake up", "after you wake up", "after waking up", "when you wake up", "after wake up", "once you wake up", "after that wake up", "at first", "to begin with", "to start with", "to start", "secondly", "go and", "go ahead and", "try to", "start to", "begin to", "help me", "help me to", "make sure to", "be sure to", "your task is to", "your job is to", "your goal is to", "the goal is to", "goal", "task", "todo",
	"can you to", "could you to", "i want that you", "i need that you", "i want you", "can you please", "i search for", "you need", "you should", "collaborate with other agents to", "work with other agents to", "cooperate with others to", "cooperate to", "collaborate to", "your goal", "mission", "objective", "the task is to", "i am looking for you to",
	"minehand", "bot", "buddy", "mate", "dude", "bro", "man", "friend", "my friend", "it would be great if you could", "it would be nice if you could", "id appreciate it if you could", "if you could", "when you have time", "when you can", "when you get a chance", "if you have time", "if you dont mind", "if possible",
	"thanks", "thank you", "thx", "ty", "cheers",
	"as well as", "also", "then", "next", "finally", "lastly", "after that", "afterwards", "after this", "and after", "when done", "when you are done", "when youre done", "once you are done", "once youre done", "once done", "bring back to me",
	"collaborate with others to", "work together to", "work with others to", "find material and", "find materials and", "find the materials and", "find resources and", "gather materials and", "gather resources and", "please help me", "please help me to", "i would love", "i would love to", "would u", "id love to",
	"can we", "could we", "can i have", "can i get", "could i have", "may i have", "can you maybe", "can i get you to", "i am needing", "i am needing to", "i am wanting", "i am wanting to", "im needing", "i desire", "i wish", "i wish to", "i wish you to", "i would like to have", "id like to have", "id like you", "i ask you to", "i beg you to", "we lack", "we lack of", "i lack", "please you", "please you to", "please you can", "please you could", "please you must", "please you should", "please you will", "please you would", "you please", "you can", "you could", "could be possible to", "is it possible to", "it is possible to", "it is necessary to", "is necessary to", "be so kind to", "be so kind and", "be so kind as to", "be nice and", "would be nice if you", "could be nice if you", "it would be nice to", "you should to", "you must to", "lets we", "omg", "umm", "um", "uh", "hmm", "oi", "sup", "dear bot", "dear", "sir", "guys", "hey there", "good morning", "good evening", "good day", "next up", "sorry", "excuse me", "real quick", "quick", "right", "pretty", "real", "gotta", "we gotta", "you gotta", "u gotta", "need you to", "need u to", "i need u to", "i want u to", "want you to", "wanna", "im trying to", "i am trying to", "i was wondering if you could", "do me a favor and", "do me a favour and", "be a pal and", "go on and",
	"harvest task", "combat task", "survival task", "crafting task", "challenge", "quest", "instruction", "step", "agent", "as an agent", "in survival mode", "in a survival world", "the player should", "the agent should", "the agent must", "the bot should", "you are asked to", "you are tasked to", "you are tasked with", "your objective is to", "the objective is to", "the mission is to", "your mission is to", "proceed to", "now please",
	"i have need of", "i have need for", "i like to", "i like to have", "i want have", "i want to have", "we like to", "would you mind", "do you mind", "how about to", "how about", "what about", "try", "start", "begin",
})...)

// gerundOpeners ask for the other form of a verb.
var gerundOpeners = map[string]bool{"you are tasked with": true, "would you mind": true, "do you mind": true, "how about": true, "what about": true, "try": true, "start": true, "begin": true}

// connectors stand between goals.
var connectors = map[string]bool{"and": true, ",": true, "then": true, "also": true, "plus": true, "next": true, "finally": true, "afterwards": true}

// questions begin what is asked, not ordered; refusals are orders not to do
// something, and wishes that have no number. None of them is part of a thing's
// misspelt name.
var questions = wordSet("what where who why when how which whose is are am do does did has was were should may shall if whats wheres whos hows")

var refusals = wordSet("no not dont never without except unless but or nor instead avoid stop cancel everything anything nothing all every each enough them")

// Negates reports whether a word turns what follows it into what is not wanted.
func Negates(word string) bool { return negations[word] }

// negations turn what follows them into what is not wanted.
var negations = wordSet("no not dont never without except unless but nor instead avoid")

// noThings are words that no item is meant by, however near its name.
var noThings = wordSet("leave keep save spare long hole house home hut castle base bridge tunnel farm portal village road shelter help hello down up north south east west here there away moon sky dinner lunch breakfast hold tool tools weapon weapons armor armour gear stuff cave ground level levels xp experience points")

// closers after a goal add nothing.
var closers = newPhrases(slices.Concat([]string{
	"please", "pls", "plz", "for me", "for us", "for you", "thanks", "thank you", "thx", "ty", "lol", "now", "right now", "asap", "quickly", "quick", "real quick", "really quick", "fast", "soon", "immediately", "first", "again",
	"in your inventory", "in my inventory", "in the inventory", "in inventory", "to your inventory", "into your inventory", "by yourself", "on your own", "all by yourself", "by your own", "all alone", "on your way",
	"and stop", "and then stop", "then stop", "and finish", "then finish", "when done", "when finished", "when you are done", "its night", "its getting dark", "it is night", "its getting late", "if you can find one", "if you find one", "if there is one", "if there are any", "if you see one", "if you can find any", "if you find any", "if you can find them", "if you can find it", "for yourself", "for you to use", "for myself", "and keep the rest", "and keep the others", "and leave the rest", "but keep the rest", "keep the rest", "and leave the others", "for our team", "for the team", "for the group", "very much", "for we", "for everyone", "so i can use it", "so we can use it",
	"in the game", "in total", "as well", "too", "from somewhere", "to me", "if you can", "if possible", "if you dont mind", "when you can", "somewhere", "here", "right here", "over here", "over there", "there", "on the ground", "on the floor", "on ground", "on floor", "nearby", "next to me", "that are near", "who are near", "that are nearby", "that is near", "which are near", "near here", "that are near me", "that are close", "near us", "close by", "you can find", "that you find", "you find", "that you can find", "you see", "that you see", "near me", "near of me", "near you", "next to you", "beside me", "around here",
	"already", "rn", "tho", "omg", "haha", "lmao", "xd", "ok", "okay", "k", "today", "somehow", "hurry", "hurry up", "im begging", "im begging you", "i beg you", "i beg u", "fr", "cmon", "come on", "tysm", "thank u", "thanks a lot", "thanks in advance", "thank you very much", "many thanks", "if u can", "if you could", "if u dont mind", "when u can", "when you have time", "when possible", "as soon as possible", "as fast as you can", "as quick as you can", "as quickly as possible", "please you", "my friend", "sir", "for my friends and me", "safely", "successfully", "will you", "would you", "could you", "can you", "is it possible", "i dont care how", "i dont care", "no matter which", "no matter how", "it doesnt matter which", "doesnt matter which", "doesnt matter", "any kind", "any color", "any colour", "of any color", "of any colour", "of any kind", "of any type", "any type", "any color is fine", "any is fine", "whichever", "whatever kind",
	"in a furnace", "in the furnace", "at a crafting table", "in the crafting table", "on the crafting table", "from the ground", "in the world", "in minecraft", "so we can see", "for a while", "mate", "buddy", "bro", "dude", "man", "bot", "minehand",
}, emptyHanded())...)
