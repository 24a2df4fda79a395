package client

import "context"

// Instance is one entry of detect-instances.
type Instance struct {
	ID       string `json:"id"`
	PID      int    `json:"pid"`
	Name     string `json:"name"`
	Platform string `json:"platform"`
	Version  string `json:"version"`
}

// Status is the answer to get-status.
type Status struct {
	// Status: idle, processing, complete, error.
	Status             string   `json:"status"`
	CurrentTask        *Task    `json:"currentTask"`
	ConnectedInstances []string `json:"connectedInstances"`
	ActiveInstance     string   `json:"activeInstance"`
}

// Task is what a client usually wants to know of a task.
type Task struct {
	ID     string `json:"id"`
	Body   string `json:"body"`
	Goal   string `json:"goal"`
	State  string `json:"state"`
	Reason string `json:"reason"`
	Round  int    `json:"round"`
	Step   int    `json:"step"`
	Of     int    `json:"of"`
	Sent   int    `json:"sent"`
	Failed int    `json:"failed"`
	// NeedsPerson: it does not go on by itself.
	NeedsPerson bool `json:"needsPerson"`
	// Held: it waits for ResumeTask or ClearQueue.
	Held bool `json:"held"`
	// Revision names the plan that waits for an answer.
	Revision int `json:"revision"`
}

// DetectInstances lists what can be connected to.
func (c *Client) DetectInstances(ctx context.Context) (list []Instance, err error) {
	err = c.Call(ctx, "detect-instances", nil, &list)
	return list, err
}

// ConnectInstance chooses the body that the calls are about.
func (c *Client) ConnectInstance(ctx context.Context, id string) error {
	return c.Call(ctx, "connect-instance", map[string]any{"instanceId": id}, nil)
}

// SendPrompt queues a goal and returns its task id. settings may be nil.
func (c *Client) SendPrompt(ctx context.Context, prompt string, settings map[string]any) (string, error) {
	members := map[string]any{"prompt": prompt}
	if settings != nil {
		members["settings"] = settings
	}
	var out struct {
		TaskID string `json:"taskId"`
	}
	err := c.Call(ctx, "send-prompt", members, &out)
	return out.TaskID, err
}

// StopTask stops what the active body does.
func (c *Client) StopTask(ctx context.Context) error { return c.Call(ctx, "stop-task", nil, nil) }

// GetStatus says how the active body's task stands.
func (c *Client) GetStatus(ctx context.Context) (st Status, err error) {
	err = c.Call(ctx, "get-status", nil, &st)
	return st, err
}

// ResumeTask goes on with the paused or interrupted task, and with the goals that
// a stop held.
func (c *Client) ResumeTask(ctx context.Context) error { return c.Call(ctx, "resume-task", nil, nil) }

// ClearQueue lets go of what waits and returns how many goals there were.
func (c *Client) ClearQueue(ctx context.Context) (int, error) {
	var out struct {
		Cleared int `json:"cleared"`
	}
	err := c.Call(ctx, "clear-queue", nil, &out)
	return out.Cleared, err
}

// AnswerPlan says yes or no to the plan of that revision that waits for it.
func (c *Client) AnswerPlan(ctx context.Context, taskID string, revision int, approve bool) error {
	return c.Call(ctx, "answer-plan", map[string]any{"taskId": taskID, "revision": revision, "approve": approve}, nil)
}

// Subscribe starts the stream of events after the place, or after a snapshot
// when that place is gone. It returns the place from which events go on.
func (c *Client) Subscribe(ctx context.Context, epoch string, since uint64) (Place, error) {
	var p Place
	err := c.Call(ctx, "subscribe", map[string]any{"epoch": epoch, "since": since}, &p)
	return p, err
}

// Place is a point in the stream of events.
type Place struct {
	Epoch string `json:"epoch"`
	Since uint64 `json:"since"`
}
