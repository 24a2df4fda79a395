// SPDX-License-Identifier: MIT

package settings

import (
	"net/url"
	"reflect"
	"slices"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/providers"
	"github.com/minehand/minehand/ui/view"
)

// Shown is the configuration without secrets: keys are named by their variables, and
// addresses lose their passwords.
func (c Config) Shown() map[string]any {
	c.Providers = slices.Clone(c.Providers)
	for i, e := range c.Providers {
		if s, ok := e.Config.(*providers.OpenAI); ok {
			if u, err := url.Parse(s.URL); err == nil && u.User != nil {
				shown := *s
				u.User = url.User("***")
				shown.URL = u.String()
				c.Providers[i].Config = &shown
			}
		}
	}
	out := map[string]any{}
	text, err := yaml.Marshal(c)
	if err == nil {
		err = yaml.Unmarshal(text, &out)
	}
	if err != nil { // it was read from YAML
		return map[string]any{}
	}
	redact(out)
	return out
}

// redact takes out of the texts in a value what looks like a key: arguments of
// programs may hold one.
func redact(v any) any {
	switch v := v.(type) {
	case string:
		return llm.Redact(v)
	case map[string]any:
		for k, inner := range v {
			v[k] = redact(inner)
		}
	case []any:
		for i, inner := range v {
			v[i] = redact(inner)
		}
	}
	return v
}

// View is the configuration as clients see it.
func (c Config) View() view.Config {
	out := view.Config{Path: c.file, Settings: c.Shown(), Changeable: Changeable(), Rows: []view.SettingRow{}}
	for _, r := range Table() {
		if r.Page != nil {
			out.Rows = append(out.Rows, r.view(c))
		}
	}
	return out
}

// view is the row of a setting on the page.
func (r Row) view(c Config) view.SettingRow {
	out := view.SettingRow{Key: r.Key, Group: r.Page.Group, Label: r.Page.Label, Sentence: r.Sentence, Changeable: r.Changes == FromPage}
	for _, s := range r.Page.Switches {
		out.Switches = append(out.Switches, view.SettingSwitch{Label: s.Label, Sentence: s.Sentence, Off: s.Off})
	}
	if r.typeOf().Kind() == reflect.Slice {
		return out // settings has it whole
	}
	now, ok := r.given(c)
	if !ok {
		now = r.Default
	}
	out.Value = plain(now)
	if len(r.Page.Options) == 0 {
		return out
	}
	for _, o := range withPresent(r.Page.Options, now) {
		out.Options = append(out.Options, view.SettingOption{Value: plain(o.Value), Text: r.Page.text(o)})
	}
	return out
}

// plain is a value as JSON has it: a time as people write it.
func plain(v any) any {
	if _, ok := v.(time.Duration); ok {
		return written(v)
	}
	return v
}

// withPresent are the options with the value that holds, which may be another.
func withPresent(of []Option, now any) []Option {
	if slices.ContainsFunc(of, func(o Option) bool { return reflect.DeepEqual(o.Value, now) }) {
		return of
	}
	at := slices.IndexFunc(of, func(o Option) bool { return number(o.Value) > number(now) })
	if at < 0 {
		at = len(of)
	}
	return slices.Insert(slices.Clone(of), at, Option{Value: now})
}

// Changeable are the keys of the settings that clients may change: what tasks may do
// and where they end. Whom to ask and which programs run stays with the file alone.
func Changeable() []string {
	var keys []string
	for _, r := range Table() {
		if r.Changes == FromPage {
			keys = append(keys, r.Key)
		}
	}
	slices.Sort(keys)
	return keys
}

// Take carries over from the file's next configuration what changed since the one it
// had and may change while Minehand runs, and names the other settings that changed:
// they hold after a restart.
func (c Config) Take(had, next Config) (now Config, later []string) {
	for _, r := range Table() {
		switch {
		case r.entry() || r.same(had, next):
		case r.Changes == AtStart:
			later = append(later, r.Key)
		default:
			r.copy(&c, next)
		}
	}
	return c, later
}

// With is the configuration with the settings of these keys from another.
func (c Config) With(next Config, keys []string) Config {
	for _, r := range Table() {
		if slices.Contains(keys, r.Key) {
			r.copy(&c, next)
		}
	}
	return c
}
