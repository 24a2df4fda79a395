// SPDX-License-Identifier: MIT

package wire

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/minehand/minehand/docs"
)

// Verdict holds a frame against the schema of its type and, when it is a state,
// against what its values may be. It returns the type, the rule of docs/protocol
// that the frame breaks, and how; 0 and "" when it fits. What reading tolerates is
// a fault here. Without a lexicon every name passes that has the form of one. It
// may be called from any goroutine; it is for people to look at, not for every
// frame.
func Verdict(frame []byte, v2 bool, names Lexicon) (typ string, rule int, fault string) {
	_, typ, err := open(frame)
	if err != nil {
		return typ, 13, strings.TrimPrefix(err.Error(), ErrMalformed.Error()+": ") + Meant(frame)
	}
	schema, err := schemaOfType(typ)
	if err != nil {
		return typ, 13, fmt.Sprintf("there is no message %q%s", clip(typ, 64), meant(typ))
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(frame))
	if err != nil { // open has read it
		return typ, 13, err.Error()
	}
	var invalid *jsonschema.ValidationError
	if errors.As(schema.Validate(doc), &invalid) {
		for len(invalid.Causes) > 0 { // the first by place: members come in no order
			invalid = slices.MinFunc(invalid.Causes, func(a, b *jsonschema.ValidationError) int {
				return slices.Compare(a.InstanceLocation, b.InstanceLocation)
			})
		}
		return typ, ruleOf(invalid), faultOf(invalid) + Meant(frame)
	}
	if typ == TypeStateUpdate {
		if fault = StateFault(string(frame), v2, names); fault != "" {
			return typ, 13, fault + Meant(frame)
		}
	}
	for _, f := range Misnamed(frame) {
		return typ, 13, f.Path + ": " + f.Message
	}
	return typ, 0, ""
}

// compiled are the schemas by type, made when they are first wanted.
var compiled sync.Map

func schemaOfType(typ string) (*jsonschema.Schema, error) {
	if s, ok := compiled.Load(typ); ok {
		return s.(*jsonschema.Schema), nil
	}
	name := "protocol/schema/" + typ + ".json"
	text, err := docs.ProtocolSchemas.ReadFile(name)
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	if err = c.AddResource(name, doc); err != nil {
		return nil, err
	}
	s, err := c.Compile(name)
	if err == nil {
		compiled.Store(typ, s)
	}
	return s, err
}

// ruleOf is the rule about the member that is wrong: ids and errors have rules of
// their own.
func ruleOf(e *jsonschema.ValidationError) int {
	member := ""
	if len(e.InstanceLocation) > 0 {
		member = e.InstanceLocation[0]
	} else if k, ok := e.ErrorKind.(*kind.Required); ok && len(k.Missing) > 0 {
		member = k.Missing[0]
	}
	switch member {
	case "action":
		return 1
	case "actionId", "id", "error":
		return 3
	case "result":
		return 11
	case "instanceId":
		return 4
	}
	return 13
}

// english words the validator's own sentences.
var english = message.NewPrinter(language.English)

func faultOf(e *jsonschema.ValidationError) string {
	var at strings.Builder
	for _, p := range e.InstanceLocation {
		if _, err := strconv.Atoi(p); err == nil {
			at.WriteString("[" + p + "]")
			continue
		}
		if at.Len() > 0 {
			at.WriteString(".")
		}
		at.WriteString(p)
	}
	said := e.ErrorKind.LocalizedString(english)
	if at.Len() == 0 {
		return said
	}
	return at.String() + ": " + said
}
