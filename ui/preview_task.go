// SPDX-License-Identifier: MIT

package ui

import (
	"context"

	"github.com/minehand/minehand/ui/view"
)

// Films show plans before they happen.
type Films interface {
	// Film plays the plan that a task waits with for a yes. Its error is a sentence.
	Film(ctx context.Context, taskID string) (view.Film, error)
}

// previewTask makes the film of the plan that a task waits with.
func previewTask(ctx context.Context, x *exchange, p view.OfTask) (view.Film, error) {
	if p.TaskID == "" {
		return view.Film{}, view.Refuse(view.CodeInvalid, "preview-task needs the taskId of a task whose plan waits for a yes; list-tasks has them")
	}
	if x.svc.cfg.Films == nil {
		return view.Film{}, view.Refuse(view.CodeUnavailable, "This Minehand has no embedded world to show a plan in.")
	}
	return x.svc.cfg.Films.Film(ctx, p.TaskID)
}
