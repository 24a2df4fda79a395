package app

import (
	"fmt"
	"io"
	"net/http"
	"path/filepath"

	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/planner"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/api"
)

// TokenFile is the name of the control token's file in the data folder.
const TokenFile = "control-token"

// Control is a Backend's control side. Close it before the backend.
type Control struct{ server *api.Server }

// Close ends every client's connection.
func (c *Control) Close() error { return c.server.Close() }

// NewControl returns the handler of the control side over the backend.
func NewControl(b *Backend, p *Planner, dataDir string, cfg Config) (*Control, http.Handler, error) {
	token, err := api.Token(filepath.Join(dataDir, TokenFile))
	if err != nil {
		return nil, nil, err
	}
	svc := ui.New(ui.Config{
		Tasks: b.Orchestrator, Bodies: Bodies{b.Bridge},
		Policy: orchestrator.Policy(cfg.Planner.Policy), Approve: cfg.Planner.Approve,
		Providers: append([]string{planner.AutoName, planner.BuiltinOnly}, p.Providers.Names()...),
	})
	server := api.New(svc, api.Config{Token: token})
	mux := http.NewServeMux()
	mux.Handle("/api/v1/", server)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = io.WriteString(w, fmt.Sprintf("Minehand is running. Bodies connect to %s, clients to %sapi/v1/ws with the control token.\n", b.URL(), b.URL()))
	})
	return &Control{server}, mux, nil
}
