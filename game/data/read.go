package data

// readTables decodes the embedded file of a version.
func readTables(name string) (*tables, error) {
	return nil, notFound("the table file", name, name)
}
