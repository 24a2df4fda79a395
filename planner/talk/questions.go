// SPDX-License-Identifier: MIT

package talk

import (
	"strings"

	"github.com/minehand/minehand/game"
)

// Topic is what a question is about.
type Topic string

// The topics, in the words of the control side.
const (
	Have      Topic = "have"
	Where     Topic = "where"
	Condition Topic = "condition"
	Doing     Topic = "doing"
	Why       Topic = "why"
	Make      Topic = "make"
	Missing   Topic = "missing"
	Can       Topic = "can"
	Waiting   Topic = "waiting"
	Done      Topic = "done"
	Unknown   Topic = "unknown"
)

// whole are questions that are the whole text.
var whole = func() map[string]Topic {
	m := map[string]Topic{}
	for topic, list := range map[Topic][]string{
		Have: lists(
			"what do you have, what have you got, whats in your inventory, what is in your inventory, show me your inventory, show inventory, show your inventory, inventory, inv, what are you holding, what are you carrying, what do you hold, what do you carry", //nolint:dupword // a list of phrases
			"what items do you have, what do we have, list your items, what did you get, what have you collected, what have you gathered, what do you have on you, what do you have so far, what do you have now, what you got, what you have, what you are holding, what you carry",
		),
		Where: lists(
			"where are you, where r u, where you at, where are you now, where are we, where is the bot, where did you go, what are your coordinates, what are your coords, your coordinates, coordinates, coords, position, what is your position, whats your position, what is your location, whats your location, location, where do you stand, where you are, where you are now, which dimension are you in, what biome are you in, what biome is this", //nolint:dupword // a list of phrases
		),
		Condition: lists(
			"how are you, how are you doing, how much health do you have, how many hearts do you have, whats your health, what is your health, health, hunger, how hungry are you, are you ok, are you okay, are you alright, are you hungry, are you hurt, are you alive, are you dead, are you still alive, do you feel well, whats your hunger, what is your hunger", //nolint:dupword // a list of phrases
			"what time is it, what is the time, is it night, is it day, whats the weather, what is the weather, is it raining, how late is it",
		),
		Doing: lists(
			"what are you doing, what r u doing, whats up, what is going on, whats going on, hows it going, how is it going, how far are you, how far along are you, are you done, are you done yet, are you finished, are you ready, whats your status, what is your status, status, progress, what is your progress, whats your progress, hows progress, what is the status, are you busy", //nolint:dupword // a list of phrases
			"what is happening, whats happening, what are you up to, how long will it take, how much longer, how long, how long will that take, how long does it take, when will you be done, when are you done, did you finish, is it done, did it work, what is the plan, whats the plan, what is your plan, whats your plan, what are you working on, what are you doing now, what are you doing right now, are you working, how much is left, how many more, show me the plan, what you are doing, how it is going, how far you are, what the plan is, are you still working",
		),
		Why: lists("why, why not, what went wrong, what happened, whats wrong, what is wrong, how come, whats the problem, what is the problem, what is the matter, whats the matter, did it fail, what failed, explain, explain that"),
		Missing: lists(
			"what is missing, whats missing, what do you still need, what do you need, what else do you need, what are you missing, what is left, whats left, whats still missing, what is still missing, what is left to do, whats left to do, what remains, what do we still need, what else is needed, what is needed, what is still needed, what you need, what is to be done",
		),
		Can: lists("what can you do, what can i ask, what can i ask you, what can i say, what can i tell you, help, help me, what do you do, what else can you do, what are you able to do, what should i say, commands, who are you, what are you, what can i ask for, what can you make, what do you know, what you can do, what i can ask"),
		Waiting: lists(
			"whats next, what is next, what will you do next, what comes next, what is in the queue, whats in the queue, queue, what are you going to do next, whats queued, what is queued, what is waiting, what else is there to do, what will you do, whats in your queue, what do you do next, what do you do then, what will you do then", //nolint:dupword // a list of phrases
		),
		Done: lists("what did you do, what have you done, what did you do so far, what have you done so far, history, what did you do before, what did you do last, what was the last thing you did, what have i asked for, what did i ask for, what did i ask, what did i say"),
	} {
		for _, p := range list {
			m[p] = topic
		}
	}
	return m
}()

// lead is how a question about a thing begins, and how it may end.
type lead struct {
	topic  Topic
	begins []string
	ends   []string
}

// aboutThings are questions that name a thing.
var aboutThings = []lead{
	{Missing, lists("what is missing for, whats missing for, what is missing to make, whats missing to make, what do you still need for, what do i still need for, what do you still need to make, what do i still need to make, what am i missing for, what are you missing for, what else do you need for, what else do i need for, what is still missing for, what do we still need for"), nil},
	{Make, lists(
		"how do i make, how do you make, how do we make, how to make, how can i make, how can you make, how would you make, how do i craft, how do you craft, how do we craft, how to craft, how can i craft, how do i build, how do i smelt, how to smelt, how do i brew",
		"how do i get, how do you get, how do we get, how to get, how can i get, how can you get, how can we get, where do i get, where can i get, where do you get, where do i find, where can i find, how do i find, how do i obtain, how to obtain",
		"what is the recipe for, whats the recipe for, what is the recipe of, whats the recipe of, recipe for, recipe of, the recipe for, what do i need for, what do you need for, what do we need for, what do i need to make, what do you need to make, what do i need to craft, what do you need to craft, what is needed for, whats needed for, what is needed to make, ingredients for, ingredients of, what are the ingredients for, what are the ingredients of, what goes into, what do i need to get",
	), nil},
	{Make, lists("how is, how are"), lists("made, crafted, smelted, obtained")},
	{Make, lists("what is, what are"), lists("made of, made from, made out of, crafted from")},
	{Make, lists("what does"), lists("need, take, cost")},
	{Have, lists("how many, how much"), lists("do you have, have you got, have you, do you hold, do you carry, are there, do we have, are in your inventory, do you have now, do you have left, have you got now, do you have so far, are left, do i have, did you get")},
	{Have, lists("do you have any, do you have some, do you have enough, do you have, have you got any, have you got some, have you got, have you any, got any, do we have any, do we have, are you carrying any, are you carrying, do you carry, are you holding"), nil},
}

// soFar may end a question about a thing.
var soFar = lists("left, now, so far, with you, on you, yet, at the moment, right now, in minecraft, please")

// tells stand before a question and make it a wish.
var tells = lists("tell me, can you tell me, could you tell me, please tell me, can you please tell me, do you know, show me, can you show me, i want to know, i wonder, id like to know, let me know, explain, explain to me, say, i dont know")

// askers are words that a question begins with.
var askers = set("what, where, who, why, when, how, which, whose, whats, wheres, whos, hows, whens, whys, is, are, do, does, did, was, were, am, has, have, should, may")

// forms are the ways to look at a text: as it is, without what stands around it,
// without what makes it a wish.
func forms(t text) []text {
	list := []text{t, t.bare()}
	if rest, which := t.bare().afterAny(tells); which != "" && !rest.empty() {
		list = append(list, rest)
	}
	return list
}

// question sorts what is asked.
func (l *listener) question(t text) (Said, bool) {
	for _, f := range forms(t) {
		if topic, ok := whole[f.phrase()]; ok {
			return Said{Kind: Question, Topic: topic}, true
		}
		for _, a := range aboutThings {
			rest, which := f.afterAny(a.begins)
			if which == "" {
				continue
			}
			if a.ends != nil {
				if rest, which = rest.beforeAny(a.ends); which == "" {
					continue
				}
			}
			if said, ok := l.thing(a.topic, rest); ok {
				return said, true
			}
		}
		if f.first() == "why" {
			return Said{Kind: Question, Topic: Why}, true
		}
	}
	return Said{}, false
}

// thing is a question about what a text names.
func (l *listener) thing(topic Topic, t text) (Said, bool) {
	if rest, which := t.beforeAny(soFar); which != "" {
		t = rest
	}
	name := strings.TrimSpace(t.String())
	if name == "" {
		return Said{}, false
	}
	r, err := l.Read("get " + name)
	if err != nil || len(r.Goals) != 1 || len(r.Goals[0].Items) == 0 {
		if topic == Have {
			return Said{}, false
		}
		return Said{Kind: Question, Topic: topic, Name: name}, true
	}
	g := r.Goals[0]
	if topic == Have {
		return Said{Kind: Question, Topic: topic, Items: g.Items, Name: game.Display(strings.TrimPrefix(g.Name, "any "))}, true
	}
	return Said{Kind: Question, Topic: topic, Items: g.Items, Count: max(g.Count, 1), Name: strings.TrimPrefix(g.Words(), "get ")}, true
}

// unanswerable sorts what is a question and no request, and nothing that can be
// answered.
func (l *listener) unanswerable(t text) (Said, bool) {
	if !t.asked && !askers[t.bare().first()] || l.reads(l.raw) != nil {
		return Said{}, false
	}
	if !askers[t.bare().first()] { // "can you get me some of that shiny stuff?" is for a model
		return Said{}, false
	}
	return Said{Kind: Question, Topic: Unknown}, true
}
