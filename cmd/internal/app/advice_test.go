// SPDX-License-Identifier: MIT

package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/minehand/minehand/ui/view"
)

// quoted is what a sentence offers to be said.
var quoted = regexp.MustCompile(`"([^"]+)"|„([^“]+)“|“([^”]+)”|«([^»]+)»`)

// cows are what is looked for, pronouns what is quoted as a word and not offered.
var (
	cows     = map[string]string{"en": "cow", "de": "Kuh", "es": "vaca", "fr": "vache", "pt": "vaca", "ru": "корову", "zh": "牛"}
	pronouns = map[string]bool{"me": true, "mich": true, "mir": true, "mí": true, "moi": true, "mim": true, "мне": true, "我": true}
)

// What a refusal offers to be said is read as a wish, a question or an act, in its language.
func TestWhatIsOfferedIsRead(t *testing.T) {
	k := keepsIn(t, nil)
	files, err := filepath.Glob("../../../game/messages/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var texts map[string]any
		if err := json.Unmarshal(raw, &texts); err != nil {
			t.Fatal(err)
		}
		for code, text := range texts {
			sentence, plain := text.(string)
			if !plain || !strings.HasPrefix(code, "impossible.") && code != "place.find" {
				continue
			}
			for _, m := range quoted.FindAllStringSubmatch(sentence, -1) {
				offered := strings.Trim(strings.Join(m[1:], ""), " \u00a0")
				offered = strings.ReplaceAll(offered, "{thing}", cows[strings.TrimSuffix(filepath.Base(file), ".json")])
				if strings.Contains(offered, "{") || pronouns[offered] {
					continue
				}
				r, err := k.c.Read(t.Context(), view.ReadPrompt{Prompt: offered})
				if err != nil || !r.Understood && (r.Act == "" || r.Act == view.SpeechUnread) {
					t.Errorf("%s: %s offers %q, which is not read: %q %v", filepath.Base(file), code, offered, r.Act, err)
				}
			}
		}
	}
}
