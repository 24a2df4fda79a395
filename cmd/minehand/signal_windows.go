package main

import "os"

// terminate: Windows has no SIGTERM; os.Interrupt is listened for already.
var terminate = os.Interrupt

// ignoreBrokenPipes: there is no such signal here.
func ignoreBrokenPipes() {}
