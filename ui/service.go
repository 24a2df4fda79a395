// SPDX-License-Identifier: MIT

package ui

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/ui/view"
)

// Bodies lists the bodies that are or were just connected. Its methods may be
// called from any goroutine.
type Bodies interface {
	// List returns all, by id.
	List() []Body
	// Only returns the id of the one that there is alone.
	Only() (id string, ok bool)
	// Body returns the one of that id.
	Body(id string) (Body, bool)
}

// Body is a body as the bridge knows it.
type Body struct {
	Info game.BodyInfo
	Link game.Link
	// Snapshot is its last report.
	Snapshot game.Snapshot
	// Commands are slash commands of its own.
	Commands []view.Command
}

// Reader reads goals without any model.
type Reader interface {
	// Read says how a prompt for the body is understood. It asks no
	// model, and does not read again what was read before.
	Read(ctx context.Context, prompt string, before *game.Reading, body game.BodyInfo, state game.State) (Understood, error)
}

// Understood is how a prompt is understood, with what a task keeps of it.
type Understood struct {
	view.Reading
	Read *game.Reading
}

// Providers lists who can plan.
type Providers interface {
	// List returns all, the planner's own names first.
	List() []view.Provider
}

// Detector finds the Minecraft that runs on this computer. Its methods may be
// called from any goroutine.
type Detector interface {
	// Detect lists it, without bodies.
	Detect(ctx context.Context) []view.Instance
	// Process is the process that the body lives in, 0 when that is not known.
	Process(ctx context.Context, body string) int
}

// Practice is the embedded world that clients may start. Its methods may be
// called from any goroutine.
type Practice interface {
	// Start makes the world and returns when its body can be given goals.
	Start(ctx context.Context, p view.PracticeStart) error
	// Stop ends the world; with none it does nothing.
	Stop() error
	// SetSpeed changes how fast time passes; 0 pauses.
	SetSpeed(speed float64) error
	// Now says how it stands.
	Now() view.Practice
	// Terrain is the land around its player; nil when the body is another.
	Terrain(body string, radius int, at *game.Vec3) *view.Terrain
}

// Models asks providers, for other things than plans. A provider is named as in
// Providers; "" is whoever answers. Errors are *view.RefusedError where a program
// may want to tell them apart.
type Models interface {
	// Health says whether a provider could be asked.
	Health(ctx context.Context, provider string) (view.ProviderHealth, error)
	// Diagnose says what is well with a provider and what is to be mended.
	Diagnose(ctx context.Context, provider string) ([]view.Finding, error)
	// Models lists what may be asked for.
	Models(ctx context.Context, provider string) ([]view.Model, error)
	// Test asks it one small question.
	Test(ctx context.Context, provider string) (view.ProviderTest, error)
	// Ask has it do a task.
	Ask(ctx context.Context, p view.AskProvider) (view.ProviderAnswer, error)
	// Hear has the config's server write down what was said.
	Hear(ctx context.Context, p view.Speech) (view.Heard, error)
}

// Settings are the configuration. Their methods may be called from any goroutine.
type Settings interface {
	// Shown is the configuration without secrets.
	Shown() view.Config
	// Change changes settings, or none where one of them is wrong.
	Change(p view.ChangeConfig) error
}

// Crew makes one body of all that are in a world together.
type Crew interface {
	// Hire is that body; not ok where fewer than two are.
	Hire() (body string, ok bool)
}

// Config of a Service. Tasks and Bodies are required.
type Config struct {
	Tasks  Tasks
	Bodies Bodies
	// Successor is the body that a body which is away came back as, under another id;
	// nil where none does.
	Successor func(id string) (next string, ok bool)
	// Crew; nil where each body works by itself.
	Crew Crew
	// Cluster; nil where no other Minehand has bodies.
	Cluster Cluster
	// Detector; nil means that only bodies are listed.
	Detector Detector
	// IsFood reports which items are eaten; nil means that no player's condition is warned of.
	IsFood func(item string) bool
	// Reader; nil means that nothing can be read beforehand.
	Reader Reader
	// Listener sorts what people say; nil means that every text is a request.
	Listener Listener
	// Providers that prompts may choose from; nil for none to choose.
	Providers Providers
	// Models asks them; nil for none to ask.
	Models Models
	// History says how the history is, and how well times are foretold by it; nil for nothing
	// to say.
	History func(ctx context.Context) []view.Finding
	// Policy and Approve hold for prompts that do not say otherwise.
	Policy  view.Policy
	Approve bool
	// Helpers; nil means that nobody is brought into a world.
	Helpers Helpers
	// Characters; nil means that nothing is installed into games.
	Characters Characters
	// Practice; nil means that there is no embedded world.
	Practice Practice
	// Missions; nil means that none are played.
	Missions Missions
	// Zones are the protected places; Reconfigure replaces them, Policy and Approve.
	Zones []game.Zone
	// Names lists what is called so in a version of the game: items, blocks or
	// targets. Nil for none.
	Names func(source string, body game.BodyInfo) []string
	// Blueprints are the buildings that there are as files; nil for nobody who knows.
	Blueprints func() []string
	// Run runs one of a body's own slash commands. Nil for none.
	Run func(ctx context.Context, body, name, args string) (json.RawMessage, error)
	// Frames are the last frames of a body after a number, without secrets; without a
	// body, those of connections that have not registered. Nil for none.
	Frames func(body string, after uint64) []view.Frame
	// Network listens for worlds that are open to LAN; nil for nowhere to listen.
	Network func(ctx context.Context) ([]view.NearbyWorld, error)
	// Pair makes a token that lets one more device in; nil where the network is not served.
	Pair func() (view.Pairing, error)
	// Update asks for the newest version; nil for nobody to ask.
	Update func(ctx context.Context) (view.Update, error)
	// Settings is the configuration as clients may see and change it; nil for none.
	Settings Settings
	// Changes knows what tasks changed in their worlds; nil for nobody who does.
	Changes Changes
	// Films show plans before they happen; nil for nobody who does.
	Films Films
	// Talk keeps over restarts what was said; nil for nowhere.
	Talk TalkShelf
	// Threads knows the history by worlds; nil for nobody who does.
	Threads Threads
	// Keeper keeps places and standing orders; nil for nobody who does.
	Keeper Keeper
	// Owners keeps whom bodies work for; nil for nobody who does.
	Owners Owners
}

// Service answers clients and tells them what happens. Its methods may be called
// from any goroutine.
type Service struct {
	cfg Config
	// begun is when it was made: calls that came before are known by their tasks.
	begun time.Time
	// table is the call table.
	table []Call
	tasks tasks
	hub   *hub
	from  *source

	// coming are the helpers that are not in the game yet (view.Helper), by their bodies.
	coming sync.Map

	consent consent
	thread  thread
	deleted deleted

	counting counting

	mu sync.Mutex
	// policy, approve and zones are those of the configuration.
	policy  view.Policy
	approve bool
	zones   []game.Zone
	// settings hold for prompts that say nothing else.
	settings view.Settings
	// clients are those that named themselves.
	clients map[string]*Client
	// seen is what was last told of each body.
	seen map[string]*told
	// looked and state are the body that is looked at and its report.
	looked Body
	state  view.State
	// left are the tasks of bodies that are away, while leftKnown.
	left      []view.Task
	leftKnown bool
	// clauses are those last told of the tasks that have not ended.
	clauses map[string][]view.Clause
	// listeners are clients of other programs that follow what happens, heardUntil is when one
	// last began or ended; in a cluster.
	listeners  int
	heardUntil time.Time
	// deaf is the first event that came once somebody listened again after a long time.
	deaf uint64

	relaying sync.WaitGroup
}

// New returns a service over the orchestrator's tasks. It tells clients what happens
// from now on. Close it when the orchestrator has ended.
func New(cfg Config) (*Service, error) {
	s := &Service{
		cfg: cfg, begun: time.Now(), table: rows(), hub: newHub(ulid.Make().String()), clients: map[string]*Client{},
		seen: map[string]*told{}, clauses: map[string][]view.Clause{},
	}
	s.consent.publish = s.hub.publish
	s.thread.open(s.hub.publish, cfg.Talk)
	s.policy, s.approve, s.zones = cfg.Policy, cfg.Approve, cfg.Zones
	s.tasks = tasks{of: cfg.Tasks, states: s.stateOf, asks: s.asksMeaning, joins: s.joins, gone: s.deleted.has}
	s.from = &source{tasks: s.tasks, rounds: map[string]*view.Round{}}
	cfg.Tasks.Listen(s.happened)
	if cfg.Cluster != nil {
		s.relay()
	}
	return s, nil
}

// Reconfigure replaces what the configuration says of prompts and of protected
// places, and tells clients when the places are others.
func (s *Service) Reconfigure(policy view.Policy, approve bool, zones []game.Zone) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Equal(s.zones, zones) {
		s.hub.publish(view.Event{Kind: view.EventSettings, StateChanges: view.StateChanges{"protect": zoneNames(zones)}})
	}
	s.policy, s.approve, s.zones = policy, approve, zones
}

func zoneNames(zones []game.Zone) string {
	if len(zones) == 0 {
		return "nothing"
	}
	names := lists.Of(zones, func(z *game.Zone) string { return strconv.Quote(z.Name) })
	return strings.Join(names, ", ")
}

// policyNow is what the configuration says of failed actions.
func (s *Service) policyNow() view.Policy {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.policy
}

// Close ends subscriptions once all was read: nothing is told after it.
func (s *Service) Close() {
	s.hub.close()
	s.relaying.Wait()
}

// ErrNoBody: no body is connected, so there is nobody to do anything.
var ErrNoBody = errors.New("no body is connected: start Minecraft with a mod that connects to Minehand, or run minehand body")

// errSeveral: it is not clear which body is meant.
var errSeveral = errors.New("several players are connected")

// shown is a body's report of now, with what endangers its player.
func (s *Service) shown(snap *game.Snapshot) view.State {
	v := stateOf(&snap.State, snap.At)
	v.Warning = s.concern(&snap.State).Sentence
	return v
}

func (s *Service) concern(now *game.State) game.Concern {
	if s.cfg.IsFood == nil {
		return game.Concern{}
	}
	return now.Concern(s.cfg.IsFood)
}

// stateOf is what a body last reported; nil when it reported nothing.
func (s *Service) stateOf(body string) *game.State {
	b, ok := s.cfg.Bodies.Body(body)
	if !ok || b.Snapshot.Seq == 0 {
		return nil
	}
	return &b.Snapshot.State
}

// active is the body that is meant by one who chose that body, or none: the
// chosen one; the only one there is when none was chosen or the chosen one is
// gone. It is empty when that is nobody.
func (s *Service) active(chosen string) string {
	if next, ok := s.successor(chosen); ok {
		return next
	}
	if chosen != "" {
		if _, ok := s.cfg.Bodies.Body(chosen); ok {
			return chosen
		}
		if s.elsewhere(chosen) != nil {
			return chosen
		}
	}
	if only, ok := s.cfg.Bodies.Only(); ok {
		return only
	}
	return chosen
}

// target is the body of a call that needs one: the one that it names, else the
// active one.
func (s *Service) target(named, active string) (string, error) {
	switch {
	case named != "":
		return named, nil
	case active != "":
		return active, nil
	case len(s.cfg.Bodies.List()) > 1:
		return "", fmt.Errorf("%w: %s; choose one of them first, or name it", errSeveral, s.names())
	}
	return "", s.onItsWay("", ErrNoBody)
}

// names are the ids of the bodies that are there, as a sentence has them.
func (s *Service) names() string {
	ids := lists.Of(s.cfg.Bodies.List(), func(b *Body) string { return b.Info.ID })
	return game.List(ids)
}

// absent says that the body of a call is not there, and which are.
func (s *Service) absent(id string) error {
	if err := s.elsewhere(id); err != nil {
		return view.Refuse(view.CodeNoBody, "%v", err)
	}
	if there := s.names(); there != "" {
		return view.Refuse(view.CodeNoBody, "there is no player %q; connected: %s", id, there)
	}
	return fmt.Errorf("there is no player %q: %w", id, ErrNoBody)
}

// instances joins the two lists: the Minecraft that runs here with the bodies
// that live in it, then the bodies that live elsewhere.
func (s *Service) instances(ctx context.Context) []view.Instance {
	list, within := []view.Instance{}, map[int]int{}
	if s.cfg.Detector != nil {
		list = append(list, s.cfg.Detector.Detect(ctx)...)
	}
	for i := range list {
		within[list[i].PID] = i
	}
	for _, b := range s.cfg.Bodies.List() {
		pid := s.processOf(ctx, b.Info.ID)
		if i, ok := within[pid]; ok && pid != 0 {
			list[i].Bodies = append(list[i].Bodies, b.Info.ID)
			continue
		}
		list = append(list, view.Instance{
			ID: b.Info.ID, PID: pid, Name: nameOf(b.Info), Platform: "Java Edition", Version: b.Info.Version,
			Loader: b.Info.Loader, Role: b.Info.Role, Worlds: []view.OpenWorld{}, Bodies: []string{b.Info.ID},
		})
	}
	return list
}

// processOf is the process that a body lives in, 0 when that is not known.
func (s *Service) processOf(ctx context.Context, body string) int {
	if s.cfg.Detector == nil {
		return 0
	}
	return s.cfg.Detector.Process(ctx, body)
}

// detected is how detection names a process.
const detected = "instance_"

// registered is the id of the body that a name means: the name itself, or for
// instance_PID the body that lives in that process. With several in it the first
// is meant.
func (s *Service) registered(ctx context.Context, name string) string {
	number, ok := strings.CutPrefix(name, detected)
	pid, err := strconv.Atoi(number)
	if !ok || err != nil || pid <= 0 {
		return name
	}
	if _, ok := s.cfg.Bodies.Body(name); ok {
		return name
	}
	for _, b := range s.cfg.Bodies.List() {
		if s.processOf(ctx, b.Info.ID) == pid {
			return b.Info.ID
		}
	}
	return name
}

func nameOf(info game.BodyInfo) string {
	if info.Name != "" {
		return info.Name
	}
	return strings.TrimSpace("Minecraft " + info.Version)
}

// known says what is wrong with the id of a body that is to be chosen.
func (s *Service) known(id string) error {
	if id == "" {
		return view.Refuse(view.CodeInvalid, "to choose a player needs its instanceId")
	}
	if _, ok := s.cfg.Bodies.Body(id); !ok {
		if strings.HasPrefix(id, detected) {
			return view.Refuse(view.CodeNoBody,
				"no body is connected from %s: start the game with a mod that connects to Minehand, or open the world to LAN and run minehand body",
				id)
		}
		return s.absent(id)
	}
	return nil
}

// errReadsDifferently: what was agreed to is no longer what a prompt means.
var errReadsDifferently = &view.RefusedError{
	Code: view.CodeConflict, Sentence: messages.InEnglish(game.Say("meant.changed")), Say: game.Say("meant.changed"),
}

// submit queues a goal and returns its task id before anything runs. call names
// the client's call (exchange.name).
func (s *Service) submit(ctx context.Context, body, call string, p view.Prompt, words heard) (string, error) {
	if err := CheckPrompt(p); err != nil {
		return "", view.Refuse(view.CodeInvalid, "%v", err)
	}
	set := p.Settings
	if err := s.plans(set.Provider); err != nil {
		return "", err
	}
	s.settle(&set)
	goal, err := s.worded(ctx, body, strings.TrimSpace(p.Prompt))
	if err != nil {
		return "", err
	}
	if p.Accepted != "" {
		set.Accepted = p.Accepted
	}
	r, err := s.agreed(ctx, body, goal, words.read, &set)
	if err != nil {
		return "", err
	}
	id, err := s.tasks.submit(ctx, body, goal, heard{words.said, r.Read}, call, set)
	if err == nil {
		s.thread.overFor(talker{body, set.Speaker})
	}
	return id, s.onItsWay(body, err)
}

// agreed reads a goal. It refuses a guess that nobody has accepted, and one that was
// accepted and is read differently now.
func (s *Service) agreed(ctx context.Context, body, goal string, before *game.Reading, set *view.PromptSettings) (Understood, error) {
	who := talker{body, set.Speaker}
	if set.Accepted == "" {
		if s.cfg.Reader == nil || goal == "" || !s.reads(set.Provider) {
			return Understood{}, nil
		}
		r, err := s.read(ctx, goal, before, body)
		if err == nil && r.Guess != "" {
			s.thread.offers(who, r.Hash)
			return r, &view.RefusedError{Code: view.CodeGuess, Sentence: r.Question}
		}
		return r, nil // what cannot be read goes to the planner as it was said
	}
	r, err := s.read(ctx, goal, before, body)
	switch {
	case err != nil:
		return r, err
	case r.Hash != set.Accepted:
		return r, errReadsDifferently
	case r.Guess != "" && !s.thread.waits(who, r.Hash):
		return r, errGuessOver
	}
	return r, nil
}

// providers are those that are set up.
func (s *Service) providers() []view.Provider {
	if s.cfg.Providers == nil {
		return nil
	}
	return s.cfg.Providers.List()
}

// reads reports whether prompts for the provider of that name, or the default
// one, are read by Minehand itself before any model is asked.
func (s *Service) reads(provider string) bool {
	i := slices.IndexFunc(s.providers(), func(v view.Provider) bool {
		return (v.Name == provider || provider == "" && v.Default) && v.Type != view.TypePlanner
	})
	return i < 0
}

// onlyReads reports whether no model is asked for prompts for the provider of that
// name, or the default one.
func (s *Service) onlyReads(provider string) bool {
	return slices.ContainsFunc(s.providers(), func(v view.Provider) bool {
		return (v.Name == provider || provider == "" && v.Default) && v.Type == view.TypePlanner && v.Name == view.BuiltinOnly
	})
}

// modelAnswers reports whether a model would answer that is asked for a prompt. Where
// nobody can say it might.
func (s *Service) modelAnswers(ctx context.Context, set view.PromptSettings) bool {
	s.settle(&set)
	if s.cfg.Models == nil || set.LMStudioURL != "" {
		return true
	}
	_, err := s.cfg.Models.Health(ctx, set.Provider)
	return err == nil
}

// stop stops a body; without one, all that are there or at work. With nothing
// running it succeeds.
func (s *Service) stop(ctx context.Context, body string) error {
	bodies := s.tasks.busy()
	if body != "" {
		there := slices.ContainsFunc(s.cfg.Bodies.List(), func(b Body) bool { return b.Info.ID == body })
		if !there && !slices.Contains(bodies, body) {
			return s.absent(body)
		}
		return s.tasks.stop(ctx, body)
	}
	for _, b := range s.cfg.Bodies.List() {
		if !slices.Contains(bodies, b.Info.ID) {
			bodies = append(bodies, b.Info.ID)
		}
	}
	faults := lists.Of(bodies, func(b *string) error { return s.tasks.stop(ctx, *b) })
	return errors.Join(faults...)
}

// status says how a body's current or last task stands.
func (s *Service) status(ctx context.Context, active string) (view.Status, error) {
	st := view.Status{Status: view.Idle, ConnectedInstances: []string{}, ActiveInstance: active}
	for _, b := range s.cfg.Bodies.List() {
		if b.Link.State == game.LinkUp {
			st.ConnectedInstances = append(st.ConnectedInstances, b.Info.ID)
		}
	}
	if active == "" {
		return st, nil
	}
	task, err := s.current(ctx, active)
	if task != nil {
		st.CurrentTask, st.Status = task, task.Class
	}
	return st, err
}

// current is the task that a body's status is about: the one at hand, else the
// next, else one that waits for a person, else the last that ended.
func (s *Service) current(ctx context.Context, body string) (*view.Task, error) {
	p := s.tasks.player(body)
	switch {
	case p.Current != nil:
		return p.Current, nil
	case len(p.Queue) > 0:
		return &p.Queue[0], nil
	case len(p.Parked) > 0:
		return &p.Parked[len(p.Parked)-1], nil
	}
	return s.tasks.last(ctx, body)
}

// Snapshot is everything that events change.
func (s *Service) Snapshot() view.Snapshot {
	snap := view.Snapshot{Practice: s.practice(), Commands: s.consent.open(), Helpers: s.helpers()}
	snap.Epoch, snap.Seq = s.hub.place()
	snap.Talk = s.thread.said()
	s.mu.Lock()
	snap.Settings = s.settings
	s.mu.Unlock()
	players := s.tasks.players()
	snap.Players = make([]view.Player, 0, len(players))
	bodies := s.cfg.Bodies.List()
	there := make(map[string]bool, len(bodies))
	for i := range bodies {
		there[bodies[i].Info.ID] = true
	}
	for id := range players { // those that are gone and have tasks
		if !there[id] {
			bodies = append(bodies, Body{Info: game.BodyInfo{ID: id}, Link: game.Link{State: game.LinkGone}})
		}
	}
	slices.SortFunc(bodies, func(a, b Body) int { return strings.Compare(a.Info.ID, b.Info.ID) })
	for _, b := range bodies {
		p, ok := players[b.Info.ID]
		if !ok {
			p = view.Player{Queue: []view.Task{}, Parked: []view.Task{}}
		}
		p.Body = bodyOf(&b)
		p.Commands = append([]view.Command{}, b.Commands...)
		if b.Snapshot.Seq > 0 {
			state, inv := s.shown(&b.Snapshot), inventoryOf(&b.Snapshot.State, b.Snapshot.At)
			p.State, p.Inventory = &state, &inv
		}
		p.Kept = s.kept(b.Info.ID)
		snap.Players = append(snap.Players, p)
	}
	return snap
}

// practice says how the embedded world stands.
func (s *Service) practice() view.Practice {
	if s.cfg.Practice == nil {
		return view.Practice{}
	}
	return s.cfg.Practice.Now()
}

// PracticeChanged tells clients how the embedded world stands now.
func (s *Service) PracticeChanged() {
	now := s.practice()
	s.hub.publish(view.Event{Kind: view.EventPractice, Body: now.Instance, Practice: &now})
}

// Subscribe returns the numbered events after since. ErrSnapshotNeeded when they
// are no longer kept or the epoch is another one. Close it when done.
func (s *Service) Subscribe(epoch string, since uint64) (*Subscription, error) {
	return s.hub.subscribe(epoch, since)
}

// read says how a prompt is understood; before is what it was read as.
func (s *Service) read(ctx context.Context, prompt string, before *game.Reading, body string) (Understood, error) {
	if s.cfg.Reader == nil {
		return Understood{}, view.Refuse(view.CodeUnavailable, "this Minehand reads no goals beforehand; send the prompt")
	}
	if goal, whom, ok := s.together(prompt, body); ok {
		if prompt = goal; s.elsewhere(whom) == nil { // else it is read for one of them
			body = whom
		}
	}
	b, _ := s.cfg.Bodies.Body(body)
	prompt = strings.TrimSpace(prompt)
	meant, err := s.meant(ctx, body, prompt)
	if err != nil {
		return Understood{
			Reading: view.Reading{Clauses: []view.Clause{}, Missing: err.Error(), Part: prompt, Messages: InWords("missing", sayingOf(err))},
		}, nil //nolint:nilerr // it is what the reading says
	}
	r, err := s.cfg.Reader.Read(ctx, meant.Text, before, b.Info, b.Snapshot.State)
	if err != nil {
		return r, err
	}
	meant.inWordsOf(prompt, &r.Reading)
	if r.Clauses == nil {
		r.Clauses = []view.Clause{}
	}
	if _, ok := s.hears(prompt, body); ok && r.Unreadable {
		r.Act = view.SpeechKept
	} else if r.Unreadable && s.cfg.Listener != nil {
		acts := s.cfg.Listener.Sort(prompt, About{Body: b.Info, State: b.Snapshot.State, Said: r.Read})
		if said := acts[len(acts)-1]; !said.requests() {
			r.Act = said.Kind
		}
	}
	return r, nil
}
