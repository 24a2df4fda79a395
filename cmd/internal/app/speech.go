// SPDX-License-Identifier: MIT

package app

import (
	"cmp"
	"context"
	"encoding/base64"
	"time"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/llm/openai"
	"github.com/minehand/minehand/ui/view"
)

// writingLimit bounds the writing down of what was said.
const writingLimit = 2 * time.Minute

// Hear implements [ui.Models].
func (a asker) Hear(ctx context.Context, p view.Speech) (view.Heard, error) {
	text, err := a.planner.Providers.writeDown(ctx, p)
	return view.Heard{Text: text}, err
}

func (p *Providers) writeDown(ctx context.Context, said view.Speech) (string, error) {
	if p.speech.URL == "" {
		return "", view.Refuse(view.CodeNoProvider, "Nobody writes down what is said: name a server in the config (speech.url).")
	}
	audio, err := base64.StdEncoding.DecodeString(said.Audio)
	if err != nil || len(audio) == 0 {
		return "", view.Refuse(view.CodeInvalid, "audio has to be a recording in base64.")
	}
	key := ""
	if p.speech.APIKeyEnv != "" {
		key = p.env.Getenv(p.speech.APIKeyEnv)
	}
	c, err := openai.New(openai.Config{Settings: openai.Settings{URL: p.speech.URL, Timeout: new(writingLimit)}, APIKey: key})
	if err != nil {
		return "", err
	}
	defer func() { _ = c.Close() }()
	text, err := c.Transcribe(ctx, cmp.Or(p.speech.Model, settings.DefaultSpeech), said.Type, audio)
	return text, refused(err)
}
