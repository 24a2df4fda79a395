// SPDX-License-Identifier: MIT

package data

// Reload decodes a version anew, past the cache.
func Reload(name string) (*Version, error) {
	r, err := releaseFor(name)
	if err != nil {
		return nil, err
	}
	t, err := readTables(r.Table)
	if err != nil {
		return nil, err
	}
	return &Version{Name: name, Requested: name, tables: t}, nil
}
