// SPDX-License-Identifier: MIT

package game

import (
	"encoding/json"
	"strings"
	"time"
)

// Things are items, blocks or mobs as a value of a message: so many of any of them, or
// what they are called where Count is 0.
type Things struct {
	Count int      `json:"count,omitempty"`
	Items []string `json:"items"`
	// More: beyond what there is. Many: what many of them are called. One: each with its
	// article.
	More bool `json:"more,omitempty"`
	Many bool `json:"many,omitempty"`
	One  bool `json:"one,omitempty"`
}

// MarshalJSON writes {"seconds": 90}, which no reader takes for a number.
func (s Seconds) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]float64{"seconds": float64(s)})
}

// Named is a thing by its name.
func Named(id string) Things { return Things{Items: []string{id}} }

// A is a thing with its article: "an iron pickaxe".
func A(id string) Things { return Things{Items: []string{id}, One: true} }

// Say is the action as a message, whose words Describe has in English.
func (a *Action) Say() Message {
	verb := Say("verb." + string(a.Kind))
	subject := a.Subject()
	switch a.Kind {
	case Goto:
		return Say("act.goto", "place", a.place())
	case Chat:
		return Say("act.say", "text", a.Message)
	case Mine, Craft, Brew, Smith, Barter, Smelt, Collect, Attack, Breed, Shear, Harvest, Plant, Till, Milk, Fish:
		if subject == "" && a.At != nil {
			return Say("act.block", "verb", verb, "at", a.At.String())
		}
		info, _ := Lookup(a.Kind)
		return Say("act.of", "verb", verb, "things", info.said(a.Count(), subject))
	case Trade:
		return a.sayTrade()
	case Deposit, Withdraw, Drop:
		return Say("act.of", "verb", verb, "things", Things{Count: a.Count(), Items: []string{subject}})
	case Place:
		if a.At != nil {
			return Say("act.place", "things", Named(subject), "at", a.At.String())
		}
	case Build:
		switch {
		case a.Made(a.Edits) == 0:
			return Say("act.stands")
		case a.Digs():
			return Say("act.dig", "n", a.Made(a.Edits))
		}
		return Say("act.build", "n", a.Made(a.Edits))
	case Travel:
		return Say("act.travel", "world", SayWorld(a.Target))
	case Explore:
		return Say("act.explore", "things", Named(subject))
	case Look:
		return Say("act.look", "place", a.place())
	case Wait:
		return a.sayWait()
	case Use:
		if a.Item != "" && a.Target != "" {
			return Say("act.use", "verb", verb, "item", Named(a.Item), "target", Named(a.Target))
		}
	case Interact:
		if a.As != "" && subject != "" {
			return Say("act.as."+a.As, "things", Named(subject))
		}
	default:
	}
	switch {
	case subject != "":
		return Say("act.of", "verb", verb, "things", Named(subject))
	case a.At != nil:
		return Say("act.at", "verb", verb, "at", a.At.String())
	}
	return verb
}

// Within is the action as it stands within a sentence: "mine 3 iron ore".
func (a *Action) Within() Message { return Say("lower", "text", a.Say()) }

// SayWorld is a dimension as it is called.
func SayWorld(dimension string) Message {
	if KnownWorld(dimension) {
		return Say("world." + dimension)
	}
	return Say("text", "text", WorldName(dimension))
}

// place is where an action is done, or what it is done to, as a value.
func (a *Action) place() any {
	if a.At != nil {
		return a.At.String()
	}
	return Named(a.Subject())
}

func (a *Action) sayTrade() Message {
	if a.For == "" {
		return Say("act.buy", "things", Things{Count: a.Count(), Items: []string{a.Item}})
	}
	return Say("act.sell", "item", Things{Items: []string{a.Item}, Many: true}, "things", Things{Count: a.Count(), Items: []string{a.For}})
}

func (a *Action) sayWait() Message {
	if a.Until != nil {
		return Say("act.wait", "until", Say("phase."+a.Until.Phase))
	}
	return Say("act.wait.for", "time", Seconds(a.Seconds))
}

// said is so much of a subject as the kind counts it.
func (k *KindInfo) said(n int, subject string) any {
	if k.Per == "" || subject == "" {
		return Things{Count: n, Items: []string{subject}}
	}
	return Say("pairs", "n", n, "things", Things{Items: []string{subject}, Many: true})
}

// Say is the check as a message, whose words Describe has in English.
func (c *Check) Say() Message {
	things := Things{Count: c.Count, Items: c.Items}
	switch c.Kind {
	case CheckHave:
		return Say("check.have", "things", things)
	case CheckGain:
		things.More = true
		return Say("check.gain", "things", things)
	case CheckAt:
		if c.Range >= 2*MaxCoordinate { // all of a dimension
			return Say("check.in", "world", SayWorld(c.At.Dimension))
		}
		return Say("check.at", "at", c.At.String())
	case CheckSaid:
		return Say("check.said", "text", c.Text)
	case CheckAte:
		return Say("check.ate")
	case CheckEquipped:
		return Say("check.equipped", "things", Things{Items: c.Items}, "slot", Say("slot."+c.Slot))
	case CheckBuilt:
		switch {
		case c.Target != "":
			return Say("built."+c.Target, "n", c.Count)
		case c.Text != "":
			return Say("text", "text", c.Text)
		}
		return Say("check.built", "n", c.Count)
	case CheckPlaced:
		return Say("check.placed", "things", things)
	case CheckStored:
		if c.At == nil {
			return Say("check.stored", "things", things, "in", Named(c.Target))
		}
		return Say("check.stored.at", "things", things, "at", c.At.String())
	case CheckWithdrawn:
		return Say("check.withdrawn", "things", things, "at", c.At.String())
	case CheckGiven:
		return Say("check.given", "things", things, "to", c.To)
	case CheckKilled:
		return Say("check.killed", "things", Things{Count: c.Count, Items: []string{c.Target}})
	case CheckUsed:
		return Say("check.used", "things", things, "for", Things{Items: []string{c.Target}, Many: true})
	case CheckDone:
		return c.sayDone()
	}
	return Say("text", "text", c.Describe())
}

// sayDone is what was done as a message.
func (c *Check) sayDone() Message {
	info, _ := Lookup(c.Action)
	did := Say("done." + string(c.Action))
	switch {
	case c.As != "" && c.Already:
		return Say("check.already", "things", Things{Items: c.Items}, "did", Say("stands."+c.As))
	case c.As != "":
		return Say("check.done", "things", Things{Items: c.Items}, "did", Say("stands."+c.As))
	case c.Target != "" && (c.Count > 1 || info.UsesUp):
		return Say("check.done", "things", info.said(max(c.Count, 1), c.Target), "did", did)
	case c.Target != "" && c.Action == Explore && c.At != nil:
		return Say("check.done.near", "things", Named(c.Target), "did", did, "at", c.At.String())
	case c.Target != "":
		return Say("check.done", "things", Named(c.Target), "did", did)
	case c.Seconds > 0:
		return Say("check.done.for", "time", Seconds(c.Seconds), "did", did)
	case len(c.Items) > 0:
		return Say("check.done", "things", Things{Count: c.Count, Items: c.Items}, "did", did)
	case c.Action == Goto && c.Count > 1:
		return Say("check.reached", "n", c.Count)
	case c.Action == Goto:
		return Say("check.gone")
	case c.Text != "":
		return Say("text", "text", c.Describe())
	case info.UsesUp:
		return Say("check.things", "n", max(c.Count, 1), "did", did)
	case c.Count > 1:
		return Say("check.times", "n", c.Count, "did", did)
	}
	return did
}

// Say is what is missing as a message, whose words String has in English.
func (s *Shortfall) Say() Message {
	if s.Want > 1 || s.Have > 0 {
		return Say("check.so-far", "what", s.Check.Say(), "have", max(s.Have, 0))
	}
	return s.Check.Say()
}

// thingsOf are things as a message of their own.
func thingsOf(count int, items ...string) Message {
	return Say("things", "things", Things{Count: count, Items: items})
}

// SayLasting is what Lasting is in English.
func SayLasting(d time.Duration) Message {
	switch {
	case d >= time.Hour && d%time.Hour == 0:
		return Say("lasting.hours", "n", int(d/time.Hour))
	case d >= time.Minute:
		return Say("lasting.minutes", "n", int(d.Round(time.Minute)/time.Minute))
	}
	return Say("lasting.seconds", "n", int(d.Round(time.Second)/time.Second))
}

// English are the things as a player says them: "3 more diamonds", "coal or charcoal".
func (t *Things) English() string {
	const many = 2
	switch {
	case t.Many:
		return noun(many, t.Items[0])
	case t.One:
		return alternatives(t.Items, Article)
	case t.Count > 0 && t.More:
		return strings.Replace(CountedAny(t.Count, t.Items), " ", " more ", 1)
	case t.Count > 0:
		return CountedAny(t.Count, t.Items)
	case len(t.Items) == 1:
		return Called(t.Items[0])
	}
	return Alternatives(t.Items)
}

// Kind is the end that the ids of many things share: "log" of all logs; empty for few, and
// for what shares none.
func (t *Things) Kind() string {
	const most = 3
	if len(t.Items) <= most {
		return ""
	}
	return sharedEnd(t.Items)
}
