// SPDX-License-Identifier: MIT

package chaos

import (
	"flag"
	"testing"

	"go.uber.org/goleak"

	"github.com/minehand/minehand/internal/raced"
)

var (
	flagGoals   = flag.Int("chaos.goals", raced.Of(40, 8), "how many random goals are carried out")
	flagSeed    = flag.Uint64("chaos.seed", 1, "seed of all chances; 0 takes a new one and prints it")
	flagDamages = flag.Int("chaos.damages", raced.Of(100, 30), "how many logs are cut or changed between a kill and the next start")
	flagOnly    = flag.Int("chaos.only", -1, "carry out only the goal of this number")
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
