package orchestrator

import "github.com/minehand/minehand/orchestrator/bodytest"

type bodyFault = bodytest.Fault
