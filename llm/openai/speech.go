// SPDX-License-Identifier: MIT

package openai

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/llm"
)

// sounds are the kinds of recordings that browsers make, with the end of a file's name
// by which servers tell them.
var sounds = map[string]string{"audio/webm": "webm", "audio/ogg": "ogg", "audio/mp4": "mp4", "audio/wav": "wav", "audio/mpeg": "mp3"}

// Transcribe has the server write down what is said in a recording of that media type.
// An empty text is none that it heard.
func (c *Client) Transcribe(ctx context.Context, model, kind string, audio []byte) (string, error) {
	media, _, err := mime.ParseMediaType(kind)
	ending, known := sounds[media]
	if err != nil || !known {
		return "", fmt.Errorf("%q is no kind of recording that is sent on; use %s", kind, "audio/webm, ogg, mp4, wav or mpeg")
	}
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, err := w.CreateFormFile("file", "speech."+ending)
	if err == nil {
		_, err = part.Write(audio)
	}
	if err = errors.Join(err, w.WriteField("model", model), w.WriteField("response_format", "json"), w.Close()); err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, *c.cfg.Timeout, llm.ErrTooLong)
	defer cancel()
	no := c.fault(llm.ErrBadRequest, "it writes down no speech")
	no.Fix = "Check the address: it has to be that of a server with /v1/audio/transcriptions."
	resp, err := c.do(ctx, http.MethodPost, c.addr.base+"/audio/transcriptions", w.FormDataContentType(), &form)
	if e, ours := errors.AsType[*llm.Error](err); ours && e.Status == http.StatusNotFound {
		return "", no
	}
	if err != nil {
		return "", c.callFault(ctx, model, err)
	}
	defer resp.Body.Close()
	raw, err := budget.ModelFault.Read(resp.Body)
	if err != nil {
		return "", c.callFault(ctx, model, err)
	}
	var said struct {
		Text *string `json:"text"`
	}
	if budget.ModelFault.JSON(raw, &said) != nil || said.Text == nil {
		return "", no
	}
	return strings.TrimSpace(*said.Text), nil
}
