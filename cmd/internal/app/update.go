// SPDX-License-Identifier: MIT

package app

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/ui/view"
)

// updates asks the releases address of the configuration for the newest version, when a
// person asks for it and at no other time. What goes out is a GET without any word about
// this computer; of the answer only a version and the address of its page are taken.
func updates(address func() string, version string) func(context.Context) (view.Update, error) {
	return func(ctx context.Context) (view.Update, error) {
		at := address()
		if at == "" {
			return view.Update{}, view.Refuse(view.CodeUnavailable, "no releases address is set: write one to updates.url in the config file")
		}
		host := at
		if u, err := url.Parse(at); err == nil {
			host = u.Host
		}
		v := view.Update{Version: version, Host: host}
		var newest struct {
			Version string `json:"version"`
			Tag     string `json:"tag_name"`
			Page    string `json:"html_url"`
		}
		ctx, cancel := context.WithTimeout(ctx, budget.Releases.Row().Time)
		defer cancel()
		err := fetchJSON(ctx, at, &newest)
		v.Newest = strings.TrimPrefix(cmp.Or(newest.Version, newest.Tag), "v")
		if err == nil && len(numbersOf(v.Newest)) == 0 {
			err = fmt.Errorf("it names no version")
		}
		if err != nil {
			return view.Update{}, view.Refuse(
				view.CodeUnavailable, "%s does not say which version is the newest: %v; look at updates.url in the config file", host, err)
		}
		if page, err := url.Parse(newest.Page); err == nil && page.Scheme == "https" {
			v.Page = page.String()
		}
		v.Newer = newer(v.Newest, version)
		return v, nil
	}
}

// fetchJSON reads a JSON answer.
func fetchJSON(ctx context.Context, at string, to any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, http.NoBody)
	if err != nil {
		return err
	}
	req.Header.Set("User-Agent", "minehand")
	req.Header.Set("Accept", "application/json")
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true, Proxy: http.ProxyFromEnvironment}}
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("it answers %s", res.Status)
	}
	text, err := budget.Releases.Read(res.Body)
	if err != nil {
		return err
	}
	return budget.Releases.JSON(text, to)
}

// newer reports whether a version is above another; one of no release is below all.
func newer(a, than string) bool {
	x, y := numbersOf(a), numbersOf(than)
	for i := range max(len(x), len(y)) {
		var m, n int
		if i < len(x) {
			m = x[i]
		}
		if i < len(y) {
			n = y[i]
		}
		if m != n {
			return m > n
		}
	}
	return false
}

// numbersOf are the numbers of a version, without what follows a hyphen; none where it is
// no version.
func numbersOf(version string) (list []int) {
	version, _, _ = strings.Cut(strings.TrimPrefix(version, "v"), "-")
	for part := range strings.SplitSeq(version, ".") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 {
			return nil
		}
		list = append(list, n)
	}
	return list
}
