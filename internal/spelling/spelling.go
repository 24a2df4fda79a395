// SPDX-License-Identifier: MIT

// Package spelling finds what a mistyped word was meant for.
//
//	spelling.Nearest("wal_time", []string{"deaths", "wall_time"}) // [wall_time]
package spelling

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// long is the shortest word, in bytes, that may hold two slips.
const long = 8

// Distance is the number of letters to insert, delete, change or swap with the next;
// anything above limit comes back as limit+1.
func Distance(a, b string, limit int) int {
	if a == b {
		return 0
	}
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	const usual = 32 // letters of a word
	var space [3][usual]int
	var rows [3][]int
	for i := range rows {
		if rows[i] = space[i][:]; len(b) >= usual {
			rows[i] = make([]int, len(b)+1)
		}
	}
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		old, prev, row := rows[(i+1)%3], rows[(i-1)%3], rows[i%3]
		row[0] = i
		least := row[0]
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(prev[j]+1, row[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, old[j-2]+1)
			}
			row[j] = d
			least = min(least, d)
		}
		if least > limit {
			return limit + 1
		}
	}
	return min(rows[len(a)%3][len(b)], limit+1)
}

// Swapped says that two texts of a length have the same letters.
func Swapped(a, b string) bool {
	x, y := []byte(a), []byte(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// Slip is how much of a slip of a word another one is, 0 for none: 1 for letters that are
// doubled, 1 or in a long word 2 for other letters, where the word meant is not shorter than least.
func Slip(word, of string, least int) int {
	if word[0] != of[0] {
		return 0
	} else if alike(of, word) {
		return 1
	}
	most := 1
	if len(word) >= long {
		most = 2
	}
	if d := Distance(word, of, most); len(of) >= least && d <= most && (len(of) != len(word) || likely(word, of)) {
		return d
	}
	return 0
}

// Undoubled is a word with each letter that stands doubled once.
func Undoubled(word string) string {
	return string(slices.Compact([]byte(word)))
}

// Least is the one word that another is the least slip of, empty where that may be several.
func Least(word string, names []map[string]bool) string {
	const shortest, noSlip = 4, 3 // letters of what is meant; more than any slip counts
	best, least := "", noSlip
	for _, words := range names {
		for w := range words {
			if d := cmp.Or(Slip(word, w, shortest), noSlip); d < least {
				best, least = w, d
			} else if d == least && d < noSlip && w != best {
				best = "" // it may be either
			}
		}
	}
	return best
}

// Words are the words that a mistyped one may stand for, by the first letter of how they are compared.
type Words map[byte][][2]string

// Add enters a word as it is without marks, which stands for one.
func (w Words) Add(plain, as string) {
	if plain = small(plain); plain != "" {
		w[plain[0]] = append(w[plain[0]], [2]string{plain, as})
	}
}

// leastSlip is the shortest word that may hold another letter; mostSlips how many words one may be a slip of.
const leastSlip, mostSlips = 5, 4

// Slips are the words that another is the least slip of, in any alphabet: one letter, in a long word two,
// or letters that are doubled; none where it may be of many. any: any letter may be another.
func Slips(word string, any bool, known ...Words) (out []string) {
	letters, least := small(word), 1
	switch {
	case len(letters) >= long:
		least = 2
	case len(letters) < leastSlip && Undoubled(letters) == letters:
		return nil
	}
	for _, words := range known {
		for _, w := range words[letters[0]] {
			d := slipTo(letters, w[0], least, any)
			if d < least {
				out, least = nil, d
			}
			if d == least && !slices.Contains(out, w[1]) {
				out = append(out, w[1])
			}
		}
	}
	if len(out) > mostSlips {
		return nil
	}
	return out
}

// Remembered finds slips of words in plain signs, those of a word that comes again but once.
func Remembered(loosely bool, known ...Words) func(word string) []string {
	found := map[string][]string{}
	return func(word string) []string {
		slips, seen := found[word]
		if !seen {
			slips = Slips(Plainly(word), loosely, known...)
			found[word] = slips
		}
		return slips
	}
}

// slipTo is how much of a slip of a word letters are, more than most for none.
func slipTo(letters, plain string, most int, any bool) int {
	switch {
	case alike(letters, plain):
		return 1
	case mayHold(plain) && (any || len(plain) != len(letters) || likely(letters, plain)):
		return Distance(letters, plain, most)
	}
	return most + 1
}

// mayHold reports whether a word is long enough for a slip.
func mayHold(plain string) bool { return len(plain) >= leastSlip }

// small is a word with a byte for each letter, which are of one alphabet.
func small(word string) string {
	if strings.IndexFunc(word, func(c rune) bool { return c >= utf8.RuneSelf }) < 0 {
		return word
	}
	out := make([]byte, 0, len(word))
	for _, c := range word {
		out = append(out, byte(c))
	}
	return string(out)
}

// alike reports whether two words are the same undoubled; it is asked of each word that is known.
func alike(a, b string) bool {
	i, k := 0, 0
	for i < len(a) && k < len(b) && a[i] == b[k] {
		for i++; i < len(a) && a[i] == a[i-1]; i++ {
		}
		for k++; k < len(b) && b[k] == b[k-1]; k++ {
		}
	}
	return i == len(a) && k == len(b)
}

// likely reports whether a word of the same length is a slip of another: letters that
// changed places, or one vowel for another. Another letter makes another word: firewood
// is no firework.
func likely(word, meant string) bool {
	if Swapped(word, meant) {
		return true
	}
	const vowels = "aeiouy"
	for i := range len(word) {
		if word[i] != meant[i] && (strings.IndexByte(vowels, word[i]) < 0 || strings.IndexByte(vowels, meant[i]) < 0) {
			return false
		}
	}
	return true
}

// nearestMost is how many words a mistyped one may have been meant for.
const nearestMost = 3

// Nearest are at most three of the words that one may have been meant for, the nearest
// first: those that it begins, and those that differ in few letters.
func Nearest(word string, of []string) []string {
	limit := 1 + len(word)/4
	far := map[string]int{}
	var near []string
	for _, w := range of {
		d := 0
		if word == "" || !strings.HasPrefix(w, word) {
			d = Distance(word, w, limit)
		}
		if d <= limit {
			far[w] = d
			near = append(near, w)
		}
	}
	slices.SortStableFunc(near, func(a, b string) int { return far[a] - far[b] })
	return near[:min(len(near), nearestMost)]
}

// Singles are words of which another may say several, by the usual endings of many languages:
// house of houses, haus of häuser, стена of стены.
func Singles(several string) (out []string) {
	const shortest, mostEnds = 3, 2
	for _, word := range []string{several, strings.NewReplacer("ä", "a", "ö", "o", "ü", "u").Replace(several)} {
		letters := []rune(word)
		for cut := 1; cut <= mostEnds && len(letters)-cut >= shortest; cut++ {
			stem := string(letters[:len(letters)-cut])
			for _, end := range []string{"", "y", "l", "а", "у", "ю", "ь"} {
				if one := stem + end; !slices.Contains(out, one) {
					out = append(out, one)
				}
			}
		}
	}
	return out
}

// Singulars are what a plural of the lexicon may be of; game.Plural decides.
func Singulars(phrase string) []string {
	var out []string
	for _, end := range [...][2]string{{"s", ""}, {"es", ""}, {"ies", "y"}, {"ves", "f"}, {"ves", "fe"}, {"men", "man"}} {
		if cut, ok := strings.CutSuffix(phrase, end[0]); ok {
			out = append(out, cut+end[1])
		}
	}
	return out
}
