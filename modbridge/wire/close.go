// SPDX-License-Identifier: MIT

package wire

import (
	"strings"

	"github.com/minehand/minehand/internal/budget"
)

// MaxFrame is the largest frame that is read of a body that has registered, in bytes; a
// larger one closes the socket with CloseTooBig.
const MaxFrame = budget.FrameBytes

// MaxFirstFrame is the largest frame before a body has registered, in bytes: a register
// may carry the recipes of a game with many mods.
const MaxFirstFrame = budget.FirstFrameBytes

// Close codes (rule 17): a body comes back after 4000-4499 and after a broken
// line, and stays away after 4500-4999. Version 1 bodies ignore the code and
// always come back.
const (
	// CloseGoingAway: Minehand is shutting down, or has other protected places to tell of.
	// Of a version 2 body it says that it leaves and is not to be waited for.
	CloseGoingAway = 1001
	// CloseTooBig: a frame was larger than MaxFrame.
	CloseTooBig = 1009
	// CloseSilent: the socket did not register, did not finish a frame, or was
	// silent for too long (version 2).
	CloseSilent = 4408
	// CloseTaken: a live session has this instanceId and the register did not
	// carry its resume token.
	CloseTaken = 4409
	// CloseFull: more new bodies registered than Minehand takes.
	CloseFull = 4410
	// CloseTooMany: frames, bytes or values came faster than the connection's
	// rate, or too much of what all have begun to send waits for its end.
	CloseTooMany = 4429
	// CloseBadToken: the body token is wrong or missing.
	CloseBadToken = 4501
	// CloseUnnamed: the register has no instanceId, or a protocol, that can be used.
	CloseUnnamed = 4502
	// CloseTooOld: the body speaks an older protocol than is asked for.
	CloseTooOld = 4503
	// CloseReplaced: another socket of the same body took over.
	CloseReplaced = 4509
)

// CloseReason cuts a reason to what a close frame holds beside its code: one that is
// longer would not be sent at all.
func CloseReason(reason string) string {
	return strings.ToValidUTF8(reason[:min(len(reason), 120)], "")
}

// ComesBack reports whether a body connects again after a close code.
func ComesBack(code int) bool { return code < 4500 || code > 4999 }
