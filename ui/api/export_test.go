package api

import "encoding/json"

// DecodeRequest is what the server does with a client's bytes first.
func DecodeRequest(data []byte) (any, error) {
	var m request
	err := json.Unmarshal(data, &m)
	return m, err
}
