package app

import (
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/ui"
)

// Bodies shows the bridge's sessions to the ui.
type Bodies struct{ Bridge *modbridge.Server }

// List returns every live session, by id.
func (b Bodies) List() []ui.Body {
	sessions := b.Bridge.Sessions()
	list := make([]ui.Body, 0, len(sessions))
	for _, s := range sessions {
		list = append(list, ui.Body{Info: s.Info(), Link: s.Link()})
	}
	return list
}
