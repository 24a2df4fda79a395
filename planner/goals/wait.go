// SPDX-License-Identifier: MIT

package goals

import (
	"fmt"

	"github.com/minehand/minehand/game"
)

func waitRow() Frame {
	return Frame{
		Kind: Wait, Slots: []Slot{SlotTime}, Grade: game.Seen,
		Words: words("wait, stay, stay here, stay there, stand still, hold still, wait for, pause for"), Met: "the time is over (30 seconds when none is said)", Examples: []string{"wait", "wait 2 minutes"},
		near: []string{"wait 30 seconds"},
		read: (*parser).wait, draft: (*drafter).partPlain,
		product: nothing,
		spoken:  spokenWait(),
	}
}

// defaultWait is how long "wait" is, in seconds.
const defaultWait = 30

// wait reads "wait 10 seconds", "wait a moment", "wait".
func (p *parser) wait() bool {
	if len(p.goals) > 0 && p.goals[len(p.goals)-1].Kind == Plant && p.skipLongest(ripens) {
		p.ripening = true
		return true
	}
	if k := len(p.goals) - 1; k >= 0 && p.goals[k].Kind == Smelt && p.skipLongest(smelts) {
		return true // what is smelted is ready at the end
	}
	if p.said == "wait" || p.said == "wait for" {
		from := p.at
		if next := *p; next.skip("me", "for me", "us", "for us") && (next.ends() || next.longest(closers) > 0 || next.peek() == "here" || next.peek() == "there") {
			p.at = next.at
			p.unsure(from, fmt.Sprintf("for %d seconds", defaultWait))
		}
	}
	if next := *p; next.skip("here", "there", "right here", "right there", "in this place", "at this place", "on this place", "in place", "where you are", "for me") {
		if s, ok := next.duration(); ok {
			p.at = next.at
			p.put(Goal{Kind: Wait, Seconds: s})
			return true
		}
		if next.ends() {
			p.at = next.at
		}
	}
	s, ok := p.duration()
	if !ok {
		p.skipLongest(whiles)
		if p.at < len(p.words) && !connectors[p.peek()] && !p.closed() || p.peek() == "," && len(p.goals) == 0 {
			return false // "wait, get wood" is said to who does something else
		}
		s = defaultWait
	}
	p.goals = append(p.goals, Goal{Kind: Wait, Seconds: s})
	return true
}

// smelts is what one waits for in front of a furnace.
var smelts = newPhrases(append(combined([]string{"until", "till", "for"}, []string{"it is", "its", "they are", "theyre", "they get", "it gets", "it to be", "them to be", "the furnace is"}, []string{"ready", "done", "cooked", "smelted", "finished"}), "for it to cook", "for them to cook", "for it to smelt", "for it to finish", "for the furnace", "until it finishes", "until they finish")...)

// whiles are short times.
var whiles = newPhrases("a bit", "a little", "a little bit", "a moment", "a sec", "a while", "some time")

// tick is the game's shortest time, in seconds (Minecraft Wiki, "Tick").
const tick = 0.05

// duration reads "for 30 seconds", "5 minutes".
func (p *parser) duration() (float64, bool) {
	start := p.at
	p.skip("for", "during")
	n := 0.0
	if p.skip("half a", "half an") {
		n = 0.5
	} else if got, ok := p.digits(); ok {
		n = got
	} else if got, ok := p.numberInWords(); ok {
		n = got
	}
	unit := 0.0
	switch p.peek() {
	case "tick", "ticks":
		unit = tick
	case "second", "seconds", "sec", "secs", "s":
		unit = 1
	case "minute", "minutes", "min", "mins", "m":
		unit = 60
	case "hour", "hours", "h":
		unit = 3600
	case "":
		if n >= 1 && p.said == "wait" {
			p.at--
			unit = 1 // wait 10
		}
	}
	if unit == 0 || n <= 0 || n*unit > 86_400 {
		p.at = start
		return 0, false
	}
	p.at++
	return n * unit, true
}
