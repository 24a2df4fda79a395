// SPDX-License-Identifier: MIT

// Package stages makes the stages that missions are played on: server and world as
// processes of the minehand program itself (Processes), in this process with a part
// wrapped (InProcess, for tests), or a body that is live already (Live).
package stages
