// SPDX-License-Identifier: MIT

package ui

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/ui/command"
	"github.com/minehand/minehand/ui/view"
)

//go:generate go run ./gen

// Call is one row of the call table: what any client may ask. The Go and
// TypeScript clients, the JSON Schema and docs/API.md are made from these rows.
type Call struct {
	// Name is the type of the message.
	Name string
	// Doc says what it does, as the rest of "NAME ...": an infinitive's object is
	// named by its params.
	Doc string
	// First: it is answered before whatever else the client sent.
	First bool
	// Waits: the answer may take longer than a commit of the journal, and later
	// messages do not wait for it.
	Waits bool
	// Once: with the id of an earlier success it is not done again; the earlier
	// answer is repeated.
	Once bool
	// Reads: it changes nothing.
	Reads bool
	// Anywhere: in a cluster every Minehand answers it, from what all have; every other call
	// about a body goes to the one that has it.
	Anywhere bool
	// Guests: a client may make it whose own Minehand of a cluster is lost; what is about a
	// body it may do in any case.
	Guests bool
	// Follows: for a body that came back under another id it is about that one.
	Follows bool
	// Params and Result are the types of the message's members and of the answer's
	// data.
	Params, Result reflect.Type

	// Words say in the answer to a slash command what came of the call; nil shows the
	// answer's data.
	Words command.Words
	// Tool is how chat programs see the call (ui/mcp).
	Tool Tool

	// wordsOf is the type of answer that Words are made of; nil for any.
	wordsOf reflect.Type

	// peek, when not nil, says for one message what First, Waits and Once say for
	// all.
	peek func(s *Service, data []byte) (first, waits, once bool)
	do   func(ctx context.Context, x *exchange, data []byte) (any, error)
}

// Tool is a call as a tool for chat programs. The zero value is a tool under the call's
// own name.
type Tool struct {
	// Left says why it is none.
	Left string
	// Name, where the call's own says little to a model.
	Name string
	// Hint says what a model should do with the answer, beyond what the call does.
	Hint string
	// Chat: it is one of the dozen that a chat's model is given; the others are for hosts
	// that want all.
	Chat bool
	// Begins: it begins what a person may be asked about. Where a host cannot ask, the
	// request says that nobody is there.
	Begins bool
	// Destroys: it may remove what does not come back.
	Destroys bool
	// Unasked are members that no chat is asked for, by their path.
	Unasked []string
}

// Calls returns the call table. The slice is made anew.
func Calls() []Call { return rows() }

// unreadable says in a sentence what is wrong with a message.
func unreadable(err error) error {
	return view.Refuse(view.CodeBadRequest, "The message cannot be read: %v", game.JSONFault(err))
}

// row makes a row of the table; opts are first, waits, once and reads.
func row[P, R any](name, doc string, h func(context.Context, *exchange, P) (R, error), opts ...func(*Call)) Call {
	var c Call
	c = Call{
		Name: name, Doc: doc, Params: reflect.TypeFor[P](), Result: reflect.TypeFor[R](),
		do: func(ctx context.Context, x *exchange, data []byte) (any, error) {
			var p P
			if err := json.Unmarshal(data, &p); err != nil {
				return nil, unreadable(err)
			}
			if n, ok := any(&p).(named); ok {
				*n.Named() = x.svc.registered(ctx, *n.Named())
				if c.Follows {
					x.follow(n.Named())
				}
			}
			return h(ctx, x, p)
		},
	}
	for _, o := range opts {
		o(&c)
	}
	return c
}

// named are params with the name of a body.
type named interface{ Named() *string }

func first(c *Call)   { c.First = true }
func waits(c *Call)   { c.Waits = true }
func once(c *Call)    { c.Once = true }
func reads(c *Call)   { c.Reads = true }
func guests(c *Call)  { c.Guests = true }
func follows(c *Call) { c.Follows = true }

// recorded is for what is read from the history, or needs no body.
func recorded(c *Call) { c.Reads, c.Anywhere = true, true }

// said and says give a row its words: always the same, or made of its answer.
func said(text string) func(*Call) { return func(c *Call) { c.Words = command.Said(text) } }

func says[R any](words func(*R) string) func(*Call) {
	return func(c *Call) { c.Words, c.wordsOf = command.Says(words), reflect.TypeFor[R]() }
}

// tool and noTool are how chat programs see a row.
func tool(t Tool) func(*Call)       { return func(c *Call) { c.Tool = t } }
func noTool(why string) func(*Call) { return tool(Tool{Left: why}) }

// rows is the call table.
func rows() []Call {
	models, missions, threads := (*exchange).models, (*exchange).missions, (*exchange).threads
	return []Call{
		row("detect-instances", "lists the Minecraft that runs on this computer, with the worlds that can be joined and the bodies "+
			"that live in it, and the bodies that live elsewhere. The id of an entry, and the id of a body in it, are two names of "+
			"the same: either works in every call.", detectInstances, waits, reads, tool(Tool{Name: "instances"})),
		row("connect-instance", "chooses this client's active body: the one that calls are about when they name none. The only one "+
			"there is, or that is in a world, needs no choosing.", connectInstance, first, follows, guests,
			says(func(c *view.Connected) string { return "Goals go to " + c.InstanceID + " now." }),
			tool(Tool{Name: "choose_player", Chat: true})),
		row("send-prompt", "queues a goal, or a ready list of actions, and answers with its task id before anything runs. 16 goals "+
			"may wait.", sendPrompt, once, follows,
			tool(Tool{Name: "send_goal", Hint: "Afterwards call wait_for_task with the taskId. Report nothing as done that " +
				"wait_for_task does not call proven.", Chat: true, Begins: true, Destroys: true, Unasked: []string{"accepted",
				"settings.accepted", "settings.approve", "settings.actions", "settings.fromGame", "settings.putsBack", "settings.stays",
				"settings.lmStudioUrl", "settings.fallback", "settings.temperature", "settings.speaker", "settings.unattended",
				"settings.guess"}})),
		row("stop-task", "stops what a body does and holds the goals behind it; with nothing running it succeeds. It overtakes "+
			"everything that the client sent before, and prompts among that are refused. Without an active body it stops all.",
			stopTask, first, said("Stopped; what waited is held until /resume."), tool(Tool{Name: "stop", Chat: true})),
		row("get-status", "says how a body's task stands, in the base protocol's words.", getStatus, reads, says(command.StatusWords),
			tool(Tool{Chat: true})),

		row("hello", "names the client. Its active body and the ids of its calls belong to that name, also after a reconnect; "+
			"without it, to the connection.", hello, first, guests, noTool("each tool's connection names itself")),
		row("subscribe", "begins the stream of events after a place; a snapshot comes first when the events since then are gone, "+
			"or no place was named.", subscribe, guests, noTool("the tool wait_for_task follows a task")),
		row("get-snapshot", "answers with everything that events change.", getSnapshot, reads, guests,
			noTool("it is for those who follow events")),
		row("get-cluster", "names the other Minehands of the cluster, with what lets this client in there while this one does not "+
			"answer: for calls about bodies, and to follow what happens. Without a cluster there are none.", getCluster, waits, reads,
			guests, noTool("it is for clients that stay connected")),

		row("read", "says how a prompt is understood, clause by clause, or which part is not. It asks no model and starts nothing.",
			readPrompt, waits, recorded,
			tool(Tool{Name: "read_goal", Hint: "It is for when it is not sure that Minehand understands the words; a question that " +
				"comes back is for the user."})),
		row(talkCall, "takes what a person says: a stop, a question, a correction or follow-up of an earlier request, or a request "+
			"of its own. It is sorted without a model, done or answered, and the answer says it in words. A guess is not begun "+
			"before the person agreed to it.", talk, once, follows, func(c *Call) { c.peek = stopsByWord },
			says(func(t *view.Talked) string { return t.Say }),
			tool(Tool{Hint: "For what the user says of what was asked before (\"10 more\", \"I meant 5\", \"what are you " +
				"doing?\"); with ask it only answers. Give it the user's own words; a yes counts only where the user gives it.",
				Chat: true, Begins: true, Destroys: true, Unasked: []string{"settings", "accepted", "declined", "byModel"}})),
		row("drop-answer", "takes what was said, and its answer, out of the talk, for all clients.", dropAnswer,
			noTool("it is for those who see the talk")),
		row("set-owner", "says which player a body works for: whom \"me\" means in what is said outside the game.", setOwner,
			said("Noted."),
			noTool("whom a helper works for is for the person to say")),
		row("how-to-make", "says how a thing is made from what a body holds, by the rules of the game.", howToMake, waits, recorded,
			tool(Tool{Chat: true})),
		row("answer-plan", "says yes or no to the plan that waits for it.", answerPlan, said("Answered."),
			noTool("a yes or no is the person's")),
		row("answer-command", "lets a command of this computer run that a model asked for while it planned, or does not. One that "+
			"nobody answers within two minutes is refused.", answerCommand, noTool("a yes or no is the person's")),
		row("edit-plan", "replaces the actions of the plan that waits for a yes; they are checked and shown as a new revision, "+
			"with a sentence that says what was put in or back. One that cannot be carried out is refused, and the plan as it was "+
			"is the new revision.", editPlan, waits, says(func(e *view.Edited) string { return e.Edited }),
			noTool("a chat says no to a plan, with the reason")),
		row("preview-task", "plays the plan that waits for a yes in an embedded world of its own, made of what the player sees of "+
			"the place, and answers with a film of it: what it digs and places, how long it takes, and where it stops working. "+
			"Nothing is done in the player's world.", previewTask, waits, reads, noTool("it is a picture for people")),
		row("pause-task", "gives up the action at hand and keeps the task until resume-task.", pauseTask,
			said("Paused until /resume.")),
		row("resume-task", "goes on with a paused or interrupted task, and with what a stop held.", resumeTask, follows,
			said("Going on."), tool(Tool{Chat: true})),
		row("skip-action", "gives up the action at hand and goes on with the next one.", skipAction, once,
			said("The action is given up.")),
		row("retry-task", "queues an ended task's goal anew.", retryTask, once, tool(Tool{Destroys: true})),
		row("put-back", "queues what puts back the changes of an ended task, the newest first: what was placed is taken away and "+
			"holes are filled from what is held, but never with what its goal asked for. What others changed since stays.", putBack,
			waits, once, tool(Tool{Destroys: true})),
		row("get-kept", "lists the standing orders of a player, the places of its world that have names, and what the chests there "+
			"held when they were opened last.", getKept, waits, reads, says(func(k *view.Kept) string { return k.Say }),
			tool(Tool{Name: "orders_and_places"})),
		row("remember-place", "gives the place where a player stands, or another, a name: \"go home\" goes to the one called home.",
			rememberPlace, says(func(k *view.Kept) string { return k.Say })),
		row("forget-place", "forgets the name of a place.", forgetPlace, says(func(k *view.Kept) string { return k.Say })),
		row("add-order", "gives a player a standing order, which is done whenever nothing else is and its condition holds: always "+
			"keep, always wear, every morning, at night, every so many minutes, when hungry.", addOrder, waits, once,
			says(func(k *view.Kept) string { return k.Say }), tool(Tool{Begins: true, Unasked: []string{"accepted"}})),
		row("change-order", "pauses a standing order, lets it go on, or forgets it.", changeOrder,
			says(func(k *view.Kept) string { return k.Say }), tool(Tool{Destroys: true})),
		row("clear-queue", "lets go of one task that waits, or of all that wait for a body, held goals and interrupted tasks too.",
			clearQueue, says(func(c *view.Cleared) string { return fmt.Sprintf("%d let go of.", c.Cleared) }),
			tool(Tool{Destroys: true})),

		row(slashCommandName, "does what a slash command says. Its answer is a command_result; one that makes a task is answered "+
			"by a command_accepted first, and by the result when the task has ended.", slashCommand, once, follows,
			func(c *Call) { c.peek = peek }, noTool("a chat calls what a slash command stands for")),
		row("get_all_commands", "lists the slash commands, with what may be typed after them.", getAllCommands, recorded,
			noTool("it is for those who type slash commands")),
		row("get_completions", "lists how what is being typed may go on.", getCompletions, waits, recorded,
			noTool("it is for those who type slash commands")),
		row("run-command", "runs one of a body's own slash commands and answers with what it answered.", runCommand, waits, once,
			tool(Tool{Destroys: true})),
		row("set-settings", "changes what holds for prompts that say nothing else, for all clients, until Minehand ends.",
			setSettings, waits, says(func(c *view.ChangedSettings) string { return command.ChangeWords(c.StateChanges) }),
			tool(Tool{Unasked: []string{"approve"}})),

		row("list-bodies", "lists all bodies, with their connection.", listBodies, reads, guests,
			tool(Tool{Name: "players", Chat: true})),
		row("get-state", "says how a body is: health, position, time, what it sees.", getState, reads, says(command.StateWords),
			tool(Tool{Chat: true})),
		row("get-inventory", "says what a body holds.", getInventory, reads, says(command.InventoryWords), tool(Tool{Chat: true})),
		row("get-frames", "shows the last frames between Minehand and a body, with what is wrong with each.", getFrames, reads),
		row("get-queue", "says what waits for a body.", getQueue, reads, says(command.QueueWords)),
		row("list-tasks", "lists tasks of the history, newest first, with what is known of their clauses.", listTasks, waits,
			recorded, says(command.HistoryWords), tool(Tool{Name: "history", Chat: true})),
		row("get-task", "tells everything about one task: its plans with prompt and reply, its actions with their outcomes, the "+
			"states in between.", getTask, recorded, says(command.WhyWords)),
		row("get-proof", "makes a file of a done task's proof, with its plans, actions, states and changes: `minehand verify FILE` "+
			"judges by it anew how the task ended.", getProof, waits, recorded, noTool("it is a file for people")),
		row("list-threads", "lists the talks of the history, one for each world of a player.", with(threads, listThreads), waits,
			reads, guests),
		row("rename-thread", "gives a talk a name.", renameThread, waits, noTool("it is for those who see the talk")),
		row("delete-thread", "deletes a talk of the history with its tasks, their plans, actions and calls of models, and then "+
			"from the disk. One with a task that has not ended is refused.", deleteThread, waits, says(deletedWords),
			noTool("what is deleted is gone, which is the person's to say")),
		row("list-providers", "lists who can plan.", listProviders, reads),
		row("get-map", "shows the land around a body from above, where it is known, and the protected places.", getMap, waits, reads,
			noTool("it is a picture for people")),
		row("get-practice", "says how the embedded practice world stands.", getPractice, reads),
		row("start-practice", "makes the practice world and answers when its player can be given goals, which it is chosen for. "+
			"There is one at a time.", startPractice, waits, once, tool(Tool{Destroys: true})),
		row("stop-practice", "stops what the practice world's player does and ends the world.", stopPractice, waits,
			tool(Tool{Destroys: true})),
		row("join-world", "brings a helper, a player of its own, into a world and chooses it. It answers before the helper is "+
			"there: it may have to be installed first, and events tell how it goes on.", joinWorld, once),
		row("look-on-network", "listens some seconds for the worlds that computers of the network say are open to LAN. A firewall "+
			"may ask about it, so it is for when a person wants to look.", lookOnNetwork, waits, reads,
			noTool("a firewall may ask the person at the computer about it")),
		row("pair-device", "makes an address of the page for one more device, such as a phone. Its token works once, within five "+
			"minutes, for a device of the network; the device is let in until Minehand ends.", pairDevice,
			noTool("it lets another device in, which is for the person at the computer")),
		row("look-for-update", "asks the releases address of the configuration for the newest version. Nothing asks by itself, and "+
			"nothing about this computer is sent.", lookForUpdate, waits, reads,
			noTool("it asks an address on the network, which is for the person to want")),
		row("leave-world", "sends a helper of join-world away.", leaveWorld, waits),
		row("list-helpers", "lists the helpers that this Minehand brought into worlds.", listHelpers, reads),
		row("list-games", "lists the folders of the Minecraft games on this computer, as launchers lay them out, with the mods "+
			"that the script for the player's own character lacks there.", listGames, waits, reads,
			noTool("what is installed into a game is for the person at the computer")),
		row("plan-script", "says what install-script would write, and writes nothing.", planScript, waits, reads,
			noTool("what is installed into a game is for the person at the computer")),
		row("install-script", "writes the script that plays the player's own character into a game, and the line that starts it in "+
			"every world.", installScript, waits, noTool("what is installed into a game is for the person at the computer")),
		row("remove-script", "takes that script and its line out of a game again.", removeScript, waits,
			noTool("what is installed into a game is for the person at the computer")),
		row("set-practice-speed", "changes how fast time passes in the practice world; 0 pauses it.", setPracticeSpeed,
			says(func(p *view.Practice) string {
				return fmt.Sprintf("The practice world runs at %g game seconds a second.",
					p.Speed)
			})),
		row("check-provider", "says whether a provider could be asked, without asking a model.", with(models, checkProvider), waits),
		row("diagnose-provider", "says what is well with a provider and what is to be mended, as `minehand doctor` does. A model "+
			"on this computer is asked a small question, unless it would have to be loaded for it.", with(models, diagnoseProvider),
			waits),
		row("diagnose-history", "says when all of the history was last verified, how many tasks it holds, what was found damaged "+
			"or was dropped, and how well the times of the last tasks were foretold.", diagnoseHistory, waits, reads),
		row("list-models", "lists the models of a provider.", with(models, listModels), waits),
		row("test-provider", "asks a provider a few small questions, which loads its model, and says what it is good for.",
			with(models, testProvider), waits),
		row("ask-provider", "has a provider do a task: improve a prompt (chat), sort one into blocks (categorize_prompt), speak "+
			"for a character (npc_dialogue), or another that it lists. Goals that can be read are improved and sorted without a "+
			"model where there is none.", with(models, askProvider), waits, says(command.AnswerWords)),
		row("write-down", "has what was said into a page written down, by the server that the config names (speech.url); the sound "+
			"is sent there, and kept nowhere.", with(models, writeDown), waits, reads,
			noTool("what is said into a microphone is the person's at the page")),
		row("list-missions", "lists the sets of scripted missions: those that come with Minehand, and the person's own.",
			with(missions, listMissions), waits, reads),
		row("get-missions", "shows the text of a set of missions, with what is wrong with it.", with(missions, getMissions), waits,
			reads),
		row("check-missions", "says which missions a text has, or what is wrong with it, line by line.",
			with(missions, checkMissions), waits, reads),
		row("save-missions", "keeps a text as a set of the person's own. One with mistakes is refused, and what was there stays.",
			with(missions, saveMissions), waits, tool(Tool{Destroys: true})),
		row("delete-missions", "removes a set of the person's own.", with(missions, deleteMissions), waits,
			tool(Tool{Destroys: true})),
		row("record-mission", "keeps a task that has ended as a mission which plays it again without a model: with its goal, what "+
			"was held, and the replies of models.", recordMission, waits),
		row("run-missions", "begins to play missions, each with a server and a world of its own, and answers at once; events tell "+
			"how it goes on. One run goes at a time.", with(missions, runMissions), waits, once, says(command.MissionsWords)),
		row("stop-missions", "breaks off the run of missions that is under way; it can go on later.", with(missions, stopMissions),
			waits, says(command.MissionsWords)),
		row("list-mission-runs", "lists the runs of missions, newest first.", with(missions, listMissionRuns), waits, reads,
			says(command.RunsWords)),
		row("get-mission-run", "shows a run of missions with its results and the ranking of who planned.",
			with(missions, getMissionRun), waits, reads),
		row("get-mission-result", "tells what happened in one mission of a run.", with(missions, getMissionResult), waits, reads),
		row("get-config", "shows the configuration that holds, without secrets.", getConfig, reads,
			noTool("it is the owner's, not the chat's")),
		row("change-config", "writes settings into the configuration's file, where they hold at once and after a restart. One that "+
			"does not fit changes none.", changeConfig, noTool("it is the owner's, not the chat's")),
	}
}

func detectInstances(ctx context.Context, x *exchange, _ view.Nothing) ([]view.Instance, error) {
	return x.svc.instances(ctx), nil
}

func connectInstance(_ context.Context, x *exchange, p view.Connect) (view.Connected, error) {
	if err := x.svc.known(p.InstanceID); err != nil && x.svc.elsewhere(p.InstanceID) == nil {
		return view.Connected{}, err
	}
	x.choose(p.InstanceID, true)
	return view.Connected{Success: true, InstanceID: p.InstanceID, Message: x.went}, nil
}

// choose makes a body the client's active one; what was chosen stays unless
// replace is set.
func (x *exchange) choose(body string, replace bool) {
	c := x.Message.client
	c.mu.Lock()
	defer c.mu.Unlock()
	if replace || c.chosen == "" {
		c.chosen = body
	}
}

// errStopped: a prompt was overtaken by a stop.
var errStopped = errors.New("a stop came after this prompt, so it was not begun: send it again if it is still wanted")

func sendPrompt(ctx context.Context, x *exchange, p view.Prompt) (view.Queued, error) {
	return x.send(ctx, p, heard{})
}

// send begins what a prompt asks for.
func (x *exchange) send(ctx context.Context, p view.Prompt, words heard) (view.Queued, error) {
	call := x.name()
	if body := x.whom(p.OfBody); call != "" && time.Since(x.svc.since(body)) < replaysLive {
		switch q, err := x.svc.tasks.taken(ctx, body, call); {
		case err != nil: // whether it was taken before nobody can say now
			return view.Queued{}, err
		case q != nil:
			return *q, nil
		}
	}
	goal, whom, err := x.together(p.Prompt, x.whom(p.OfBody))
	if err != nil {
		return view.Queued{}, err
	}
	if p.Prompt = goal; whom != "" {
		p.Instance = whom
	}
	body, err := x.svc.target(p.Instance, x.active)
	if err != nil {
		return view.Queued{}, err
	}
	if p.Instance == "" {
		x.choose(body, x.went != "") // it stays the one, also when others come
	}
	c := x.Message.client
	if c.stopped(body, x.n) {
		return view.Queued{}, errStopped
	}
	id, err := x.svc.submit(ctx, body, call, p, words)
	if err == nil && c.stopped(body, x.n) { // it came while the prompt was taken
		err = x.svc.stop(ctx, body)
	}
	return view.Queued{Success: err == nil, TaskID: id, Instance: body, Message: x.went}, err
}

func stopTask(ctx context.Context, x *exchange, p view.OfBody) (view.Success, error) {
	body := cmp.Or(p.Instance, x.active)
	x.Message.client.stop(body, x.n)
	x.svc.thread.over(func(who talker) bool { return body == "" || who.body == body })
	x.svc.holdOrders(body)
	err := x.svc.stop(ctx, body)
	return view.Success{Success: err == nil}, err
}

func getStatus(ctx context.Context, x *exchange, p view.OfBody) (view.Status, error) {
	body := cmp.Or(p.Instance, x.active)
	return x.svc.status(ctx, body)
}

func hello(_ context.Context, x *exchange, p view.Hello) (view.Success, error) {
	err := x.Hello(p.Client)
	return view.Success{Success: err == nil}, err
}

func subscribe(ctx context.Context, x *exchange, p view.Place) (view.Subscribed, error) {
	data := view.Subscribed{Epoch: p.Epoch, Since: p.Since}
	var sub *Subscription
	err := ErrSnapshotNeeded
	if x.within || !x.svc.unheard(p.Since) {
		sub, err = x.svc.Subscribe(p.Epoch, p.Since)
	}
	for errors.Is(err, ErrSnapshotNeeded) {
		snap := x.svc.Snapshot()
		x.svc.everyone(ctx, &snap)
		data = view.Subscribed{Epoch: snap.Epoch, Since: snap.Seq, Snapshot: &snap}
		sub, err = x.svc.Subscribe(snap.Epoch, snap.Seq)
	}
	x.sub = sub
	return data, err
}

func getSnapshot(ctx context.Context, x *exchange, _ view.Nothing) (view.Snapshot, error) {
	snap := x.svc.Snapshot()
	x.svc.everyone(ctx, &snap)
	return snap, nil
}

// whom is the body of a call: the one that it names, else the active one.
func (x *exchange) whom(p view.OfBody) string {
	return cmp.Or(p.Instance, x.active)
}

func readPrompt(ctx context.Context, x *exchange, p view.ReadPrompt) (view.Reading, error) {
	body := x.whom(p.OfBody)
	r, err := x.svc.read(ctx, p.Prompt, nil, body)
	if err == nil && r.Guess != "" {
		x.svc.thread.offers(talker{body: body}, r.Hash)
	}
	if err == nil && r.Unreadable && x.namedIn(ctx, x.svc.thread.asked(talker{body: body}), p.Prompt, body) != "" {
		r.Act = view.SpeechYes
	}
	if err == nil && x.svc.cfg.Owners != nil && r.Messages["missing"].Code == game.AsksWho { // it will be asked
		asks := game.Say("ask.who")
		r.Missing, r.Messages, r.Part = messages.InEnglish(asks), InWords("missing", asks), ""
	}
	if err == nil {
		r.Start, err = x.starts(ctx, p)
	}
	return r.Reading, err
}

func answerPlan(ctx context.Context, x *exchange, a view.Answer) (view.Success, error) {
	var err error
	switch {
	case a.TaskID == "":
		err = view.Refuse(view.CodeInvalid, "an answer needs the taskId of the plan that it is about")
	case a.Approve:
		err = x.svc.cfg.Tasks.Approve(ctx, a.TaskID, a.Revision, a.All)
	default:
		err = x.svc.cfg.Tasks.Reject(ctx, a.TaskID, a.Revision, a.Reason)
	}
	return view.Success{Success: err == nil}, err
}

func editPlan(ctx context.Context, x *exchange, e view.Edit) (view.Edited, error) {
	switch {
	case e.TaskID == "":
		return view.Edited{}, view.Refuse(view.CodeInvalid, "an edit needs the taskId of the plan that it is about")
	case len(e.Actions) == 0:
		return view.Edited{}, view.Refuse(view.CodeInvalid, "an edited plan needs at least one action; reject it instead")
	}
	if err := CheckPrompt(view.Prompt{Settings: view.PromptSettings{Actions: e.Actions}}); err != nil {
		return view.Edited{}, view.Refuse(view.CodeInvalid, "%v", err)
	}
	return x.svc.edit(ctx, e)
}

// edit changes the plan that waits, and returns once it is known what came of it.
func (s *Service) edit(ctx context.Context, e view.Edit) (view.Edited, error) {
	begin := func() error { return s.cfg.Tasks.Edit(ctx, e.TaskID, e.Revision, e.Actions) }
	rec, err := s.follow(ctx, e.TaskID, begin, func(t *view.Task) bool {
		return t.Revision > e.Revision || t.State != view.TaskAwaiting && t.State != view.TaskPlanning
	})
	if err != nil {
		return view.Edited{}, err
	}
	i := slices.IndexFunc(rec.Rounds, func(r view.Round) bool { return r.Revision > e.Revision && r.Plan.Edited != "" })
	switch {
	case i < 0:
		return view.Edited{}, view.Refuse(view.CodeConflict, "The task is %s, and its plan was not changed.", rec.Task.State)
	case rec.Rounds[i].Plan.Unchanged:
		return view.Edited{}, &view.RefusedError{Code: view.CodeImpossible, Sentence: rec.Rounds[i].Plan.Edited}
	}
	return view.Edited{Success: true, Revision: rec.Rounds[i].Revision, Edited: rec.Rounds[i].Plan.Edited}, nil
}

func answerCommand(_ context.Context, x *exchange, a view.AnswerCommand) (view.Success, error) {
	err := x.svc.consent.answer(a)
	return view.Success{Success: err == nil}, err
}

func getFrames(_ context.Context, x *exchange, q view.FrameQuery) (view.Frames, error) {
	body, err := x.svc.target(q.Instance, x.active)
	if _, ok := x.svc.cfg.Bodies.Body(body); err == nil && !ok {
		err = x.svc.absent(body)
	}
	early := q.Instance == "" && errors.Is(err, ErrNoBody)
	if early {
		body = ""
	}
	list := []view.Frame{}
	if x.svc.cfg.Frames != nil && (err == nil || early) {
		list = append(list, x.svc.cfg.Frames(body, q.After)...)
	}
	if early && (len(list) > 0 || q.After > 0) {
		err = nil
	}
	return view.Frames{Instance: body, Frames: list}, err
}

// onBody is a call that does something to one body.
func onBody(ctx context.Context, x *exchange, named string, do func(ctx context.Context, body string) error) (view.Success, error) {
	body, err := x.svc.target(named, x.active)
	if err == nil {
		err = do(ctx, body)
	}
	return view.Success{Success: err == nil}, err
}

func pauseTask(ctx context.Context, x *exchange, p view.OfBody) (view.Success, error) {
	return onBody(ctx, x, p.Instance, x.svc.cfg.Tasks.Pause)
}

func resumeTask(ctx context.Context, x *exchange, p view.Resume) (view.Success, error) {
	body, err := x.svc.target(p.Instance, x.active)
	if err != nil {
		return view.Success{}, err
	}
	message, err := x.svc.resume(ctx, body, p.TaskID)
	if k := x.svc.cfg.Keeper; k != nil && p.TaskID == "" && k.Hold(body, false) && codeOf(err) == view.CodeNothing {
		err = nil // orders were held, and nothing else
	}
	x.went = cmp.Or(message, x.went)
	return view.Success{Success: err == nil, Message: x.went}, err
}

func skipAction(ctx context.Context, x *exchange, p view.OfBody) (view.Success, error) {
	return onBody(ctx, x, p.Instance, x.svc.cfg.Tasks.Skip)
}

func retryTask(ctx context.Context, x *exchange, p view.Retry) (view.Queued, error) {
	if p.TaskID == "" {
		return view.Queued{}, view.Refuse(view.CodeInvalid, "retry-task needs the taskId of the task to repeat; list-tasks has them")
	}
	if rec, err := x.svc.tasks.of.Task(ctx, p.TaskID); err == nil && rec.Task.Settings.PutsBack != "" {
		return x.putsBack(ctx, view.OfTask{TaskID: rec.Task.Settings.PutsBack}, nil) // what is back by now is left as it is
	}
	left := x.svc.leaving(ctx, &p, x.active)
	id, err := x.svc.cfg.Tasks.Retry(ctx, p.TaskID, p.Instance)
	along := ""
	if err == nil && left != "" {
		along, err = x.svc.bring(ctx, left, p.Instance)
	}
	return view.Queued{Success: err == nil, TaskID: id, Instance: p.Instance, Message: strings.TrimSpace(along)}, err
}

func clearQueue(ctx context.Context, x *exchange, p view.Clear) (view.Cleared, error) {
	if p.TaskID != "" {
		if err := x.svc.tasks.cancel(ctx, p.TaskID); err != nil {
			return view.Cleared{}, err
		}
		return view.Cleared{Success: true, Cleared: 1}, nil
	}
	n := 0
	s, err := onBody(ctx, x, p.Instance, func(ctx context.Context, body string) (err error) {
		n, err = x.svc.tasks.clear(ctx, body)
		return err
	})
	return view.Cleared{Success: s.Success, Cleared: n}, err
}

func listBodies(_ context.Context, x *exchange, _ view.Nothing) ([]view.Body, error) {
	list := lists.Of(x.svc.cfg.Bodies.List(), bodyOf)
	return list, nil
}

// report is the last report of the body that a call is about.
func (x *exchange) report(named string) (game.Snapshot, error) {
	body, err := x.svc.target(named, x.active)
	if err != nil {
		return game.Snapshot{}, err
	}
	b, ok := x.svc.cfg.Bodies.Body(body)
	switch {
	case !ok:
		return game.Snapshot{}, x.svc.absent(body)
	case b.Snapshot.Seq == 0:
		return game.Snapshot{}, view.Refuse(view.CodeNothing, "%s has not reported its state yet: join a world", nameOf(b.Info))
	}
	return b.Snapshot, nil
}

func getState(_ context.Context, x *exchange, p view.OfBody) (view.State, error) {
	snap, err := x.report(p.Instance)
	return x.svc.shown(&snap), err
}

func getInventory(_ context.Context, x *exchange, p view.OfBody) (view.Inventory, error) {
	snap, err := x.report(p.Instance)
	return inventoryOf(&snap.State, snap.At), err
}

func getQueue(_ context.Context, x *exchange, p view.OfBody) (view.Queue, error) {
	body, err := x.svc.target(p.Instance, x.active)
	v := x.svc.tasks.player(body)
	return view.Queue{Queued: v.Queue, Parked: v.Parked}, err
}

// maxTasks is the most tasks that one call lists.
const maxTasks = 1000

func listTasks(ctx context.Context, x *exchange, q view.TaskQuery) (view.Tasks, error) {
	if q.Limit < 0 || q.Limit > maxTasks {
		return view.Tasks{}, view.Refuse(view.CodeInvalid, "a limit of %d does not work; use 1 to %d, or leave it out for 100", q.Limit, maxTasks)
	}
	list, err := x.svc.tasks.weighedHistory(ctx, q)
	return view.Tasks{Tasks: list}, err
}

func getTask(ctx context.Context, x *exchange, p view.OfTask) (view.TaskRecord, error) {
	if p.TaskID == "" {
		return view.TaskRecord{}, view.Refuse(view.CodeInvalid, "get-task needs a taskId; list-tasks has them")
	}
	r, err := x.svc.tasks.record(ctx, p.TaskID)
	if err == nil && x.svc.cfg.Changes != nil {
		r.Changes, err = x.svc.changesOf(ctx, p.TaskID)
	}
	return r, err
}

func listProviders(_ context.Context, x *exchange, _ view.Nothing) ([]view.Provider, error) {
	return append([]view.Provider{}, x.svc.providers()...), nil
}

// with answers a call that is about a part of the program which may be missing.
func with[T, P, R any](
	part func(*exchange) (T, error), do func(context.Context, T, P) (R, error),
) func(context.Context, *exchange, P) (R, error) {
	return func(ctx context.Context, x *exchange, p P) (none R, err error) {
		of, err := part(x)
		if err != nil {
			return none, err
		}
		return do(ctx, of, p)
	}
}

// models is who asks providers.
func (x *exchange) models() (Models, error) {
	if x.svc.cfg.Models == nil {
		return nil, view.Refuse(view.CodeNoProvider, "This Minehand asks no models: start it with `minehand serve`, or in its window.")
	}
	return x.svc.cfg.Models, nil
}

func checkProvider(ctx context.Context, m Models, p view.OfProvider) (view.ProviderHealth, error) {
	return m.Health(ctx, p.Provider)
}

func diagnoseProvider(ctx context.Context, m Models, p view.OfProvider) (view.Diagnosis, error) {
	list, err := m.Diagnose(ctx, p.Provider)
	return view.Diagnosis{Findings: append([]view.Finding{}, list...)}, err
}

func diagnoseHistory(ctx context.Context, x *exchange, _ view.Nothing) (view.Diagnosis, error) {
	if x.svc.cfg.History == nil {
		return view.Diagnosis{Findings: []view.Finding{}}, nil
	}
	return view.Diagnosis{Findings: x.svc.cfg.History(ctx)}, nil
}

func listModels(ctx context.Context, m Models, p view.OfProvider) (view.Models, error) {
	list, err := m.Models(ctx, p.Provider)
	if list == nil {
		list = []view.Model{}
	}
	return view.Models{Models: list}, err
}

func testProvider(ctx context.Context, m Models, p view.OfProvider) (view.ProviderTest, error) {
	return m.Test(ctx, p.Provider)
}

func askProvider(ctx context.Context, m Models, p view.AskProvider) (view.ProviderAnswer, error) {
	if p.Task == "" {
		return view.ProviderAnswer{}, view.Refuse(view.CodeNotServed,
			"ask-provider needs a task: chat, categorize_prompt, npc_dialogue, or one that the provider lists.")
	}
	return m.Ask(ctx, p)
}

func writeDown(ctx context.Context, m Models, p view.Speech) (view.Heard, error) {
	return m.Hear(ctx, p)
}

func getConfig(_ context.Context, x *exchange, _ view.Nothing) (view.Config, error) {
	if x.svc.cfg.Settings == nil {
		return view.Config{Settings: map[string]any{}, Changeable: []string{}}, nil
	}
	return x.svc.cfg.Settings.Shown(), nil
}

func changeConfig(_ context.Context, x *exchange, p view.ChangeConfig) (view.Config, error) {
	if x.svc.cfg.Settings == nil {
		return view.Config{
			Settings:   map[string]any{},
			Changeable: []string{},
		}, view.Refuse(view.CodeUnavailable, "this Minehand has no configuration that could be changed")
	}
	err := x.svc.cfg.Settings.Change(p)
	return x.svc.cfg.Settings.Shown(), err
}

func lookOnNetwork(ctx context.Context, x *exchange, _ view.Nothing) (view.NearbyWorlds, error) {
	found := view.NearbyWorlds{Worlds: []view.NearbyWorld{}}
	if x.svc.cfg.Network == nil {
		return found, nil
	}
	list, err := x.svc.cfg.Network(ctx)
	found.Worlds = append(found.Worlds, list...)
	return found, err
}

func lookForUpdate(ctx context.Context, x *exchange, _ view.Nothing) (view.Update, error) {
	if x.svc.cfg.Update == nil {
		return view.Update{}, view.Refuse(view.CodeUnavailable, "this Minehand looks for no newer version: start `minehand serve`, or its window")
	}
	return x.svc.cfg.Update(ctx)
}

func pairDevice(_ context.Context, x *exchange, _ view.Nothing) (view.Pairing, error) {
	if x.svc.cfg.Pair == nil {
		return view.Pairing{}, view.Refuse(view.CodeUnavailable,
			"Other devices cannot reach this Minehand: start it with `minehand serve --lan`.")
	}
	return x.svc.cfg.Pair()
}

// The bounds of a map, in blocks to each side.
const (
	leastRadius, mostRadius = 8, 96
	usualRadius             = 48
)

func getMap(_ context.Context, x *exchange, p view.LookAround) (view.Map, error) {
	p.Radius = cmp.Or(p.Radius, usualRadius)
	if p.Radius < leastRadius || p.Radius > mostRadius {
		return view.Map{}, view.Refuse(
			view.CodeInvalid, "a radius of %d does not work; use %d to %d, or leave it out for %d", p.Radius, leastRadius, mostRadius,
			usualRadius,
		)
	}
	body, err := x.svc.target(p.Instance, x.active)
	if err != nil {
		return view.Map{}, err
	}
	m := view.Map{Zones: []game.Zone{}}
	if now := x.svc.stateOf(body); now != nil {
		m.Dimension = game.Name(now.Dimension)
	}
	x.svc.mu.Lock()
	zones := x.svc.zones
	x.svc.mu.Unlock()
	for _, z := range zones {
		if m.Dimension == "" || z.Dimension == m.Dimension {
			m.Zones = append(m.Zones, z)
		}
	}
	if x.svc.cfg.Practice != nil {
		m.Terrain = x.svc.cfg.Practice.Terrain(body, p.Radius, p.At)
	}
	return m, nil
}

func getPractice(_ context.Context, x *exchange, _ view.Nothing) (view.Practice, error) {
	return x.svc.practice(), nil
}

// errNoPractice: this program has no embedded world to start.
var errNoPractice = view.Refuse(view.CodeUnavailable, "this Minehand has no practice world of its own; minehand serve has one")

// change does something to the embedded world and tells everybody.
func (s *Service) change(do func(Practice) error) (view.Practice, error) {
	if s.cfg.Practice == nil {
		return view.Practice{}, errNoPractice
	}
	err := do(s.cfg.Practice)
	if err == nil {
		s.PracticeChanged()
	}
	return s.practice(), err
}

func startPractice(ctx context.Context, x *exchange, p view.PracticeStart) (view.Practice, error) {
	now, err := x.svc.change(func(w Practice) error { return w.Start(ctx, p) })
	if err == nil {
		x.choose(now.Instance, true)
	}
	return now, err
}

func stopPractice(ctx context.Context, x *exchange, _ view.Nothing) (view.Practice, error) {
	return x.svc.change(func(w Practice) error {
		if body := w.Now().Instance; body != "" {
			if err := x.svc.stop(ctx, body); err != nil {
				return err
			}
		}
		return w.Stop()
	})
}

func setPracticeSpeed(_ context.Context, x *exchange, p view.PracticeSpeed) (view.Practice, error) {
	return x.svc.change(func(w Practice) error { return w.SetSpeed(p.Speed) })
}
