// SPDX-License-Identifier: MIT

package workers

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/missions"
)

// job is a run on its way to a worker.
type job struct {
	Batch string `json:"batch"`
	Index int    `json:"index"`
	ID    string `json:"id"`
	// Mission with what its own JSON leaves out.
	Mission *missions.Mission `json:"mission"`
	File    string            `json:"file"`
	Line    int               `json:"line"`
	Hash    string            `json:"hash"`
	Seeds   missions.Seeds    `json:"seeds"`
	Repeat  int               `json:"repeat"`
}

func jobOf(batch string, index int, r *missions.Run) job {
	m := r.Mission
	return job{Batch: batch, Index: index, ID: r.ID, Mission: m, File: m.File, Line: m.Line, Hash: m.Hash, Seeds: r.Seeds, Repeat: r.Repeat}
}

func jsonOf(j job) ([]byte, error) { return json.Marshal(&j) }

// run is the run of a job.
func (j *job) run() *missions.Run {
	m := *j.Mission
	m.File, m.Line, m.Hash = j.File, j.Line, j.Hash
	return &missions.Run{ID: j.ID, Mission: &m, Seeds: j.Seeds, Repeat: j.Repeat}
}

func (j *job) result() string { return resultsPrefix + "." + j.Batch + "." + strconv.Itoa(j.Index) }

// readJob reads a job; one that cannot be read is an error that says why.
func readJob(data []byte) (*job, error) {
	j := &job{}
	if err := budget.ResultFile.JSON(data, j); err != nil {
		return nil, fmt.Errorf("a run of the queue cannot be read: %w", err)
	}
	if j.Batch == "" || j.ID == "" || j.Mission == nil {
		return nil, fmt.Errorf("a run of the queue is incomplete")
	}
	return j, nil
}

// pack is a result as it is stored: everything but the run, which its reader has.
func pack(res *missions.Result) ([]byte, error) {
	bare := *res
	bare.Run = nil
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	if err := json.NewEncoder(z).Encode(&bare); err != nil {
		return nil, err
	}
	err := z.Close()
	return out.Bytes(), err
}

// unpack reads what pack wrote.
func unpack(data []byte, run *missions.Run) (*missions.Result, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	text, err := budget.ResultFile.Read(z)
	if err != nil {
		return nil, err
	}
	res := &missions.Result{}
	if err := budget.ResultFile.JSON(text, res); err != nil {
		return nil, err
	}
	res.Run = run
	return res, nil
}
