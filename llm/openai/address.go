// SPDX-License-Identifier: MIT

package openai

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"

	"github.com/minehand/minehand/internal/pattern"
)

// address is a server's place: base is where /chat/completions hangs, root
// where the native lists hang, name what people call it.
type address struct {
	base, root, name string
	hosted           bool // api.openai.com, which is strict about its own fields
}

// versioned matches a path that already names an API version: "/v1", "/v1beta/openai", "/api/v1".
var versioned = pattern.Of(`(^|/)v[0-9][a-z0-9]*(/|$)`)

// ParseURL reads what people type or paste: a host and port, a root, a base with /v1, or
// the whole address of the chat endpoint.
func ParseURL(text string) (*url.URL, error) {
	text = strings.TrimSpace(text)
	if !strings.Contains(text, "://") {
		text = "http://" + text
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return nil, fmt.Errorf("the model server's address is not a web address: use one like %s", DefaultURL)
	}
	return u, nil
}

// parseAddress is where a server has its endpoints. A user name and password in the text
// are dropped.
func parseAddress(text string) (address, error) {
	u, err := ParseURL(text)
	if err != nil {
		return address{}, err
	}
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	path := strings.TrimRight(u.Path, "/")
	for _, tail := range []string{"/chat/completions", "/completions", "/models", "/audio/transcriptions"} {
		path = strings.TrimSuffix(path, tail)
	}
	if !versioned().MatchString(path) {
		path += "/v1"
	}
	u.Path = path
	a := address{base: u.String(), hosted: u.Hostname() == "api.openai.com"}
	u.Path = strings.TrimSuffix(path, "/v1")
	a.root = u.String()
	a.name = cmp.Or(products[u.Port()], "the model server") + " at " + a.root
	return a, nil
}

// products are the software that listens on a port by default.
var products = map[string]string{"1234": "LM Studio", "11434": "Ollama", "8080": "llama-server"}
