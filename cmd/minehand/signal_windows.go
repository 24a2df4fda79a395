// SPDX-License-Identifier: MIT

package main

import "os"

// ends are what ends the program: Windows has no other signal.
func ends() []os.Signal { return []os.Signal{os.Interrupt} }

// ignoreBrokenPipes: there is no such signal here.
func ignoreBrokenPipes() {}
