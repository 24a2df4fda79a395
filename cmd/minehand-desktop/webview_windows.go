// SPDX-License-Identifier: MIT

package main

import "github.com/wailsapp/go-webview2/webviewloader"

// canShow reports whether the system has what the window is drawn with.
func canShow() bool {
	found, err := webviewloader.GetAvailableCoreWebView2BrowserVersionString("")
	return err == nil && found != ""
}
