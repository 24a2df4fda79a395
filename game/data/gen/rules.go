// SPDX-License-Identifier: MIT

package main

import (
	"embed"
	"errors"
	"fmt"

	"go.yaml.in/yaml/v4"
)

//go:embed rules/*.yaml
var ruleFiles embed.FS

// Span limits a rule to versions; empty ends are open.
type Span struct {
	Since string `yaml:"since"`
	Until string `yaml:"until"`
}

type smeltingRule struct {
	Span `yaml:",inline"`
	In   []string `yaml:"in"`
	Out  string   `yaml:"out"`
	At   string   `yaml:"at"`
}

type fuelRule struct {
	Span   `yaml:",inline"`
	Items  []string `yaml:"items"`
	Ticks  int      `yaml:"ticks"`
	Leaves string   `yaml:"leaves"`
}

type leavesRule struct {
	Items  []string `yaml:"items"`
	Leaves string   `yaml:"leaves"`
}

type toolRules struct {
	Tiers []struct {
		Prefix     string  `yaml:"prefix"`
		Tier       string  `yaml:"tier"`
		Speed      float64 `yaml:"speed"`
		Durability int     `yaml:"durability"`
	} `yaml:"tiers"`
	Classes     []string `yaml:"classes"`
	SwordSpeed  float64  `yaml:"sword_speed"`
	ShearsSpeed float64  `yaml:"shears_speed"`
	Durability  []struct {
		Span  `yaml:",inline"`
		Items []string `yaml:"items"`
		Uses  int      `yaml:"uses"`
	} `yaml:"durability"`
}

type dropRule struct {
	Span  `yaml:",inline"`
	Of    []string `yaml:"of"`
	Drops []string `yaml:"drops"`
}

type naturalRules struct {
	Dimensions map[string][][]string `yaml:"dimensions"`
	Later      []struct {
		Span   `yaml:",inline"`
		Blocks []string `yaml:"blocks"`
	} `yaml:"later"`
	Structures []struct {
		Span      `yaml:",inline"`
		Name      string   `yaml:"name"`
		Dimension string   `yaml:"dimension"`
		Blocks    []string `yaml:"blocks"`
	} `yaml:"structures"`
}

type cutRule struct {
	Span `yaml:",inline"`
	From string   `yaml:"from"`
	To   []string `yaml:"to"`
}

type smithingRule struct {
	Span     `yaml:",inline"`
	Template string `yaml:"template"`
	Base     string `yaml:"base"`
	Addition string `yaml:"addition"`
	Result   string `yaml:"result"`
}

type interactionRule struct {
	With  []string `yaml:"with"`
	Block string   `yaml:"block"`
	Mob   string   `yaml:"mob"`
	Gives string   `yaml:"gives"`
	Spent bool     `yaml:"spent"`
	Turns bool     `yaml:"turns"`
}

type mobRule struct {
	Span      `yaml:",inline"`
	Name      string   `yaml:"name"`
	Category  string   `yaml:"category"`
	Health    float64  `yaml:"health"`
	Dimension string   `yaml:"dimension"`
	Drops     []string `yaml:"drops"`
}

type recipeRules struct {
	Borrow []struct {
		Span    `yaml:",inline"`
		Results []string `yaml:"results"`
		From    string   `yaml:"from"`
	} `yaml:"borrow"`
	Widen []struct {
		Results []string `yaml:"results"`
		Tag     string   `yaml:"tag"`
	} `yaml:"widen"`
	Add []struct {
		Span   `yaml:",inline"`
		Result string   `yaml:"result"`
		Count  int      `yaml:"count"`
		Of     []string `yaml:"of"`
	} `yaml:"add"`
}

type experimentRule struct {
	Span  `yaml:",inline"`
	Names []string `yaml:"names"`
}

// ruleBook is every reviewed file.
type ruleBook struct {
	groups       map[string][]string
	smelting     []smeltingRule
	fuel         []fuelRule
	leaves       []leavesRule
	tools        toolRules
	places       map[string]string
	drops        []dropRule
	natural      naturalRules
	cuts         []cutRule
	smithing     []smithingRule
	mobs         []mobRule
	recipes      recipeRules
	interactions []interactionRule
	experiments  []experimentRule
	tags         tagRules

	// names holds every rule and pattern and whether any version used it.
	names map[string]bool
	order []string
}

// tagRules are the patterns of each tag, in the file's order.
type tagRules []tagRule

type tagRule struct {
	name     string
	patterns []string
}

// UnmarshalYAML keeps the order, which a map would not.
func (t *tagRules) UnmarshalYAML(n *yaml.Node) error {
	for i := 0; i+1 < len(n.Content); i += 2 {
		rule := tagRule{name: n.Content[i].Value}
		if err := n.Content[i+1].Decode(&rule.patterns); err != nil {
			return err
		}
		*t = append(*t, rule)
	}
	return nil
}

func loadRules() (*ruleBook, error) {
	r := &ruleBook{names: map[string]bool{}}
	for _, part := range []struct {
		file string
		into any
	}{
		{"groups", &r.groups}, {"smelting", &r.smelting}, {"fuel", &r.fuel}, {"leaves", &r.leaves},
		{"tools", &r.tools}, {"places", &r.places}, {"drops", &r.drops}, {"natural", &r.natural},
		{"stonecutting", &r.cuts}, {"smithing", &r.smithing}, {"mobs", &r.mobs},
		{"recipes", &r.recipes}, {"interactions", &r.interactions}, {"tags", &r.tags},
		{"experiments", &r.experiments},
	} {
		raw, err := ruleFiles.ReadFile("rules/" + part.file + ".yaml")
		if err != nil {
			return nil, err
		}
		if err := yaml.Load(raw, part.into, yaml.WithV4Defaults(), yaml.WithKnownFields()); err != nil {
			return nil, fmt.Errorf("rules/%s.yaml: %w", part.file, err)
		}
	}
	return r, nil
}

// mark notes that a rule or a pattern in it was seen, and whether it applied.
func (r *ruleBook) mark(rule string, applied bool) {
	if _, seen := r.names[rule]; !seen {
		r.order = append(r.order, rule)
	}
	r.names[rule] = r.names[rule] || applied
}

// unused reports rules that applied in no version: misspelt or obsolete.
func (r *ruleBook) unused() error {
	var errs []error
	for _, rule := range r.order {
		if !r.names[rule] {
			errs = append(errs, fmt.Errorf("no version has what %s names: correct or remove it", rule))
		}
	}
	return errors.Join(errs...)
}
