// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/minehand/minehand/game"
)

func sayRow() Frame {
	return Frame{
		Kind: Say, Slots: []Slot{SlotText}, Grade: game.Told,
		Words: words("say, chat, shout, announce, tell everyone, tell everybody, tell to everybody, tell to everyone, tell all, tell to all, write, type, yell, tell the chat, say in chat, tell, tell to"), Met: "it was said once", Examples: []string{"say hello"},
		read: (*parser).say, draft: (*drafter).partSay,
		product: nothing,
		spoken:  spokenSay(),
	}
}

// quotes are the pairs that a text to say may stand in.
var quotes = [...][2]string{{"\"", "\""}, {"'", "'"}, {"“", "”"}, {"‘", "’"}, {"«", "»"}, {"`", "`"}}

// say takes the rest of the text as it was typed, or what stands in quotes, or
// what comes before "then" and another goal.
func (p *parser) say() bool {
	if (p.said == "tell" || p.said == "tell to") && !p.quoteAhead() {
		return p.tells()
	}
	if next := *p; p.said == "say" && next.skip("to all the players", "to all players", "to all the others", "to the players", "to every player") && next.quoteAhead() {
		p.at = next.at // say to all players "good night"
	} else if next := *p; p.said == "say" && next.skip("to") && !slices.ContainsFunc(toAll, func(to string) bool { return strings.HasPrefix(to, "to "+next.peek()) }) {
		p.at = next.at // say to Pedro that dinner is ready
		return p.tells()
	}
	from := 0
	if p.at > 0 {
		from = p.spans[p.at-1].end
	}
	rest := p.text[from:]
	message := strings.TrimLeft(rest, ": \t")
	start := from + len(rest) - len(message)
	if end, ok := quoted(message); ok {
		inner := message[utf8.RuneLen(first(message)) : end-utf8.RuneLen(last(message[:end]))]
		for p.at < len(p.words) && p.spans[p.at].at < start+end {
			p.at++
		}
		p.skip("in chat", "in the chat", "in game chat", "to everyone", "to everybody", "to all the players", "to all players", "to the players", "to all", "to the chat")
		return p.speak(inner)
	}
	// "write a poem" asks somebody to think of one; those are not the words of it.
	if p.said == "write" && p.at < len(p.words) && composed[p.words[p.at]] {
		return false
	}
	if p.said == "write" && (onSign.find(p) || p.longest(signFirst) > 0) {
		return false // on a sign
	}
	for _, to := range [...]string{"him ", "her ", "them "} { // say him hello
		if cut, ok := strings.CutPrefix(message, to); ok && p.said == "say" && cut != "" {
			start += len(to)
			message = cut
		}
	}
	toEvery := false
	for _, to := range toAll {
		if len(message) > len(to)+1 && strings.EqualFold(message[:len(to)+1], to+" ") {
			cut := message[len(to)+1:]
			message = strings.TrimLeft(cut, ": \t")
			start += len(to) + 1 + len(cut) - len(message)
			toEvery = true
			break
		}
	}
	if toEvery || strings.HasPrefix(p.said, "tell") || p.said == "announce" || p.said == "say in chat" {
		if cut, ok := strings.CutPrefix(message, "that "); ok { // write in the chat that dinner is ready
			start += len("that ")
			message = cut
		}
	}
	if end, ok := quoted(message); ok && end == len(message) && len(message) < len(rest) {
		p.at = len(p.words)
		return p.speak(message)
	}
	if k := p.alsoOrdered(); k >= 0 {
		p.stuck = k
		return p.words[k] == "," && greets(p.text[start:p.spans[k].at]) && p.sayThen(start, k, "and then")
	}
	if k := p.thenVerb(); k >= 0 && p.sayThen(start, k, "") {
		return true
	}
	p.at = len(p.words)
	return p.speak(message)
}

// sayThen says the text from start up to a word, behind which other orders stand; as
// is what the word is taken for, empty where it is sure.
func (p *parser) sayThen(start, k int, as string) bool {
	after := *p
	after.at, after.goals = k+1, append(p.goals[:len(p.goals):len(p.goals)], Goal{Kind: Say, Text: "?"})
	if as != "" {
		after.respell(k, 1, as)
	}
	for cut := p.at; k > cut && connectors[p.words[k-1]]; {
		k--
	}
	if end := p.spans[k].at; end <= start || !after.read() || !p.speak(p.text[start:end]) {
		return false
	}
	spoken := p.goals
	p.goals, p.respelt = append(spoken, after.goals[len(spoken):]...), after.respelt
	p.at = len(p.words)
	return true
}

// tells reads "tell Steve that i am coming": everybody hears it, with the name before
// it.
func (p *parser) tells() bool {
	start := p.at
	if !p.capital() && !p.nameThen() && !p.r.unknown(p.peek()) {
		return false
	}
	to, ok := p.who()
	if !ok || to == "me" || p.at >= len(p.words) {
		return false
	}
	if _, mob := p.r.Version.Mob(to); mob || p.alsoOrdered() >= 0 || p.thenVerb() >= 0 || questions[p.peek()] {
		return false
	}
	p.skip("that")
	if p.at >= len(p.words) || p.peek() == "to" {
		return false // tell steve to come: is it said, or is he brought?
	}
	text := to + " " + p.text[p.spans[p.at].at:]
	if p.quoteAhead() { // say to Bruno "dinner is ready"
		text = strings.TrimRight(text, ".! ")
		for _, q := range quotes {
			text = strings.TrimSuffix(text, q[1])
		}
	}
	p.at = len(p.words)
	p.unsure(start, "said to everyone")
	return p.speak(text)
}

// onSign are where a text is written that is not said.
var onSign = newPhrases("on one", "on it", "on them", "on a sign", "on the sign", "on the signs", "on signs", "on each", "on one of them", "on a book", "in a book", "in the book", "on the book", "on paper", "on the wall", "on a wall", "on the door", "on one sign", "on both")

// signFirst are those of them that stand before the text.
var signFirst = newPhrases("on a sign", "on the sign", "on signs", "on the signs", "in a book", "in the book", "on the wall", "on the door", "on a book", "on it", "on paper")

// find says that one of the phrases ends a clause ahead.
func (list phrases) find(p *parser) bool {
	next := *p
	for ; next.at < len(next.words); next.at++ {
		if n := next.longest(list); n > 0 && (next.at+n >= len(next.words) || connectors[next.words[next.at+n]]) {
			return true
		}
	}
	return false
}

// composed are words behind "write" that name what somebody is to think of.
var composed = wordSet("a an me us for my our your the some")

// greetings are said to somebody: who it is, is no part of them.
var greetings = wordSet("hi hello hey hiya bye goodbye thanks welcome congrats congratulations")

// greets says that a text is a greeting: "hello", "good morning".
func greets(text string) bool {
	w := strings.Fields(strings.ToLower(text))
	return len(w) == 1 && greetings[w[0]] || len(w) == 2 && (w[0] == "good" || greetings[w[0]])
}

// toWhom are those that a greeting may be for who are not named.
var toWhom = wordSet("him her them me us")

// somebodys begin who a greeting is for: "hi to my friend".
var somebodys = wordSet("my our your the his her")

func first(s string) rune { c, _ := utf8.DecodeRuneInString(s); return c }

func last(s string) rune { c, _ := utf8.DecodeLastRuneInString(s); return c }

// quoted is where a text that begins with a quotation mark closes it.
func quoted(s string) (end int, ok bool) {
	for _, q := range quotes {
		if !strings.HasPrefix(s, q[0]) {
			continue
		}
		rest := s[len(q[0]):]
		// An apostrophe inside a word closes nothing.
		for at := 0; ; {
			i := strings.Index(rest[at:], q[1])
			if i < 0 {
				break
			}
			end := at + i + len(q[1])
			if tail := rest[end:]; tail == "" || strings.ContainsAny(tail[:1], " ,.;!)\t") {
				return len(q[0]) + end, true
			}
			at = end
		}
	}
	return 0, false
}

// thenVerb is where "then" and a verb follow, or ";" and a verb; -1 for nowhere.
func (p *parser) thenVerb() int {
	for k := p.at; k+1 < len(p.words); k++ {
		if p.words[k] != "then" && p.text[p.spans[k].at] != ';' {
			continue
		}
		next := *p
		next.at = k + 1
		next.open()
		if next.at < len(next.words) && verb(next.peek()) != "" {
			return k
		}
	}
	return -1
}

// alsoOrdered is where the words of a message may be another order: "say hi and
// come here", "say hi three times"; -1 for nowhere. In quotes they are none.
func (p *parser) alsoOrdered() int {
	for k := p.at; k < len(p.words); k++ {
		if w := p.words[k]; k > p.at && (w == "times" || w == "twice" || w == "thrice") && k == len(p.words)-1 {
			return k
		}
		if k > p.at && (p.words[k] == "every" && k+1 < len(p.words) || conditions[p.words[k]] && k+1 < len(p.words) && slices.Contains([]string{"you", "youre", "youve"}, p.words[k+1])) {
			return k // say done when you have 3 diamonds
		}
		if w := p.words[k]; w != "and" && w != "," || k+1 < len(p.words) && p.words[k+1] == "then" {
			continue
		}
		next := *p
		next.at = k + 1
		next.open()
		if w := next.peek(); p.text[p.spans[k].at] != ';' && (verb(w) != "" || tell().cannot[w]) {
			return k
		}
	}
	return -1
}

// conditions are words that may say when a message is to be said.
var conditions = wordSet("when whenever once after if until till before while")

// inChat are words behind a message that name where it is said.
var inChat = []string{" in chat", " in the chat", " in game chat", " to everyone", " to everybody", " to all", " to all players", " to the chat", " to the server"}

// toAll are words before a message that name who hears it: all, as of every
// message.
var toAll = []string{"to everyone", "to everybody", "to all players", "to all", "to the chat", "to chat", "to the server", "in the chat", "in chat", "in the game chat"}

// toThem end what is said to more than one.
var toThem = []string{" to my friends", " to our friends", " to the players", " to all the players", " to all players", " to every player", " to all the people", " to all people", " to all peoples", " to the people", " to everybody here", " to everyone here", " to all my friends", " for everybody", " for everyone", " for all", " for all players", " to the others", " to the other players", " to all of them"}

// quoteAhead says that a text in quotes comes next.
func (p *parser) quoteAhead() bool {
	if p.at >= len(p.words) {
		return false
	}
	at := p.spans[p.at].at
	for _, q := range quotes {
		if strings.HasSuffix(p.text[:at], q[0]) {
			return true
		}
	}
	return false
}

// isName says that a word is written as a player's name is.
func isName(w string) bool {
	return len(w) >= shortestName && len(w) <= longestName && w[0] >= 'A' && w[0] <= 'Z' && !strings.ContainsAny(w, " .,!?'")
}

// speak appends the goal of saying a text.
func (p *parser) speak(message string) bool {
	message = strings.Join(strings.Fields(message), " ")
	if bare := strings.TrimRight(message, ".!"); bare != message { // the points end the order, not what is said
		if end, ok := quoted(bare); ok && end == len(bare) {
			message = bare
		}
		for _, end := range slices.Concat(inChat, toThem) {
			if cut := len(bare) - len(end); cut > 0 && strings.EqualFold(bare[cut:], end) {
				message = bare
			}
		}
	}
	for _, end := range slices.Concat(inChat, toThem) {
		if cut := len(message) - len(end); cut > 0 && strings.EqualFold(message[cut:], end) {
			message = message[:cut]
		}
	}
	end, wasQuoted := quoted(message)
	if wasQuoted = wasQuoted && end == len(message); wasQuoted {
		message = message[utf8.RuneLen(first(message)) : end-utf8.RuneLen(last(message))]
	}
	if k := strings.LastIndex(message, " to "); k > 0 && !wasQuoted { // say hello to Bob
		name := message[k+len(" to "):]
		if whose, _, more := strings.Cut(name, " "); isName(name) {
			message = message[:k] + " " + name
		} else if greets(message[:k]) && toWhom[strings.ToLower(name)] {
			if message = message[:k]; p.lastPlayer() != "" { // go to Anna and say hello to her
				message += " " + p.lastPlayer()
			}
		} else if more && somebodys[strings.ToLower(whose)] && greetings[strings.ToLower(message[:k])] {
			message = message[:k]
		}
	}
	if message == "" || (game.Action{Kind: game.Chat, Message: message}).Validate() != nil {
		return false
	}
	p.goals = append(p.goals, Goal{Kind: Say, Text: message})
	return true
}

func (d *drafter) partSay(p *part) error {
	p.checks = []game.Check{{Kind: game.CheckSaid, Text: p.goal.Text}}
	if !d.Said(p.goal.Text) {
		p.Steps = []game.Step{{Action: game.Action{Kind: game.Chat, Message: p.goal.Text}}}
	}
	return nil
}
