// SPDX-License-Identifier: MIT

package command

import (
	"encoding/json"
	"testing"

	"github.com/minehand/minehand/ui/view"
)

// TestImprove asks a provider to improve the words and begins nothing.
func TestImprove(t *testing.T) {
	r, err := Route(Catalogue(nil), Split("/improve get diamonds"))
	if err != nil {
		t.Fatal(err)
	}
	p, ok := r.Params.(view.AskProvider)
	if !ok || r.Call != "ask-provider" || r.Long || p.Task != "chat" || p.Context["prompt"] != "get diamonds" {
		t.Errorf("routed %+v", r)
	}
	for want, a := range map[string]view.ProviderAnswer{
		"Get 3 diamonds.\n(by studio; nothing was begun)":               {Output: "Get 3 diamonds.", Metadata: view.AnswerMetadata{Provider: "studio"}},
		"get 3 diamonds\n(by Minehand's own reader; nothing was begun)": {Output: "get 3 diamonds"},
		"Get 3 diamonds.\n(by studio; nothing was begun)\ngone did not answer: It is not there. Start it.": {Output: "Get 3 diamonds.",
			Metadata: view.AnswerMetadata{Provider: "studio", Passed: []view.PassedOver{{Provider: "gone", Cause: "It is not there. Start it."}}}},
		"Get 3 diamonds.\n(by studio; nothing was begun)\ngone at home does not answer. Start it.": {Output: "Get 3 diamonds.",
			Metadata: view.AnswerMetadata{Provider: "studio", Passed: []view.PassedOver{{Provider: "gone at home", Cause: "gone at home does not answer. Start it."}}}},
		"{\"blocks\":[]}\n(by Minehand's own reader; nothing was begun)": {Output: map[string]any{"blocks": []any{}}},
	} {
		data, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		if got := Says(AnswerWords).Of(data); got != want {
			t.Errorf("said %q, want %q", got, want)
		}
	}
}
