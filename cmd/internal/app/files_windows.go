// SPDX-License-Identifier: MIT

package app

// openFiles: Windows bounds sockets by memory alone.
func openFiles() int { return 0 }

func outOfFiles(error) bool { return false }

// tighten does nothing: a user's folders on Windows are closed to other users.
func tighten(string) (bool, error) { return false, nil }
