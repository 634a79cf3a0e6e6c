/**
 * An MCP server that does one thing wrong at a time. `wait` answers when a file exists; `fault` does what its `kind` says
 * and, unless that ends the process, answers properly a moment later. FAULT in the environment is a fault of the start.
 */

import { existsSync, watch, writeSync } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";

const deep = (depth = 4_500) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const raw = (text) => writeSync(1, text);
const send = (message) => raw(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const answer = (id, result) => send({ id, result });
const text = (words) => ({ content: [{ type: "text", text: words }] });
const rawAnswer = (id, rest) => raw(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},${rest}}\n`);
const schema = (...names) => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
});
const tools = [
  { name: "wait", inputSchema: schema("file") },
  { name: "fault", inputSchema: schema("kind") },
];

const callFaults = {
  // Results
  "structured content that nests deep": (id) => rawAnswer(id, `"result":{"content":[],"structuredContent":${deep()}}`),
  "a block that nests deep": (id) => rawAnswer(id, `"result":{"content":[{"type":"odd","value":${deep()}}]}`),
  "content that is a number": (id) => answer(id, { content: 5 }),
  "content that is null": (id) => answer(id, { content: null }),
  "blocks that are no blocks": (id) =>
    answer(id, { content: [null, 5, "x", [], {}, { type: "text" }, { type: "image", data: 5 }] }),
  "a resource without a resource": (id) =>
    answer(id, { content: [{ type: "resource" }, { type: "resource", resource: null }] }),
  "a result that is null": (id) => answer(id, null),
  "a result that is a string": (id) => answer(id, "yes"),
  "an answer with neither result nor error": (id) => send({ id }),
  "an answer with both": (id) => send({ id, result: text("x"), error: { code: 1, message: "y" } }),
  "an error that is null": (id) => send({ id, error: null }),
  "an error without words": (id) => send({ id, error: {} }),
  "an error that nests deep": (id) => rawAnswer(id, `"error":{"code":1,"message":"x","data":${deep()}}`),
  "an error with a message that is an object": (id) => send({ id, error: { code: "x", message: { a: 1 } } }),
  "half a code point": (id) => rawAnswer(id, String.raw`"result":{"content":[{"type":"text","text":"a\ud800b"}]}`),
  "five megabytes": (id) => answer(id, text("x".repeat(5_000_000))),
  "a result with __proto__": (id) =>
    rawAnswer(id, '"result":{"__proto__":{"isError":true},"content":[],"structuredContent":{"__proto__":1}}'),
  // Framing
  "an id as a string": (id) => answer(String(id), text("x")),
  "an id nobody asked for": () => answer(99_999, text("x")),
  "an id that is null": () => answer(null, text("x")),
  "an id that is an object": () => answer({}, text("x")),
  "two answers": (id) => [answer(id, text("x")), answer(id, text("y"))],
  "no jsonrpc": (id) => raw(`${JSON.stringify({ id, result: {} })}\n`),
  "a batch": (id) => raw(`[${JSON.stringify({ jsonrpc: "2.0", id, result: {} })}]\n`),
  "a line that is no JSON": () => raw("Traceback (most recent call last):\n\u001B[31m{{{\n"),
  "bytes that are no UTF-8": () => writeSync(1, Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28, 0x0a])),
  "a line of two megabytes": () => raw(`${"z".repeat(2_000_000)}\n`),
  "lines that are scalars": () => raw('null\n5\n"x"\ntrue\n'),
  // Notifications
  "progress that is no number": (id, token) =>
    send({ method: "notifications/progress", params: { progressToken: token, progress: "half", total: {} } }),
  "progress without params": () => send({ method: "notifications/progress" }),
  "progress with params that are null": () => send({ method: "notifications/progress", params: null }),
  "progress that nests deep": (id, token) =>
    raw(
      `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${JSON.stringify(token)},"progress":1,"message":${deep()}}}\n`,
    ),
  "progress for nobody": () => send({ method: "notifications/progress", params: { progressToken: "x", progress: 1 } }),
  "a thousand times progress": (id, token) =>
    Array.from({ length: 1_000 }, (_, progress) =>
      send({ method: "notifications/progress", params: { progressToken: token, progress } }),
    ),
  "a hundred changes of its lists": () =>
    Array.from({ length: 100 }, (_, at) =>
      send({ method: `notifications/${["tools", "prompts", "resources"][at % 3]}/list_changed` }),
    ),
  "a log that nests deep": () =>
    raw(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":${deep()}}}\n`),
  "a log without a level": () => send({ method: "notifications/message", params: { data: null } }),
  "an unknown notification": () => send({ method: "notifications/odd", params: [1, 2] }),
  "a cancel of nothing": () => send({ method: "notifications/cancelled", params: { requestId: {} } }),
  "the end of an elicitation nobody began": () =>
    send({ method: "notifications/elicitation/complete", params: { elicitationId: 7 } }),
  // Requests
  "an unknown request": () => send({ id: 1_001, method: "odd/thing", params: {} }),
  "a request that nests deep": () =>
    raw(`{"jsonrpc":"2.0","id":1002,"method":"sampling/createMessage","params":${deep()}}\n`),
  "an elicitation without a schema": () => send({ id: 1_003, method: "elicitation/create", params: { message: 5 } }),
  "an elicitation with params that are null": () => send({ id: 1_004, method: "elicitation/create", params: null }),
  "sampling without messages": () =>
    send({ id: 1_005, method: "sampling/createMessage", params: { messages: "x", maxTokens: -1 } }),
  "roots with params that are a list": () => send({ id: 1_006, method: "roots/list", params: [] }),
  "a request with an id that is null": () => send({ id: null, method: "ping" }),
  "a hundred pings": () => Array.from({ length: 100 }, (_, at) => send({ id: 2_000 + at, method: "ping" })),
};

const deaths = {
  "it exits with 0": () => process.exit(0),
  "it exits with 1": () => process.exit(1),
  "it is killed": () => process.kill(process.pid, "SIGKILL"),
  "it leaves in the middle of a line": (id) => {
    raw(`{"jsonrpc":"2.0","id":${id},"resu`);
    process.exit(0);
  },
  "it floods standard error and leaves": () => {
    writeSync(2, "panic\n".repeat(50_000));
    process.exit(3);
  },
};

const starts = {
  "exits at once": () => process.exit(7),
  "writes noise first": () => raw("Starting…\n\u0000\u0007{\n"),
  "answers initialize with null": (id) => answer(id, null),
  "answers initialize with an error that nests deep": (id) =>
    rawAnswer(id, `"error":{"code":1,"message":"no","data":${deep()}}`),
  "answers initialize with an unknown version": (id) =>
    answer(id, { protocolVersion: "1999-01-01", capabilities: {}, serverInfo: { name: "x", version: "1" } }),
  "answers initialize with deep capabilities": (id) =>
    rawAnswer(
      id,
      `"result":{"protocolVersion":"2025-11-25","capabilities":${deep()},"serverInfo":{"name":"x","version":"1"}}`,
    ),
  "lists tools that are null": (id) => answer(id, { tools: null }),
  "lists tools that are no tools": (id) =>
    answer(id, { tools: [null, 5, {}, { name: 5 }, { name: "x", inputSchema: 7 }, ...tools] }),
  "lists a tool that nests deep": (id) => rawAnswer(id, `"result":{"tools":[{"name":"x","inputSchema":${deep()}}]}`),
  "answers tools/list with an error": (id) => send({ id, error: { code: -32_603, message: "no" } }),
  "dies of tools/list": () => process.exit(9),
};

const start = process.env.FAULT ?? "";
if (start === "exits at once" || start === "writes noise first") starts[start]();

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (start.includes(method) || (method === "tools/list" && start.startsWith("lists"))) return starts[start](id);
  if (method === "initialize") {
    return answer(id, {
      protocolVersion: "2025-11-25",
      capabilities: { tools: {}, logging: {} },
      serverInfo: { name: "rude", version: "1" },
    });
  }
  if (method === "tools/list") return answer(id, { tools });
  if (method === "ping") return answer(id, {});
  if (method === "tools/call") return call(id, params);
  if (method !== undefined && id !== undefined) send({ id, error: { code: -32_601, message: "Method not found" } });
});

function call(id, { name, arguments: args, _meta }) {
  if (name === "wait") return waitFor(args.file, () => answer(id, text(`released ${args.file}`)));
  const { kind } = args;
  if (deaths[kind]) return deaths[kind](id);
  callFaults[kind](id, _meta?.progressToken);
  setTimeout(() => answer(id, text("in the end")), 10);
}

function waitFor(file, then) {
  const watcher = watch(dirname(file), check);
  let isDone = false;
  check();
  function check() {
    if (isDone || !existsSync(file)) return;
    isDone = true;
    watcher.close();
    then();
  }
}
