// SPDX-License-Identifier: MIT

package fakelm

import (
	_ "embed" // the rows
	"strings"
	"text/template"
)

// list is a row of lists.jsonl: a list of models that a kind of server has, or all.
type list struct {
	Kind Kind
	Path string
	Not  Quirk  // with it the server has no such list
	Wrap string // what is around the models, which stand for the dots
	// Model is a template of one of them, whose fields are a Model's and the Server's
	// kind. One that writes nothing leaves it out.
	Model string
}

//go:embed lists.jsonl
var listRows []byte

var lists = decoded[list](listRows)

// models are those of a list, as it has them.
func (x *exchange) models(l list) (all []string) {
	form := template.Must(template.New(l.Path).Parse(l.Model))
	for _, m := range x.snapshot() {
		var b strings.Builder
		err := form.Execute(&b, struct {
			Model
			Server string
		}{m, string(x.cfg.Kind)})
		if err != nil {
			panic("fakelm: " + err.Error())
		}
		if b.Len() > 0 {
			all = append(all, b.String())
		}
	}
	return all
}

// listed answers the model lists of the server's kind; false if the path is not one.
func (x *exchange) listed() bool {
	for _, l := range lists {
		if l.Path != x.r.URL.Path || l.Kind != "" && l.Kind != x.cfg.Kind || l.Not != "" && x.has(l.Not) {
			continue
		}
		models, common := x.models(l), l.Kind == ""
		all := "[" + strings.Join(models, ",") + "]"
		if l.Wrap == "…" {
			all = models[0]
		}
		switch {
		case x.has("503-loading") && x.stillLoading():
			x.json(503, failure("Loading model", "unavailable_error", "503"))
		case x.has("page-for-list"):
			x.say(answer{Raw: "<!doctype html><html><title>Open WebUI</title></html>", Kind: "text/html"})
		case x.has("null-list") && common:
			x.say(answer{Raw: `{"object":"list","data":null}`})
		case x.has("bare-list") && common:
			x.say(answer{Raw: all})
		case x.has("hang-lists"):
			x.hang()
		case x.has("huge-models"):
			x.say(answer{Raw: `{"models":[{"key":"…"}]}`, Again: "a"})
		default:
			x.say(answer{Raw: strings.Replace(l.Wrap, "…", all, 1)})
		}
		return true
	}
	return false
}
