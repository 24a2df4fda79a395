// SPDX-License-Identifier: MIT

package llm

import (
	"maps"
	"slices"
)

// General are the kinds that have a phrase of a model server.
func General() []Kind { return slices.Sorted(maps.Keys(general)) }
