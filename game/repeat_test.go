// SPDX-License-Identifier: MIT

package game

import "testing"

// attempted is an action that ended so.
func attempted(a Action, v Verdict, end End, code Code) Attempt {
	h := Attempt{Round: 1, Step: Step{Action: a}, Verdict: v, Outcome: Outcome{End: end}}
	if v == Failed {
		h.Outcome.Failure = &Failure{Code: code}
	}
	return h
}

// lookedAt stands for a body's word of success that a look contradicted.
const lookedAt Code = "looked at"

func TestRepeatTable(t *testing.T) {
	for _, c := range []struct {
		name string
		kind Kind
		end  End
		code Code
		v    Verdict
		want bool
	}{
		{"a reported timeout", Mine, EndReported, CodeTimeout, Failed, true},
		{"a deadline", Mine, EndDeadline, CodeTimeout, Failed, true},
		{"a fault of the body", Mine, EndReported, CodeInternal, Failed, true},
		{"no code", Mine, EndReported, "", Failed, true},
		{"another code", Mine, EndReported, CodeNotFound, Failed, false},
		{"a contradiction", Mine, EndReported, "", Contradicted, true},
		{"never sent", Mine, EndUnsent, CodeInterrupted, Failed, false},
		{"the session went", Mine, EndGone, CodeInternal, Failed, false},
		{"a person took it back", Mine, EndCaller, CodeInterrupted, Failed, false},
		{"a line that the body says it did not say", Chat, EndReported, CodeInternal, Failed, true},
		{"a line that may have been said", Chat, EndDeadline, CodeTimeout, Failed, false},
		{"a line that was said", Chat, EndReported, "", Contradicted, false},
		{"a success", Mine, EndReported, "", Confirmed, false},
		{"a place where nothing can be built", Build, EndReported, CodeUnreachable, Failed, false},
		{"a build of which a look shows less", Build, EndReported, lookedAt, Failed, true},
	} {
		out := Outcome{End: c.end}
		if c.v == Failed {
			out.Failure = &Failure{Code: c.code}
		}
		if c.code == lookedAt {
			out.Failure.Code, out.Result = CodeUnreachable, &Result{}
		}
		if got := Repeatable(c.kind, out, c.v); got != c.want {
			t.Errorf("%s: repeated %v, want %v", c.name, got, c.want)
		}
	}
}

func TestTheSameCallIsForbiddenOnlyForItsOwnFault(t *testing.T) {
	dig := Action{ID: "1", Kind: Mine, Target: "coal"}
	again := Action{ID: "2", Kind: Mine, Target: "coal", Quantity: 1}
	for _, c := range []struct {
		name string
		last *Attempt
		next Action
		want bool
	}{
		{"nothing before", nil, again, false},
		{"failed", ref(attempted(dig, Failed, EndReported, CodeNotFound)), again, true},
		{"contradicted", ref(attempted(dig, Contradicted, EndReported, "")), again, true},
		{"another call", ref(attempted(dig, Failed, EndReported, CodeNotFound)), Action{Kind: Mine, Target: "dirt"}, false},
		{"more of it", ref(attempted(dig, Failed, EndReported, CodeNotFound)), Action{Kind: Mine, Target: "coal", Quantity: 2}, false},
		{"it worked", ref(attempted(dig, Confirmed, EndReported, "")), again, false},
		{"it never went out", ref(attempted(dig, Failed, EndUnsent, CodeDenied)), again, false},
		{"a person took it back", ref(attempted(dig, Failed, EndCaller, "")), again, false},
		{"the session went", ref(attempted(dig, Failed, EndGone, "")), again, false},
		{"the line went", ref(attempted(dig, Failed, EndReported, CodeConnectionLost)), again, false},
		{"no world", ref(attempted(dig, Failed, EndReported, CodeNoWorld)), again, false},
		{"a screen", ref(attempted(dig, Failed, EndReported, CodeScreenOpen)), again, false},
	} {
		if got := ForbidsRepeat(c.last, c.next); got != c.want {
			t.Errorf("%s: forbidden %v, want %v", c.name, got, c.want)
		}
	}
}

func TestARepetitionIsOwedOnce(t *testing.T) {
	dig, other := Action{Kind: Mine, Target: "coal"}, Action{Kind: Mine, Target: "dirt"}
	late, tooEarly := attempted(dig, Failed, EndReported, CodeTimeout), attempted(dig, Failed, EndReported, CodeNotFound)
	tooEarly.Again = true
	for _, c := range []struct {
		name    string
		history []Attempt
		want    bool
	}{
		{"the first", []Attempt{late}, true},
		{"after a success of the same", []Attempt{attempted(dig, Confirmed, EndReported, ""), late}, true},
		{"after a failure of another", []Attempt{attempted(other, Failed, EndReported, CodeTimeout), late}, true},
		{"already repeated", []Attempt{late, late}, false},
		{"not one that is repeated", []Attempt{attempted(dig, Failed, EndReported, CodeNotFound)}, false},
		{"its failure does not count", []Attempt{tooEarly}, true},
		{"nor does that of the repetition", []Attempt{late, tooEarly}, true},
	} {
		if got := OwesRepeat(c.history); got != c.want {
			t.Errorf("%s: owed %v, want %v", c.name, got, c.want)
		}
	}
}

func TestWhatWasSaidInAnEarlierRoundIsNotSaidAgain(t *testing.T) {
	hi := Step{Action: Action{Kind: Chat, Message: "hi"}}
	pull := Step{Action: Action{Kind: Interact, Target: "lever"}}
	said := attempted(hi.Action, Claimed, EndReported, "")
	pulled := attempted(pull.Action, Claimed, EndReported, "")
	inDoubt := attempted(pull.Action, Claimed, EndDeadline, "")
	for _, c := range []struct {
		name    string
		step    Step
		round   int
		history []Attempt
		upTo    []Step
		want    bool
	}{
		{"said", hi, 2, []Attempt{said}, nil, true},
		{"in this round", hi, 1, []Attempt{said}, nil, false},
		{"another line", hi, 2, []Attempt{attempted(Action{Kind: Chat, Message: "ho"}, Claimed, EndReported, "")}, nil, false},
		{"it failed", hi, 2, []Attempt{attempted(hi.Action, Failed, EndReported, "")}, nil, false},
		{"it was not sent", hi, 2, []Attempt{attempted(hi.Action, Claimed, EndUnsent, "")}, nil, false},
		{"one covers one", hi, 2, []Attempt{said}, []Step{hi}, false},
		{"two cover two", hi, 2, []Attempt{said, said}, []Step{hi, pull}, true},
		{"a lever may be pulled again", pull, 2, []Attempt{pulled}, nil, false},
		{"a lever in doubt", pull, 2, []Attempt{inDoubt}, nil, true},
		{"what can be seen is done again", mine("coal", 1), 2, []Attempt{attempted(mine("coal", 1).Action, Claimed, EndDeadline, "")}, nil, false},
	} {
		if got := SaidBefore(&c.step, c.round, c.history, c.upTo); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func ref[T any](v T) *T { return &v }
