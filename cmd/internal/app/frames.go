// SPDX-License-Identifier: MIT

package app

import (
	"strings"
	"unicode"

	"github.com/tidwall/gjson"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/internal/pattern"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
	"github.com/minehand/minehand/ui/view"
)

// frames are the last frames of a body after a number, judged and without their
// secrets; without a body, those of connections that have not registered.
func (b *bodies) frames(body string, after uint64) []view.Frame {
	if body == "" {
		return framesOf(b.bridge.Early(after), true, nil)
	}
	s, ok := b.bridge.Session(body)
	if !ok {
		return nil
	}
	info := s.Info()
	return framesOf(s.Frames(after), info.Protocol >= game.ProtocolV2, itemsOf(info))
}

func framesOf(kept []modbridge.Frame, v2 bool, names wire.Lexicon) []view.Frame {
	return lists.Of(kept, func(f *modbridge.Frame) view.Frame { return frameOf(*f, v2, names) })
}

// itemsOf knows the items of a body's version; nil for a version that nobody
// knows.
func itemsOf(info game.BodyInfo) wire.Lexicon {
	v, err := data.Load(info.Version)
	if err != nil {
		return nil
	}
	v = v.With(info.Extra)
	if info.Protocol < game.ProtocolV2 {
		return anyVersion{lexicon.Of(v)}
	}
	return lexicon.Of(v)
}

// anyVersion knows the items of a body whose word on its version cannot be
// trusted: mods of version 1 say the same whatever they run in.
type anyVersion struct{ said *lexicon.Lexicon }

// IsItem reports whether any version has the item; the nearest name is of the
// version that was said.
func (a anyVersion) IsItem(name string) (nearest string, ok bool) {
	if nearest, ok = a.said.IsItem(name); ok {
		return name, true
	}
	if data.EverItem(name) {
		return name, true
	}
	return nearest, false
}

// Stack is that of the version that was said.
func (a anyVersion) Stack(name string) int { return a.said.Stack(name) }

func frameOf(f modbridge.Frame, v2 bool, names wire.Lexicon) view.Frame {
	v := view.Frame{Seq: f.Seq, At: f.At, Direction: view.ToBody, Size: f.Size, Cut: f.Size > len(f.Text), Verdict: view.FrameFits}
	if f.FromBody {
		v.Direction = view.FromBody
	}
	v.Text = llm.Redact(withoutTokens(strings.Map(printable, strings.ToValidUTF8(string(f.Text), "\uFFFD"))))
	if v.Cut {
		v.Verdict, v.Type = view.FrameUnchecked, gjson.GetBytes(f.Text, "type").String()
	} else {
		if v.Type, v.Rule, v.Fault = wire.Verdict(f.Text, v2, names); v.Fault != "" {
			v.Verdict = view.FrameTolerated
		}
	}
	if f.Dropped != "" {
		v.Verdict, v.Rule, v.Fault = view.FrameDropped, f.Rule, f.Dropped
	}
	v.Fault = strings.Map(printable, v.Fault)
	return v
}

// printable keeps what a body sends from moving a terminal's cursor.
func printable(r rune) rune {
	if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
		return '\uFFFD'
	}
	return r
}

// tokenMember is a member whose name says that it holds a token; of a frame that
// was cut it may lack its end.
var tokenMember = pattern.Of(`(?i)("[^"]*(?:token|secret|password)[^"]*"\s*:\s*)("(?:[^"\\]|\\.)*(?:"|$|\\$))`)

func withoutTokens(text string) string {
	return tokenMember().ReplaceAllString(text, `$1"[secret]"`)
}
