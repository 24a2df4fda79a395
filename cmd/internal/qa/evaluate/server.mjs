// A small model server for the evaluation: OpenAI's chat protocol in front of
// node-llama-cpp's prebuilt llama.cpp. It serves one model, one request at a
// time, streams, and turns a json_schema into a grammar as llama-server does.
//
// Usage: node server.mjs MODEL.gguf CONTEXT; prints "listening PORT".
import http from "node:http";
import { getLlama, LlamaChat, LlamaGrammar } from "node-llama-cpp";

const [modelPath, contextSize] = [process.argv[2], Number(process.argv[3])];
const name = "smollm2-135m-instruct";
const quantization = { name: modelPath.match(/\.(\w+)\.gguf$/)?.[1] };

// One thread: two that wait for each other on a busy machine are slower by far.
const llama = await getLlama({ build: "never", gpu: false, logLevel: "error", maxThreads: 1 });
const model = await llama.loadModel({ modelPath });
const context = await model.createContext({ contextSize, threads: 1 });
const sequence = context.getSequence();
const chat = new LlamaChat({ contextSequence: sequence });

// gbnf writes the grammar of the schemas that Minehand sends: objects (required
// members first), lists, strings, numbers, booleans, const, enum, anyOf.
function gbnf(schema) {
  const rules = [
    'ws ::= [ \\n]?',
    'string ::= "\\"" ( [^"\\\\\\x00-\\x1f] | "\\\\" ["\\\\/bfnrt] )* "\\""',
    'integer ::= "-"? ( "0" | [1-9] [0-9]* )',
    'boolean ::= "true" | "false"',
    'number ::= integer ( "." [0-9]+ )?',
  ];
  let n = 0;
  const literal = (v) => JSON.stringify(JSON.stringify(v));
  const add = (body) => {
    const rule = `r${n++}`;
    rules.push(`${rule} ::= ${body}`);
    return rule;
  };
  const walk = (s) => {
    if (s.anyOf) return add(s.anyOf.map(walk).join(" | "));
    if ("const" in s) return add(literal(s.const));
    if (s.enum) return add(s.enum.map(literal).join(" | "));
    if (s.type === "array") {
      const of = walk(s.items);
      return add(`"[" ws ( ${of} ( ws "," ws ${of} )* )? ws "]"`);
    }
    if (s.type === "object") {
      const member = (k) => `${literal(k)} ws ":" ws ${walk(s.properties[k])}`;
      const all = Object.keys(s.properties);
      const must = all.filter((k) => (s.required ?? []).includes(k));
      const may = all.filter((k) => !must.includes(k));
      const body = must.map(member).join(' ws "," ws ') + may.map((k) => ` ( ws "," ws ${member(k)} )?`).join("");
      return add(`"{" ws ${body} ws "}"`);
    }
    return s.type;
  };
  rules.unshift(`root ::= ${walk(schema)}`);
  return rules.join("\n");
}

const grammars = new Map();
function grammarOf(schema) {
  const key = JSON.stringify(schema);
  if (!grammars.has(key)) grammars.set(key, new LlamaGrammar(llama, { grammar: gbnf(schema) }));
  return grammars.get(key);
}

function history(messages) {
  return messages.map((m) =>
    m.role === "assistant" ? { type: "model", response: [m.content] } : { type: m.role === "system" ? "system" : "user", text: m.content });
}

let queue = Promise.resolve();

async function complete(body, res, signal) {
  const send = (o) => res.write(`data: ${JSON.stringify(o)}\n\n`);
  const envelope = (delta, finish) => ({ id: "chat", object: "chat.completion.chunk", created: 0, model: name, choices: [{ index: 0, delta, finish_reason: finish }] });
  const text = body.messages.map((m) => m.content).join("\n");
  const input = model.tokenize(text).length + 8 * body.messages.length;
  if (input + 64 > contextSize) {
    res.writeHead(400, { "content-type": "application/json" });
    res.end(JSON.stringify({ error: `the prompt of ${input} tokens does not fit in the context of ${contextSize} tokens` }));
    return;
  }
  const format = body.response_format;
  const grammar = format?.type === "json_schema" ? grammarOf(format.json_schema.schema) : undefined;
  res.writeHead(200, { "content-type": "text/event-stream" });
  const before = sequence.tokenMeter.usedOutputTokens;
  const out = await chat.generateResponse(history(body.messages), {
    grammar, temperature: body.temperature ?? 0, seed: body.seed, maxTokens: Math.min(body.max_tokens ?? 512, contextSize - input),
    signal, stopOnAbortSignal: true, onTextChunk: (chunk) => send(envelope({ content: chunk }, null)),
  });
  send(envelope({}, out.metadata.stopReason === "maxTokens" ? "length" : "stop"));
  const output = sequence.tokenMeter.usedOutputTokens - before;
  send({ id: "chat", object: "chat.completion.chunk", created: 0, model: name, choices: [], usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output } });
  res.end("data: [DONE]\n\n");
}

const server = http.createServer((req, res) => {
  if (req.url === "/api/v1/models") {
    res.writeHead(200, { "content-type": "application/json" });
    res.end(JSON.stringify({ models: [{ type: "llm", key: name, quantization, loaded_instances: [{ id: name, config: { context_length: contextSize } }], max_context_length: contextSize, capabilities: {} }] }));
    return;
  }
  if (req.method !== "POST" || !req.url.endsWith("/chat/completions")) {
    res.writeHead(200, { "content-type": "application/json" });
    res.end(JSON.stringify({ object: "list", data: [{ id: name, object: "model" }] }));
    return;
  }
  let raw = "";
  req.on("data", (d) => (raw += d));
  req.on("end", () => {
    const stop = new AbortController();
    res.on("close", () => stop.abort());
    queue = queue.then(() => complete(JSON.parse(raw), res, stop.signal)).catch((e) => {
      if (!res.headersSent) res.writeHead(500, { "content-type": "application/json" });
      res.end(JSON.stringify({ error: String(e) }));
    });
  });
});
server.listen(0, "127.0.0.1", () => console.log(`listening ${server.address().port}`));
