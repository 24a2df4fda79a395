// SPDX-License-Identifier: MIT

package detect

import (
	"context"
	"net/netip"
	"strings"

	"github.com/shirou/gopsutil/v3/net"
	"github.com/shirou/gopsutil/v3/process"
)

// Source is where processes and sockets come from. Its methods are called one
// at a time.
type Source interface {
	// PIDs lists the processes that run.
	PIDs(ctx context.Context) ([]int32, error)
	// Process reads one process, with what every process is asked for.
	Process(ctx context.Context, pid int32) (Process, error)
	// Details reads what only a Minecraft process is asked for.
	Details(ctx context.Context, pid int32) (Details, error)
	// Sockets lists the TCP sockets of a process, of all processes for pid 0.
	Sockets(ctx context.Context, pid int32) ([]Socket, error)
}

// Process is one process.
type Process struct {
	// Name is the file name of its program, where the arguments could not be read.
	Name string
	// Args is its argv, empty when the system does not let it be read.
	Args Arguments
}

// Details are more of a process; what the system does not tell is empty.
type Details struct {
	// Started tells processes apart that had the same pid one after the other, in
	// milliseconds since 1970.
	Started int64
	Parent  int32
	// Dir is the working folder.
	Dir string
	// InstanceDir and InstanceID are the variables INST_DIR and INST_ID of the
	// environment, which Prism and MultiMC set.
	InstanceDir, InstanceID string
}

// Socket is one TCP socket.
type Socket struct {
	// PID is 0 when the system does not tell whose it is.
	PID       int32
	Local     netip.AddrPort
	Remote    netip.AddrPort
	Listening bool
}

// System is this computer.
type System struct{}

// PIDs lists the processes that run.
func (System) PIDs(ctx context.Context) ([]int32, error) { return process.PidsWithContext(ctx) }

// Process reads one process. What the system refuses is left empty.
func (System) Process(ctx context.Context, pid int32) (Process, error) {
	p := &process.Process{Pid: pid}
	args, err := arguments(ctx, p)
	if err != nil || len(args.argv) == 0 {
		name, err := p.NameWithContext(ctx)
		return Process{Name: name}, err
	}
	return Process{Args: args}, nil
}

// Details reads what only a Minecraft process is asked for.
func (System) Details(ctx context.Context, pid int32) (Details, error) {
	p := &process.Process{Pid: pid}
	started, err := p.CreateTimeWithContext(ctx)
	if err != nil {
		return Details{}, err
	}
	d := Details{Started: started}
	// Each of these may be refused, or unknown to the system.
	d.Parent, _ = p.PpidWithContext(ctx)
	d.Dir, _ = p.CwdWithContext(ctx)
	env, _ := environment(ctx, p)
	for _, v := range env {
		switch name, value, _ := strings.Cut(v, "="); name {
		case "INST_DIR":
			d.InstanceDir = value
		case "INST_ID":
			d.InstanceID = value
		}
	}
	return d, nil
}

// Sockets lists the TCP sockets of a process, of all processes for pid 0.
func (System) Sockets(ctx context.Context, pid int32) ([]Socket, error) {
	// The kinds and owners of sockets that this function leaves out cost most.
	rows, err := net.ConnectionsPidWithoutUidsWithContext(ctx, "tcp", pid)
	if err != nil {
		return nil, err
	}
	list := make([]Socket, 0, len(rows))
	for _, row := range rows {
		list = append(list, Socket{
			PID: row.Pid, Local: address(row.Laddr), Remote: address(row.Raddr), Listening: row.Status == "LISTEN",
		})
	}
	return list, nil
}

// address reads what the system calls an address; "*" is any.
func address(a net.Addr) netip.AddrPort {
	if a.Port > 0xffff {
		return netip.AddrPort{}
	}
	ip, err := netip.ParseAddr(strings.Trim(a.IP, "[]"))
	if err != nil {
		if a.IP != "*" && a.IP != "" {
			return netip.AddrPort{}
		}
		ip = netip.IPv4Unspecified()
	}
	return netip.AddrPortFrom(ip.Unmap(), uint16(a.Port))
}
