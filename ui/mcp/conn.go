// SPDX-License-Identifier: MIT

package mcp

import (
	"context"

	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// Local opens connections to a Minehand in this process.
func Local(svc *ui.Service) func(context.Context) (*client.Client, error) {
	return func(context.Context) (*client.Client, error) { return client.Local(svc.Open()), nil }
}

// Remote opens connections to the Minehand on this machine's port.
func Remote(port int, token string) func(context.Context) (*client.Client, error) {
	return func(ctx context.Context) (*client.Client, error) { return client.Dial(ctx, port, token) }
}

// next is the next event after a subscribe.
func next(ctx context.Context, c *client.Client) (view.Event, error) {
	select {
	case e, ok := <-c.Events():
		if !ok {
			return e, c.Err()
		}
		return e, nil
	case <-ctx.Done():
		return view.Event{}, ctx.Err()
	}
}
