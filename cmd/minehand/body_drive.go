// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/cmd/internal/stages"
	"github.com/minehand/minehand/missions"
	"github.com/minehand/minehand/sim/fault"
)

// driveLine is a line between a driven body and its driver, both ways.
type driveLine struct {
	// Type: truth and speed are asked; online, offline, mark and truth are told.
	Type   string          `json:"type"`
	Speed  float64         `json:"speed,omitempty"`
	Mark   *missions.Mark  `json:"mark,omitempty"`
	Truth  *missions.Truth `json:"truth,omitempty"`
	Reason string          `json:"reason,omitempty"`
}

// driven is a body that is told what to do on stdin and tells on stdout, one JSON
// object a line: for those who play missions with it. Its end is that of stdin.
type driven struct {
	mu  sync.Mutex
	out *json.Encoder
}

func (d *driven) tell(l driveLine) {
	d.mu.Lock()
	defer d.mu.Unlock()
	_ = d.out.Encode(l) // a driver that has gone closes stdin too
}

func (d *driven) marked(m fault.Moment) {
	d.tell(driveLine{Type: "mark", Mark: &missions.Mark{Action: m.Action, What: string(m.What)}})
}

func (d *driven) online(yes bool) {
	if yes {
		d.tell(driveLine{Type: "online"})
	} else {
		d.tell(driveLine{Type: "offline"})
	}
}

// run follows orders until stdin ends.
func (d *driven) run(in io.Reader, world *app.Embedded) {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		var l driveLine
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			d.tell(driveLine{Type: "fault", Reason: fmt.Sprintf("this line is no order: %s", err)})
			continue
		}
		switch l.Type {
		case "truth":
			t := stages.TruthOf(world.Truth())
			d.tell(driveLine{Type: "truth", Truth: &t})
		case "speed":
			world.Clock().SetSpeed(l.Speed)
		default:
			d.tell(driveLine{Type: "fault", Reason: fmt.Sprintf("there is no order %q; there are truth and speed", l.Type)})
		}
	}
}
