// SPDX-License-Identifier: MIT

package process

import "github.com/minehand/minehand/llm"

// Advice is how failures of programs are told: whoever runs a program cannot
// mend a server.
var Advice = llm.Advice{
	llm.ErrUnreachable:     {What: "{who} cannot reach its model", Fix: "Run it by hand to see what it lacks."},
	llm.ErrUnauthorized:    {What: "{who} wants a key, or another one", Fix: "Sign in with the program itself, or let its key through: env in the config names the variables it gets."},
	llm.ErrModelNotLoaded:  {What: "{model} is not ready in {who}", Fix: "Run the program by hand once, or name another model in the config."},
	llm.ErrNoModel:         {What: "{who} does not have {model}", Fix: "Name one that it has: model in the config."},
	llm.ErrContextOverflow: {What: "The question is too long for {who}", Fix: "Ask for less at once."},
	llm.ErrServer:          {What: "{who} failed", Fix: "Try again; if it stays, run the program by hand to see what it lacks."},
	llm.ErrTimeout:         {What: "{who} did not finish{limit}", Fix: "Raise timeout in its config, or choose a faster model."},
	llm.ErrFirstToken:      {What: "{who} did not begin to answer{limit}", Fix: "Raise timeout in its config, or choose a faster model."},
	llm.ErrStalled:         {What: "{who} stopped in the middle of its answer, with nothing more{limit}", Fix: "Try again; if it stays, run the program by hand."},
	llm.ErrTooLong:         {What: "{who} did not finish{limit}", Fix: "Raise timeout in its config, or choose a faster model."},
	llm.ErrCutStream:       {What: "{who} broke off in the middle of its answer", Fix: "Try again; if it stays, run the program by hand."},
	llm.ErrEmptyReply:      {What: "{who} gave an empty answer", Fix: "Run it by hand with the same question; an unknown model is the usual reason."},
	llm.ErrTooLarge:        {What: "The answer of {who} is larger than the limit", Fix: "Ask for less, or raise max_output in its config; the model may be repeating itself."},
	llm.ErrBadRequest:      {What: "{who} cannot be asked this", Fix: "Check its settings in the config."},
	llm.ErrGrammar:         {What: "{who} cannot bind its answer to a form", Fix: "Choose another model."},
	llm.ErrBadReply:        {What: "What {who} wrote cannot be read", Fix: "Let it write its answer to stdout and everything else to stderr."},
}
