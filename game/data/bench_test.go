// SPDX-License-Identifier: MIT

package data

import (
	"runtime"
	"testing"
)

// BenchmarkLoad measures decoding the newest version from its embedded bytes.
func BenchmarkLoad(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := readTables("26.1"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkHeap measures what one loaded version keeps; the limit is 10 MB.
func BenchmarkHeap(b *testing.B) {
	var before, after runtime.MemStats
	for b.Loop() {
		runtime.GC()
		runtime.ReadMemStats(&before)
		t, err := readTables("26.1")
		if err != nil {
			b.Fatal(err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(t)
	}
	b.ReportMetric(float64(after.HeapAlloc)-float64(before.HeapAlloc), "heap-bytes")
}
