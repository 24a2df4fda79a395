// SPDX-License-Identifier: MIT

package fakelm

// Quirk is one way of misbehaving. Numbers are issues of LM Studio's public
// bug tracker.
type Quirk string

// The switches. Those marked "once" need a reply of their own or act on the
// first requests only.
const (
	// Refusals of parts of a request.
	RefuseSchema     Quirk = "refuse-json-schema"    // 400 for response_format json_schema
	RefuseTools      Quirk = "refuse-tools"          // 400 for tools
	RefuseToolChoice Quirk = "refuse-tool-choice"    // 400 for tool_choice "required"
	RefuseStreaming  Quirk = "refuse-streaming"      // 400 for stream:true
	IgnoreStreaming  Quirk = "ignore-streaming"      // a plain JSON reply to stream:true
	IgnoreSchema     Quirk = "ignore-schema"         // fails open: prose with a 200
	GrammarError     Quirk = "grammar-400"           // 400 "failed to parse grammar"
	StrictUsage      Quirk = "refuse-stream-options" // 400 for stream_options

	RefuseMaxTokens   Quirk = "refuse-max-tokens"  // 400 for max_tokens: use max_completion_tokens
	RefuseTemperature Quirk = "refuse-temperature" // 400 for another temperature than the default
	RefuseSystem      Quirk = "refuse-system"      // 400 of a template that knows no system role
	RefuseDeveloper   Quirk = "refuse-developer"   // the same of a hosted service
	ForbidExtra       Quirk = "forbid-extra"       // 422 with pydantic's list for stream_options
	UnverifiedStream  Quirk = "unverified-stream"  // 400 for stream:true of an organization that is not verified
	FailedGeneration  Quirk = "failed-generation"  // 400 "Failed to generate JSON" under a schema (Groq)

	// Refusals of the whole request.
	Unauthorized       Quirk = "unauthorized"       // 401 unless the Bearer key fits
	NotLoaded          Quirk = "model-not-loaded"   // 400 "No models loaded..."
	UnknownModel       Quirk = "unknown-model"      // 404 model_not_found
	ContextOverflow    Quirk = "context-overflow"   // 400 "Trying to keep the first..."
	RateLimited        Quirk = "rate-limited"       // 429 with Retry-After, then well
	RateLimitedLong    Quirk = "rate-limited-long"  // 429 with Retry-After of an hour
	QuotaExceeded      Quirk = "quota-exceeded"     // 429 without Retry-After
	Flaky              Quirk = "500-twice"          // 500 twice, then well
	Broken             Quirk = "500-always"         // 500 each time
	HTMLPage           Quirk = "html-page"          // 200 with a web page
	ErrorWith200       Quirk = "error-with-200"     // 200 {"error":"..."}
	ErrorObjectWith200 Quirk = "error-object-200"   // 200 {"error":{...}}
	EmptyObject        Quirk = "empty-object"       // 200 {}
	EmptyChoices       Quirk = "empty-choices"      // 200 {"choices":[]}
	EmptyBody          Quirk = "empty-body"         // 200 and nothing
	Loading503         Quirk = "503-loading"        // llama-server's 503 until LoadDelay is over, for lists as well
	UnloadedOnce       Quirk = "unloaded-once"      // 404 for a model that is listed, then well
	FilteredPrompt     Quirk = "filtered-prompt"    // 400 of a content filter (Azure)
	EchoKey            Quirk = "echo-key"           // 401 that repeats the key
	RedirectElsewhere  Quirk = "redirect-elsewhere" // 307 to another host

	// Shapes of a reply.
	ReasoningContent Quirk = "reasoning-content"   // thoughts in reasoning_content
	ReasoningField   Quirk = "reasoning-field"     // thoughts in reasoning (gpt-oss)
	InlineThink      Quirk = "inline-think"        // <think>...</think> in the content
	OrphanThink      Quirk = "orphan-think"        // only </think> in the content
	JSONInReasoning  Quirk = "json-in-reasoning"   // content "", JSON in reasoning_content (#1773)
	NullContent      Quirk = "null-content"        // content null throughout
	ContentParts     Quirk = "content-parts"       // content as a list of parts
	EmptyToolCalls   Quirk = "empty-tool-calls"    // tool_calls [] beside the content (#830)
	NoCallIDs        Quirk = "empty-call-ids"      // tool calls with id "" (#830)
	ArgsAsObject     Quirk = "arguments-as-object" // arguments not a string
	NumericIDs       Quirk = "numeric-ids"         // ids as numbers
	FloatCreated     Quirk = "float-created"       // created as a fraction
	LeakedCall       Quirk = "leaked-call"         // a tool call as text in the content (#1904)
	LeakedXML        Quirk = "leaked-xml"          // the same as pseudo-XML (#2115)
	NoUsage          Quirk = "no-usage"            // usage never sent
	CRLF             Quirk = "crlf"                // lines end in \r\n, no space after data:
	NoFinishReason   Quirk = "no-finish-reason"    // [DONE] without a finish_reason
	BareJSONLines    Quirk = "bare-json-lines"     // chunks without data:
	ReasoningDetails Quirk = "reasoning-details"   // thoughts in a list, reasoning_details (OpenRouter)
	NullChoices      Quirk = "null-choices"        // a chunk with choices null first
	SplitRunes       Quirk = "split-runes"         // the connection carries one byte at a time
	Gzipped          Quirk = "gzip"                // packed for a client that said it unpacks
	ByteOrderMark    Quirk = "byte-order-mark"     // one before the first line

	FilteredReply  Quirk = "filtered-reply"   // half a text, finish_reason content_filter
	Refusal        Quirk = "refusal"          // words in refusal, none in content
	StringInString Quirk = "string-in-string" // the document as a JSON string
	EmptyPlan      Quirk = "empty-plan"       // {"actions":[]} under response_format only (#1555)
	Garbage        Quirk = "garbage"          // no JSON at all under response_format only (#1555)
	WhiteSpace     Quirk = "white-space"      // blanks without end under response_format
	CutPrompt      Quirk = "cut-prompt"       // prose, and a usage of 256 tokens whatever was asked

	// Trouble on the way.
	CutStream        Quirk = "cut-stream"          // ends half way, no [DONE], no finish_reason
	CutOnce          Quirk = "cut-once"            // the same for the first request, then well
	CutAfterText     Quirk = "cut-after-text"      // ends after the whole text, no [DONE], no finish_reason
	ChannelError     Quirk = "channel-error"       // 400 {"error":"Channel Error"}: the model's process has gone
	ResetStream      Quirk = "reset-stream"        // the connection breaks half way
	StreamErrorData  Quirk = "stream-error-data"   // {"error":{...}} as a data chunk half way
	StreamErrorText  Quirk = "stream-error-string" // {"error":"..."} as a data chunk half way
	StreamErrorEvent Quirk = "stream-error-event"  // under a named event: error line
	BrokenChunk      Quirk = "broken-chunk"        // a data line that is not JSON
	KeepAliveFlood   Quirk = "keep-alive-flood"    // 2,000 comments and blanks between chunks
	KeepAliveOnly    Quirk = "keep-alive-only"     // comments once a second, never a token
	SlowPrompt       Quirk = "slow-prompt"         // comments until LoadDelay is over, then well
	PromptProgress   Quirk = "prompt-progress"     // llama-server's progress until LoadDelay is over, then well
	EmptyDeltas      Quirk = "empty-deltas"        // chunks with empty deltas once a second, never a token
	HangHeaders      Quirk = "hang-before-headers" // no headers, ever
	HangFirst        Quirk = "hang-before-first"   // headers, then nothing
	HangBetween      Quirk = "hang-between-tokens" // stops half way
	HangAfterFinish  Quirk = "hang-after-finish"   // a finish_reason, then neither [DONE] nor an end
	Drip             Quirk = "drip"                // a token every 20 s, without end
	HugeLine         Quirk = "huge-line"           // one event line of 300 MB
	HugeText         Quirk = "huge-text"           // 300 MB in small chunks
	HugeJSON         Quirk = "huge-json"           // a plain reply of 300 MB
	HugeError        Quirk = "huge-error"          // a 400 with 300 MB
	HugeFlood        Quirk = "huge-flood"          // 300 MB of comments
	HugeModels       Quirk = "huge-models"         // a model list of 300 MB

	// The lists.
	NoNativeList Quirk = "no-native-list" // LM Studio before 0.4: 200 {"error":"Unexpected endpoint..."}
	NoRESTList   Quirk = "no-rest-list"   // LM Studio before 0.3.6: nor /api/v0/models
	NoModels     Quirk = "no-models"      // nothing downloaded
	NullList     Quirk = "null-list"      // /v1/models is {"data":null}
	BareList     Quirk = "bare-list"      // /v1/models is a list without an object around it
	PageForList  Quirk = "page-for-list"  // a web page with 200 in place of every list (Open WebUI's root)
	HangLists    Quirk = "hang-lists"     // lists never answer
)

// hugeSize is the length of the bodies that are too large, in bytes.
const hugeSize = 300 << 20
