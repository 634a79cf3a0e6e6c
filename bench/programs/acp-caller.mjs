// An agent that calls the tool "echo" of the MCP server that its client provides (MCP over ACP), one call after another, and
// reports how long they took at the median. The prompt is how many calls to make, how many more before, and their bytes.
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "0.0.0" },
};
const waiting = new Map();
let serverId = "";
let ids = 0;

// Not node:readline, which is slow with a line of 10 MB.
let parts = [];
process.stdin
  .on("data", (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      take(JSON.parse(Buffer.concat([...parts, chunk.subarray(start, end)]).toString()));
      parts = [];
      start = end + 1;
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  })
  .on("end", () => process.exit());

function take(message) {
  if (message.method === undefined) waiting.get(message.id)?.(message);
  else void answer(message);
}

async function answer({ id, method, params }) {
  if (id === undefined) return;
  if (method === "session/new") serverId = params.mcpServers[0]?.serverId;
  const result = method === "session/prompt" ? await prompt(params.prompt[0].text.split(" ").map(Number)) : GREETING;
  send({ id, result });
}

const GREETING = { protocolVersion: 1, agentCapabilities: { mcpCapabilities: { acp: true } }, sessionId: "s1" };

async function prompt([calls, warmUp, bytes]) {
  await ask("tools/list", {});
  const times = [];
  for (let call = 0; call < calls + warmUp; call += 1) {
    const began = performance.now();
    const { result } = await ask("tools/call", { name: "echo", arguments: bytes ? { bytes } : { text: "hello" } });
    times.push(performance.now() - began);
    if (result?.result?.content === undefined || result.result.isError) throw new Error(JSON.stringify(result));
  }
  const sorted = times.slice(warmUp).toSorted((one, other) => one - other);
  return { stopReason: "end_turn", _meta: { medianMs: sorted[Math.floor(sorted.length / 2)] } };
}

function ask(method, params) {
  const id = `call-${(ids += 1)}`;
  const inner = { serverId, requestId: `mcp:${id}`, method, params: { ...params, _meta: META } };
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    send({ id, method: "mcp/message", params: inner });
  });
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}
