// SPDX-License-Identifier: MIT

package ui

import (
	"context"

	"github.com/minehand/minehand/ui/view"
)

// Missions keeps scripted missions and plays them. Its methods may be called from
// any goroutine; errors are sentences with the fix.
type Missions interface {
	// Sets lists all sets, those that come with Minehand first.
	Sets() ([]view.MissionSet, error)
	// Text is a set with its text.
	Text(set string) (view.MissionText, error)
	// Check says what is wrong with a text.
	Check(text string) view.CheckedMissions
	// Save keeps a text that nothing is wrong with.
	Save(name, text string) (view.MissionText, error)
	// Delete removes a set of the person's own.
	Delete(set string) error
	// Record keeps a task that has ended as a mission that plays it again.
	Record(rec *view.TaskRecord) (view.MissionText, error)
	// Run begins to play and returns at once.
	Run(p view.RunMissions) (view.MissionProgress, error)
	// Stop breaks off what is played and returns when it has ended.
	Stop() (view.MissionProgress, error)
	// Runs lists runs, newest first.
	Runs() ([]view.MissionProgress, error)
	// Results are a run's.
	Results(run string) (view.MissionRun, error)
	// Timeline is what happened in one of them.
	Timeline(run, result string) (view.MissionTimeline, error)
}

// errNoMissions: this program plays none.
var errNoMissions = view.Refuse(
	view.CodeUnavailable,
	"this Minehand plays no missions: start it with minehand serve, or run minehand mission run",
)

// MissionsChanged tells clients how far a run of missions is.
func (s *Service) MissionsChanged(p view.MissionProgress) {
	s.hub.publish(view.Event{Kind: view.EventMissions, Missions: &p})
}

// missions are those of this Minehand.
func (x *exchange) missions() (Missions, error) {
	if x.svc.cfg.Missions == nil {
		return nil, errNoMissions
	}
	return x.svc.cfg.Missions, nil
}

func listMissions(_ context.Context, m Missions, _ view.Nothing) (view.MissionSets, error) {
	sets, err := m.Sets()
	return view.MissionSets{Sets: sets}, err
}

func getMissions(_ context.Context, m Missions, p view.OfMissions) (view.MissionText, error) {
	return m.Text(p.Set)
}

func checkMissions(_ context.Context, m Missions, p view.CheckMissions) (view.CheckedMissions, error) {
	return m.Check(p.Text), nil
}

func saveMissions(_ context.Context, m Missions, p view.SaveMissions) (view.MissionText, error) {
	return m.Save(p.Name, p.Text)
}

func deleteMissions(_ context.Context, m Missions, p view.OfMissions) (view.Success, error) {
	err := m.Delete(p.Set)
	return view.Success{Success: err == nil}, err
}

func recordMission(ctx context.Context, x *exchange, p view.OfTask) (view.MissionText, error) {
	m, err := x.missions()
	if err != nil {
		return view.MissionText{}, err
	}
	rec, err := x.svc.tasks.record(ctx, p.TaskID)
	if err != nil {
		return view.MissionText{}, err
	}
	return m.Record(&rec)
}

func runMissions(_ context.Context, m Missions, p view.RunMissions) (view.MissionProgress, error) {
	return m.Run(p)
}

func stopMissions(_ context.Context, m Missions, _ view.Nothing) (view.MissionProgress, error) {
	return m.Stop()
}

func listMissionRuns(_ context.Context, m Missions, _ view.Nothing) (view.MissionRuns, error) {
	runs, err := m.Runs()
	return view.MissionRuns{Runs: runs}, err
}

func getMissionRun(_ context.Context, m Missions, p view.OfMissionRun) (view.MissionRun, error) {
	return m.Results(p.Run)
}

func getMissionResult(_ context.Context, m Missions, p view.OfMissionResult) (view.MissionTimeline, error) {
	return m.Timeline(p.Run, p.Result)
}
