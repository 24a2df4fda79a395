// SPDX-License-Identifier: MIT

package openai

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	goopenai "github.com/sashabaranov/go-openai"

	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/openai/fakelm"
)

// A reply of 200 chunks from a fake on loopback, by this client and by bare
// go-openai in the same run: the difference is what the hardening costs.
var benchReply = fakelm.Config{Replies: []fakelm.Reply{{Text: strings.Repeat("word ", 200)}}}

func BenchmarkClient(b *testing.B) {
	c, _ := overLoopback(b, benchReply, Config{Settings: Settings{Model: "hermes"}})
	b.ReportAllocs()
	for b.Loop() {
		resp, err := c.Generate(context.Background(), llm.Request{Prompt: "hi"})
		if err != nil || len(resp.Content) != 1000 {
			b.Fatal(len(resp.Content), err)
		}
	}
}

func BenchmarkBare(b *testing.B) {
	c, s := overLoopback(b, benchReply, Config{})
	cfg := goopenai.DefaultConfig("")
	cfg.BaseURL, cfg.HTTPClient = s.URL+"/v1", c.http
	bare := goopenai.NewClientWithConfig(cfg)
	b.ReportAllocs()
	for b.Loop() {
		stream, err := bare.CreateChatCompletionStream(context.Background(), goopenai.ChatCompletionRequest{Model: "hermes", Messages: []goopenai.ChatCompletionMessage{{Role: "user", Content: "hi"}}})
		if err != nil {
			b.Fatal(err)
		}
		n := 0
		for {
			chunk, err := stream.Recv()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				b.Fatal(err)
			}
			if len(chunk.Choices) > 0 {
				n += len(chunk.Choices[0].Delta.Content)
			}
		}
		_ = stream.Close()
		if n != 1000 {
			b.Fatal(n)
		}
	}
}

// BenchmarkEvents is the normaliser alone, for the cost of a chunk.
func BenchmarkEvents(b *testing.B) {
	const chunks = 200
	raw := []byte(strings.Repeat(`data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1760000000,"model":"hermes","system_fingerprint":"hermes","choices":[{"index":0,"delta":{"content":"word "},"logprobs":null,"finish_reason":null}]}`+"\n\n", chunks) + "data: [DONE]\n")
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := readEvents(raw, false); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/chunks, "ns/chunk")
}
