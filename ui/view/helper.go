// SPDX-License-Identifier: MIT

package view

import (
	"time"

	"github.com/minehand/minehand/game"
)

// HelperState says how far a helper is.
type HelperState string

// The states of a helper.
const (
	// HelperInstalling: what it needs is looked for, or installed.
	HelperInstalling HelperState = "installing"
	// HelperJoining: it runs and tries to come into the world, again and again.
	HelperJoining HelperState = "joining"
	// HelperPlaying: it is in the world.
	HelperPlaying HelperState = "playing"
	// HelperFailed: it does not run, and Says names why.
	HelperFailed HelperState = "failed"
	// HelperLeft: it was sent away.
	HelperLeft HelperState = "left"
)

// Values lists all states.
func (HelperState) Values() []string {
	return words(HelperInstalling, HelperJoining, HelperPlaying, HelperFailed, HelperLeft)
}

// HelperAuth is how a helper signs in.
type HelperAuth string

// The ways to sign in.
const (
	// AuthOffline needs no account; worlds opened to LAN let it in.
	AuthOffline HelperAuth = "offline"
	// AuthMicrosoft signs in with an account of the helper's own.
	AuthMicrosoft HelperAuth = "microsoft"
)

// Values lists all ways.
func (HelperAuth) Values() []string { return words(AuthOffline, AuthMicrosoft) }

// NearbyWorld is a world that a computer of the network says is open to LAN.
type NearbyWorld struct {
	Name    string `json:"name"`
	Address string `json:"address"`
}

// NearbyWorlds is the answer to look-on-network.
type NearbyWorlds struct {
	Worlds []NearbyWorld `json:"worlds"`
}

// JoinWorld brings a helper, a player of its own, into a world.
type JoinWorld struct {
	// Address is HOST or HOST:PORT, such as that of an open world.
	Address string `json:"address"`
	// Name of the player, 3 to 16 of letters, digits and _; left out, Minehand.
	Name string `json:"name,omitempty"`
	// Owner is the player whom it works for, as set-owner says it.
	Owner string     `json:"owner,omitempty"`
	Auth  HelperAuth `json:"auth,omitempty"`
	// BotsAllowed: the person says that the rules of a server outside this network
	// allow bots. Without it such a server is not joined.
	BotsAllowed bool `json:"botsAllowed,omitempty"`
	// Viewer has the helper show what it sees (see a state's viewerUrl); what that needs
	// is installed the first time, some 370 MB.
	Viewer bool `json:"viewer,omitempty"`
}

// Helper is a bot that this Minehand brings into a world.
type Helper struct {
	// Instance is the id of its body.
	Instance string      `json:"instance"`
	Address  string      `json:"address"`
	Name     string      `json:"name"`
	State    HelperState `json:"state"`
	// Since is when the state began.
	Since time.Time `json:"since"`
	// Says is what it does now, or what is wrong and what helps, in a sentence.
	Says string `json:"says,omitempty"`
	// Messages has Says as a message, by its field's name, where it has a code.
	Messages map[string]game.Message `json:"messages,omitempty"`
	// Details are what another program said of what is wrong, as it said it.
	Details string `json:"details,omitempty"`
	// Percent is how much of what it needs is installed, while that is known.
	Percent int `json:"percent,omitempty"`
	// Refused: its last try to come into the world came to nothing, and Says names why.
	Refused bool `json:"refused,omitempty"`
	// NeedsAccount: the server lets nobody in without a Microsoft account;
	// join-world with the auth microsoft signs in.
	NeedsAccount bool `json:"needsAccount,omitempty"`
}

// Helpers are those of this Minehand, by their instance.
type Helpers struct {
	Helpers []Helper `json:"helpers"`
}
