package goalread

import (
	"strconv"
	"strings"
	"unicode"
)

// maxText bounds a goal, in bytes; what is longer is no goal but a story.
const maxText = 2000

// tokens splits a text into lower-case words, numbers and commas. Namespaces
// and quotes are dropped, underscores part words as blanks do.
func tokens(s string) []string {
	var out []string
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			out = append(out, b.String())
			b.Reset()
		}
	}
	s = strings.ReplaceAll(strings.ToLower(s), "minecraft:", "")
	runes := []rune(s)
	for i, c := range runes {
		switch {
		case unicode.IsLetter(c):
			if b.Len() > 0 && isNumber(b.String()) && !(c == 'x' && (i+1 == len(runes) || !unicode.IsLetter(runes[i+1]))) {
				flush() // 3diamonds
			} else if b.Len() > 0 && isNumber(b.String()) {
				flush() // 3x
			}
			b.WriteRune(c)
		case unicode.IsDigit(c):
			if b.Len() > 0 && !isNumber(b.String()) && b.String() != "-" {
				if b.String() == "x" || b.String() == "y" || b.String() == "z" {
					flush() // x100
				}
			}
			b.WriteRune(c)
		case c == '-':
			negative := i+1 < len(runes) && unicode.IsDigit(runes[i+1]) && (i == 0 || !unicode.IsLetter(runes[i-1]) && !unicode.IsDigit(runes[i-1]))
			flush()
			if negative {
				b.WriteRune(c)
			}
		case c == '.' && b.Len() > 0 && isNumber(b.String()) && i+1 < len(runes) && unicode.IsDigit(runes[i+1]):
			b.WriteRune(c)
		case c == '\'' || c == '’':
			// don't, player's: the word goes on
		case c == ',' || c == ';' || c == '&' || c == '+' || c == '.' || c == '!':
			flush()
			if c == '&' || c == '+' {
				out = append(out, "and")
			} else {
				out = append(out, ",")
			}
		default:
			flush()
		}
	}
	flush()
	for len(out) > 0 && out[len(out)-1] == "," {
		out = out[:len(out)-1]
	}
	return out
}

func isNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil && s != "" && strings.ContainsAny(s[len(s)-1:], "0123456789")
}

var numberWords = map[string]int{
	"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
	"twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, //nolint:misspell // people write it
	"fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
	"another": 1, "single": 1,
}

// scaleWords multiply the number before them, or stand alone.
var scaleWords = map[string]int{"hundred": 100, "thousand": 1000, "dozen": 12, "dozens": 24, "score": 20}

// maxCount bounds a quantity; more than this many items no inventory holds.
const maxCount = 100_000

// amount is a quantity as it was said.
type amount struct {
	n     int
	more  bool
	stack bool // of stacks
	half  bool // of half stacks
	some  bool
	given bool
}

// of is the number of items for a stack size.
func (a amount) of(stack int) int {
	switch {
	case !a.given:
		return 1
	case a.half:
		return max(1, a.n*stack/2)
	case a.stack:
		return a.n * stack
	case a.some:
		return min(a.n, stack)
	}
	return a.n
}

// amount reads a quantity.
func (p *parser) amount() amount {
	a := amount{n: 1}
	start := p.at
	for p.at < len(p.words) {
		w := p.words[p.at]
		switch {
		case isNumber(w):
			n, err := strconv.Atoi(w)
			if err != nil || n < 1 || n > maxCount || a.given {
				return a
			}
			a.n, a.given = n, true
			p.at++
			if p.peek() == "x" || p.peek() == "times" {
				p.at++
			}
		case w == "x" && p.at+1 < len(p.words) && isNumber(p.words[p.at+1]):
			p.at++
		case w == "half" && p.nextAre(1, "a", "stack"):
			p.at += 3
			a.half, a.given = true, true
			p.skip("of")
		case w == "a" && p.nextAre(1, "half", "stack"):
			p.at += 3
			a.half, a.given = true, true
			p.skip("of")
		case w == "half" && (p.nextAre(1, "stack") || p.nextAre(1, "stacks")):
			p.at += 2
			a.half, a.given = true, true
			p.skip("of")
		case w == "a" && p.nextAre(1, "lot", "of"), w == "a" && p.nextAre(1, "bunch", "of"):
			p.at += 3
			a.n, a.given, a.some = 32, true, true
		case w == "lots" && p.nextAre(1, "of"), w == "plenty" && p.nextAre(1, "of"):
			p.at += 2
			a.n, a.given, a.some = 64, true, true
		case w == "a" && p.nextAre(1, "few"):
			p.at += 2
			a.n, a.given, a.some = 3, true, true
			p.skip("of")
		case w == "a" && p.nextAre(1, "couple"), w == "a" && p.nextAre(1, "pair"):
			p.at += 2
			a.n, a.given = 2, true
			p.skip("of")
		case w == "some" || w == "several" || w == "few":
			p.at++
			a.n, a.given, a.some = 8, true, true
			if w == "few" {
				a.n = 3
			}
			p.skip("of")
		case (w == "stack" || w == "stacks") && p.at > start:
			p.at++
			a.stack, a.given = true, true
			p.skip("of")
		case w == "more" || w == "extra" || w == "additional":
			p.at++
			a.more = true
		case w == "another":
			p.at++
			a.more, a.given = true, true
		case w == "at" && (p.nextAre(1, "least") || p.nextAre(1, "most")):
			p.at += 2
		case w == "exactly" || w == "about" || w == "around" || w == "the" || w == "my" || w == "new":
			p.at++
		default:
			if s, ok := scaleWords[w]; ok {
				if a.given || w == "dozen" || w == "hundred" || w == "thousand" {
					a.n = min(max(a.n, 1)*s, maxCount)
					a.given = true
					p.at++
					p.skip("of")
					continue
				}
			}
			n, ok := numberWords[w]
			if !ok || a.given && (w == "a" || w == "an") {
				return a
			}
			if a.given && a.n >= 20 && n < 10 {
				n += a.n // twenty five
			} else if a.given {
				return a
			}
			a.n, a.given = n, true
			p.at++
		}
	}
	return a
}
