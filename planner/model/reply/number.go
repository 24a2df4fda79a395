// SPDX-License-Identifier: MIT

package reply

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/minehand/minehand/internal/pattern"
)

// stackSize is what "a stack" means.
const stackSize = 64

var numberWords = map[string]int{
	"a": 1, "an": 1, "one": 1, "single": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
	"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100,
	"dozen": 12, "couple": 2, "pair": 2, "few": 3, "some": 1, "several": 4, "half": 0,
}

var (
	digits = pattern.Of(`[0-9]+(?:\.[0-9]+)?`)
	// counted is a name with its count: "3 diamond_ore", "diamond_ore x3".
	countBefore = pattern.Of(`^\s*([0-9]{1,6})\s*[x×*]?\s+(\S.*)$`)
	countAfter  = pattern.Of(`^(.*\S)\s*[x×*]\s*([0-9]{1,6})\s*$`)
)

// count reads a quantity: a number, or one in words. Null and an empty text
// stand for "not said" (0).
func count(v any) (int, error) {
	switch v := v.(type) {
	case nil:
		return 0, nil
	case json.Number:
		f, err := v.Float64()
		if err != nil || f != math.Trunc(f) || f < 1 || f > 1e6 {
			return 0, fmt.Errorf("the quantity %s is no whole number from 1 on", clip(v.String()))
		}
		return int(f), nil
	case string:
		return countInWords(v)
	case []any:
		if len(v) == 1 {
			return count(v[0])
		}
	}
	return 0, fmt.Errorf("the quantity is no whole number from 1 on")
}

func countInWords(s string) (int, error) {
	s = strings.ToLower(strings.TrimSpace(s))
	if s == "" {
		return 0, nil
	}
	n := 0
	switch d := digits().FindAllString(s, 2); len(d) {
	case 0:
		n = countOfWords(s)
	case 1:
		n = countOfDigits(s, d[0])
	}
	if n < 1 {
		return 0, fmt.Errorf("the quantity %q is no number; say how many", clip(s))
	}
	return n, nil
}

// countOfDigits is a count with one number in it; 0 when it is none.
func countOfDigits(s, digits string) int {
	f, err := strconv.ParseFloat(digits, 64)
	if err != nil || strings.Contains(s, "-"+digits) || f != math.Trunc(f) || f > 1e6 {
		return 0
	}
	if strings.Contains(s, "stack") {
		f *= stackSize
	}
	return int(f)
}

// countOfWords is a count in words alone; 0 when it is none.
func countOfWords(s string) int {
	total, seen, half := 0, false, false
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '-' || r == ',' }) {
		n, ok := numberWords[w]
		stack := w == "stack" || w == "stacks"
		switch {
		case !ok && stack:
			if total = max(total, 1) * stackSize; half {
				total /= 2
			}
		case !ok:
		case w == "half":
			half = true
		case (w == "hundred" || w == "dozen") && total > 0:
			total *= n
		case (w == "couple" || w == "pair" || w == "few" || w == "dozen") && total == 1:
			total = n
		default:
			total += n
		}
		seen = seen || ok && w != "half" || stack
	}
	if !seen {
		return 0
	}
	return total
}

// splitCount takes a count off a name.
func splitCount(name string) (string, int) {
	if m := countBefore().FindStringSubmatch(name); m != nil {
		n, _ := strconv.Atoi(m[1]) // digits, by the pattern
		return m[2], n
	}
	if m := countAfter().FindStringSubmatch(name); m != nil {
		n, _ := strconv.Atoi(m[2]) // digits, by the pattern
		return m[1], n
	}
	return name, 0
}

// real reads a number that may be written as a string, such as "12.5" or "16
// blocks".
func real(v any) (float64, bool) {
	switch v := v.(type) {
	case json.Number:
		f, err := v.Float64()
		return f, err == nil && !math.IsInf(f, 0)
	case string:
		first, _, _ := strings.Cut(strings.TrimSpace(v), " ")
		f, err := strconv.ParseFloat(strings.TrimRight(first, "bsm,"), 64)
		return f, err == nil && !math.IsInf(f, 0) && !math.IsNaN(f)
	}
	return 0, false
}
