// SPDX-License-Identifier: MIT

//go:build !race && !windows

package main

const raceOn = false
