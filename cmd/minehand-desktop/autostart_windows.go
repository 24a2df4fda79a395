// SPDX-License-Identifier: MIT

package main

import (
	"errors"

	"golang.org/x/sys/windows/registry"
)

// ownEntry is that of this user: a value of the registry's Run key.
func ownEntry() entry { return runEntry{} }

type runEntry struct{}

const runKey = `Software\Microsoft\Windows\CurrentVersion\Run`

func (runEntry) where() string { return `HKEY_CURRENT_USER\` + runKey + `, ` + title }

// with opens the key, which every user has.
func (runEntry) with(access uint32, do func(registry.Key) error) error {
	k, err := registry.OpenKey(registry.CURRENT_USER, runKey, access)
	if err != nil {
		return err
	}
	return errors.Join(do(k), k.Close())
}

func (e runEntry) has() (on bool, err error) {
	err = e.with(registry.QUERY_VALUE, func(k registry.Key) error {
		_, _, err := k.GetStringValue(title)
		if on = err == nil; errors.Is(err, registry.ErrNotExist) {
			return nil
		}
		return err
	})
	return on, err
}

func (e runEntry) set(program string) error {
	return e.with(registry.SET_VALUE, func(k registry.Key) error { return k.SetStringValue(title, `"`+program+`"`) })
}

func (e runEntry) remove() error {
	return e.with(registry.SET_VALUE, func(k registry.Key) error {
		if err := k.DeleteValue(title); !errors.Is(err, registry.ErrNotExist) {
			return err
		}
		return nil
	})
}
