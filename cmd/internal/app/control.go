// SPDX-License-Identifier: MIT

package app

import (
	"cmp"
	"fmt"
	"net/http"
	"path/filepath"
	"time"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/frontend"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/planner"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/api"
	"github.com/minehand/minehand/ui/mcp"
	"github.com/minehand/minehand/ui/view"
)

// TokenFile is the name of the control token's file in the data folder.
const TokenFile = "control-token"

// Control is a Backend's control side over HTTP. Close it before the backend.
type Control struct {
	server *api.Server
	token  string
	port   int
	lan    []string
}

// Close ends every client's connection.
func (c *Control) Close() error { return c.server.Close() }

// PageURL is the address of the page. It carries the control token in its
// fragment, which browsers send to nobody.
func (c *Control) PageURL() string {
	return fmt.Sprintf("http://localhost:%d/#token=%s", c.port, c.token)
}

// LANPageURLs are the addresses of the page in the network, none without one.
func (c *Control) LANPageURLs() []string {
	return lists.Of(c.lan, func(host *string) string { return fmt.Sprintf("https://%s/#token=%s", *host, c.token) })
}

// newControl returns the handler of the control side over the backend, of chats
// that speak the Model Context Protocol, and of the page.
func newControl(b *Backend, dataDir, version string) (*Control, http.Handler, error) {
	token, err := api.Token(filepath.Join(dataDir, TokenFile))
	if err != nil {
		return nil, nil, err
	}
	server := api.New(b.UI, api.Config{Token: token, Devices: &b.devices, Admits: b.admits(), Log: b.log})
	mux := http.NewServeMux()
	mux.Handle("/api/", server)
	chats, err := mcp.NewHandler(mcp.Config{Dial: mcp.Local(b.UI), Version: version, Typed: fmt.Sprintf("minehand do --port %d", b.Port)})
	if err != nil {
		return nil, nil, err
	}
	mux.Handle("/mcp", api.RequireToken(token, chats))
	started := time.Now()
	mux.Handle("/metrics", api.RequireToken(token, api.Metrics(func() []api.Metric { return b.metrics(version, started, server.Clients) })))
	mux.Handle("/", page(frontend.Dist(), b.otherSockets))
	c := &Control{server: server, token: token, port: b.Port}
	if b.LAN != nil {
		c.lan = b.LAN.Hosts
	}
	return c, mux, nil
}

// sources lists the planners that prompts may choose.
type sources struct {
	cfg     settings.Config
	planner *Planner
}

// List implements ui.Providers.
func (s sources) List() []view.Provider {
	chosen := cmp.Or(s.cfg.Planner.Provider, planner.AutoName)
	list := []view.Provider{
		{Name: planner.AutoName, Type: view.TypePlanner, Local: true},
		{Name: planner.BuiltinOnly, Type: view.TypePlanner, Local: true},
	}
	for _, one := range s.planner.Providers.List() {
		e, _ := s.planner.Providers.Entry(one.Name)
		p := view.Provider{
			Name: one.Name, Type: e.Type, Model: e.Model(), Host: e.Address(), Local: one.Host == "",
			ByName: one.ByName || one.Host != "" && !one.Consent, CallsToday: one.UsedCalls, TokensToday: one.UsedTokens,
		}
		if one.Title != one.Name {
			p.Title = one.Title
		}
		for _, t := range one.Tasks {
			p.Tasks = append(p.Tasks, string(t))
		}
		if one.Cause != nil {
			p.Resting, p.Messages = one.Cause.Error(), ui.InWords("resting", silence(one.Cause))
		}
		list = append(list, p)
	}
	for i := range list {
		list[i].Default = list[i].Name == chosen
	}
	return list
}
