// SPDX-License-Identifier: MIT

package detect

import (
	"fmt"
	"strings"
	"unicode"
)

// Role tells a client from a server.
type Role string

// The roles.
const (
	Client Role = "client"
	Server Role = "server"
)

// Platforms, in the words of the base protocol.
const (
	Java    = "Java Edition"
	Bedrock = "Bedrock Edition"
)

// Instance is a running Minecraft.
type Instance struct {
	// ID is instance_PID, as the base protocol names what it detects.
	ID  string `json:"id"`
	PID int32  `json:"pid"`
	// Name is for people: "Minecraft 1.21.5 (Fabric)", with the launcher's name
	// for the instance where there is one.
	Name     string `json:"name"`
	Platform string `json:"platform"`
	// Version is the game's, empty when neither the process nor its launcher's
	// files nor a world that it serves tells; VersionHint is then what a folder's
	// name suggests, and may be wrong.
	Version     string `json:"version"`
	VersionHint string `json:"versionHint,omitempty"`
	// Loader is vanilla, forge, neoforge, fabric, quilt, paper, lunar and the
	// like, empty when it is not known.
	Loader        string `json:"loader"`
	LoaderVersion string `json:"loaderVersion"`
	Role          Role   `json:"role"`
	// Launcher is what started it, empty when that is not known.
	Launcher string `json:"launcher"`
	// Worlds are those that can be joined from this computer.
	Worlds []World `json:"worlds"`
	// Bodies are the instanceIds of the bodies whose sockets this process holds.
	Bodies []string `json:"bodies"`
}

// InstanceID is the name that detection gives the process.
func InstanceID(pid int32) string { return fmt.Sprintf("instance_%d", pid) }

// loaderNames are the loaders as people write them.
var loaderNames = map[string]string{
	forge: "Forge", neoforge: "NeoForge", fabric: "Fabric", quilt: "Quilt", lunar: "Lunar", paper: "Paper",
	"purpur": "Purpur", "folia": "Folia", "spigot": "Spigot", "craftbukkit": "CraftBukkit",
	"optifine": "OptiFine", "liteloader": "LiteLoader",
}

// instance is the process as it is told.
func (r *reading) instance(pid int32, profile string) Instance {
	in := Instance{
		ID: InstanceID(pid), PID: pid, Platform: Java, Version: r.version,
		Loader: r.loader, LoaderVersion: r.loaderVersion, Role: Client, Launcher: r.launcher,
		Worlds: []World{}, Bodies: []string{},
	}
	if r.bedrock {
		in.Platform = Bedrock
	}
	if r.kind == kindServer {
		in.Role = Server
	}
	if r.version == "" {
		in.VersionHint = r.hint
	}
	in.name(profile)
	return in
}

func (in *Instance) name(profile string) {
	words := []string{"Minecraft"}
	if in.Platform == Bedrock {
		words = append(words, "Bedrock")
	}
	if in.Role == Server {
		words = append(words, "server")
	}
	if in.Version != "" {
		words = append(words, in.Version)
	}
	if in.Loader != "" && in.Loader != vanilla {
		name, ok := loaderNames[in.Loader]
		if !ok {
			name = in.Loader
		}
		words = append(words, "("+name+")")
	}
	in.Name = strings.Join(words, " ")
	if profile != "" {
		in.Name += ", " + profile
	}
}

// clean makes one short line of a text from outside: blanks for line ends and
// control characters, no invisible or direction-changing ones, at most limit
// characters.
func clean(s string, limit int) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r), unicode.IsControl(r):
			return ' '
		case unicode.Is(unicode.Cf, r), r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	if runes := []rune(s); len(runes) > limit {
		s = strings.TrimSpace(string(runes[:limit]))
	}
	return s
}
