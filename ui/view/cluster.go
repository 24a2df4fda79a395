// SPDX-License-Identifier: MIT

package view

// Cluster is what a client needs to go on at another Minehand of the cluster when its own
// does not answer.
type Cluster struct {
	Others []OtherNode `json:"others,omitempty"`
	// Pass lets this client in at each of them, as the WebSocket subprotocols
	// "minehand.guest" and "pass.PASS". It is valid for at least ten minutes.
	Pass string `json:"pass,omitempty"`
	// Lost says in a sentence which of them has players and does not answer, and when others
	// may take those.
	Lost string `json:"lost,omitempty"`
}

// OtherNode is another Minehand of the cluster.
type OtherNode struct {
	Name string `json:"name"`
	// Address is the origin of its page.
	Address string `json:"address"`
}
