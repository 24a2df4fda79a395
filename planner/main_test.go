// SPDX-License-Identifier: MIT

package planner_test

import (
	"net/http"
	"testing"

	"go.uber.org/goleak"

	"github.com/minehand/minehand/llm/openai"
	"github.com/minehand/minehand/llm/openai/fakelm"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type pipeTransport = http.Transport

// connect starts a fake server, on a pipe when start is given, and a client.
func connect(t testing.TB, fake *fakelm.Server, start func(*fakelm.Server) *pipeTransport) *openai.Client {
	t.Helper()
	cfg := openai.Config{}
	if start != nil {
		tr := start(fake)
		cfg.Transport = tr
		t.Cleanup(tr.CloseIdleConnections)
	} else {
		fake.Start()
	}
	t.Cleanup(fake.Close)
	cfg.URL = fake.URL
	client, err := openai.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client
}
