// SPDX-License-Identifier: MIT

//go:build !fleet

package app

import "context"

func joinCluster(context.Context, BackendConfig, string, int) (node, error) { return nil, ErrNoFleet }
