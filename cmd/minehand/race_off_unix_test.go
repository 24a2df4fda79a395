//go:build !race && !windows

package main

const raceOn = false
