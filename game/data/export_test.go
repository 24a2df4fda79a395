package data

// Reload decodes a version anew, past the cache.
func Reload(name string) (*Version, error) {
	t, err := readTables(name)
	if err != nil {
		return nil, err
	}
	return &Version{Name: name, Requested: name, tables: t}, nil
}
