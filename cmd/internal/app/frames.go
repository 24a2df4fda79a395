package app

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/tidwall/gjson"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
	"github.com/minehand/minehand/ui/view"
)

// frames are the last frames of a body after a number, judged and without their
// secrets.
func (b *bodies) frames(body string, after uint64) []view.Frame {
	s, ok := b.bridge.Session(body)
	if !ok {
		return nil
	}
	info := s.Info()
	var names wire.Lexicon
	if v, err := data.Load(info.Version); err == nil {
		names = lexicon.Of(v)
	}
	kept := s.Frames(after)
	list := make([]view.Frame, len(kept))
	for i, f := range kept {
		list[i] = frameOf(f, info.Protocol >= game.ProtocolV2, names)
	}
	return list
}

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
var tokenMember = regexp.MustCompile(`(?i)("[^"]*(?:token|secret|password)[^"]*"\s*:\s*)("(?:[^"\\]|\\.)*(?:"|$|\\$))`)

func withoutTokens(text string) string {
	return tokenMember.ReplaceAllString(text, `$1"[secret]"`)
}
