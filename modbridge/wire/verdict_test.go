// SPDX-License-Identifier: MIT

package wire_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/minehand/minehand/modbridge/wire"
)

func TestVerdict(t *testing.T) {
	for name, c := range map[string]struct {
		frame, typ string
		rule       int
		says       string
	}{
		"fits":          {`{"type":"stopped","instanceId":"a"}`, "stopped", 0, ""},
		"no JSON":       {`{`, "", 13, "no JSON"},
		"untyped":       {`{"instanceId":"a"}`, "", 13, "without a type"},
		"unknown":       {`{"type":"dance"}`, "dance", 13, `no message "dance"`},
		"id a number":   {`{"type":"action_complete","instanceId":"a","actionId":7,"result":{"success":true}}`, "action_complete", 3, "actionId: got number, want string"},
		"error no text": {`{"type":"action_failed","instanceId":"a","actionId":"7","error":{"a":1}}`, "action_failed", 3, "error: got object"},
		"result":        {`{"type":"action_complete","instanceId":"a","actionId":"7","result":{"success":"yes"}}`, "action_complete", 11, "result.success: got string, want boolean"},
		"item": {`{"type":"state_update","instanceId":"a","data":{"position":{"x":1,"y":64,"z":1},"health":20,"hunger":20,"saturation":5,"dimension":"overworld","gameMode":"survival","inventory":[{"slot":0,"item":"dimond","count":1}]}}`,
			"state_update", 13, `its name may be "diamond"`},
		"path of a place in a list": {`{"type":"state_update","instanceId":"a","data":{"inventory":[{"slot":"x","item":"stick","count":1}]}}`, "state_update", 13, "data.inventory[0].slot: got string"},
		"slot above 40":             {`{"type":"state_update","instanceId":"a","data":{"inventory":[{"slot":41,"item":"stick","count":1}]}}`, "state_update", 13, "data.inventory[0].slot: maximum: got 41, want 40"},
		"nothing in a slot":         {`{"type":"state_update","instanceId":"a","data":{"inventory":[{"slot":4,"item":"stick","count":0}]}}`, "state_update", 13, "data.inventory[0].count: minimum: got 0, want 1"},
		"empty id":                  {`{"type":"action_complete","instanceId":"a","actionId":"","result":{"success":true}}`, "action_complete", 3, "actionId: minLength"},
		"empty instance":            {`{"type":"stopped","instanceId":""}`, "stopped", 4, "instanceId: minLength"},
		"argument of its kind":      {`{"type":"execute_action","instanceId":"a","action":{"id":"1","type":"craft","recipe":"stick","quantity":0}}`, "execute_action", 1, "action.quantity: minimum: got 0, want 1"},
		"argument that is missing":  {`{"type":"execute_action","instanceId":"a","action":{"id":"1","type":"craft"}}`, "execute_action", 1, "missing property 'recipe'"},
		"kind that there is not":    {`{"type":"execute_action","instanceId":"a","action":{"id":"1","type":"dance"}}`, "execute_action", 1, "action.type: value must be one of"},
		"misnamed, and missing":     {`{"type":"action_complete","instanceId":"a","action_id":"7","result":{"success":true}}`, "action_complete", 3, `missing property 'actionId'; "action_id" in it may be meant for "actionId"`},
		"misnamed, deep": {`{"type":"state_update","instanceId":"a","data":{"position":{"x":1,"y":64,"z":1},"health":20,"hunger":20,"saturation":5,"dimension":"overworld","gameMode":"survival","inventory":[{"slot":0,"item":"stick","count":1,"Durability":3}]}}`,
			"state_update", 13, `data.inventory[0].Durability: there is no member "Durability"; it may be meant for "durability"`},
		"misnamed type":     {`{"typ":"stopped"}`, "", 13, `"typ" in it may be meant for "type"`},
		"a word of its own": {`{"type":"stopped","instanceId":"a","mood":"fine"}`, "stopped", 0, ""},
		"outgoing":          {`{"type":"execute_action"}`, "execute_action", 1, "missing property"},
	} {
		typ, rule, fault := wire.Verdict([]byte(c.frame), true, nearby{})
		if typ != c.typ || rule != c.rule || !strings.Contains(fault, c.says) || (c.says == "") != (fault == "") {
			t.Errorf("%s: %q, rule %d, %q", name, typ, rule, fault)
		}
	}
}

// nearby is a lexicon of one misspelling.
type nearby struct{}

func (nearby) IsItem(name string) (string, bool) {
	if name == "dimond" {
		return "diamond", false
	}
	return "", true
}

func (nearby) Stack(string) int { return 0 }

// The frames that the documents show have no fault.
func TestVerdictOfTheGoldenFrames(t *testing.T) {
	files, err := filepath.Glob("testdata/*_body/*.json")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, rule, fault := wire.Verdict(data, true, nil); fault != "" {
			t.Errorf("%s: rule %d, %s", file, rule, fault)
		}
	}
}

// TestRule21ValuesAreToldAsTheBodySentThem, never in the notation of a program.
func TestRule21ValuesAreToldAsTheBodySentThem(t *testing.T) {
	for data, want := range map[string]string{
		`"dimension":{"name":"overworld"},"gameMode":null,"position":{"x":[1,2],"y":"a"}`: `{"name":"overworld"}`,
		`"position":{"x":[1,2],"y":64,"z":0}`:                                             `not [1,2]`,
		`"position":{"x":null,"y":64,"z":0}`:                                              `not null`,
		`"inventory":[{"slot":0,"item":{"id":"dirt"},"count":1}]`:                         `{"id":"dirt"}`,
		`"inventory":[{"slot":0,"item":"dirt","count":{"n":1}}]`:                          `{"n":1}`,
		`"gameMode":["survival"]`:                                                         `["survival"]`,
	} {
		said := ""
		for _, f := range wire.StateFaults([]byte(`{"type":"state_update","instanceId":"a","data":{`+data+`}}`), true, nil) {
			said += f.Message + "\n"
		}
		if !strings.Contains(said, want) || strings.Contains(said, "map[") || strings.Contains(said, "<nil>") {
			t.Errorf("of %s it is told\n%swant %s", data, said, want)
		}
	}
}
