// An MCP server without a library: it starts as fast as Node.js does. Every message is noted in the file $NOTES with the time of arrival
// and of the answer, in ms since the epoch, so that the bench knows what the server itself took.
import { appendFileSync } from "node:fs";

const now = () => performance.timeOrigin + performance.now();
const note = (what) => appendFileSync(process.env.NOTES, `${JSON.stringify({ pid: process.pid, ...what })}\n`);
const schema = { type: "object", properties: { n: { type: "number" } } };
const tools = [
  { name: "echo", description: "Returns the number that it is given.", inputSchema: schema },
  { name: "half_second", description: "Returns after half a second.", inputSchema: schema },
  ...Array.from({ length: Number(process.env.MORE_TOOLS ?? 0) }, (_, n) => ({
    name: `read_thing_${n}`,
    description: `Reads thing number ${n} and returns it as text. `.repeat(4),
    inputSchema: schema,
  })),
];

note({ method: "start", arrived: performance.timeOrigin, answered: now() });

let rest = "";
process.stdin.setEncoding("utf8").on("data", (text) => {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  for (const line of lines) answer(JSON.parse(line), now());
});

function answer({ id, method, params }, arrived) {
  if (id === undefined) return;
  const reply = (body) => {
    process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...body })}\n`);
    note({ method, arrived, answered: now() });
  };
  const result = (value) => reply({ result: value });
  const text = () => result({ content: [{ type: "text", text: `${params.arguments?.n}` }] });
  if (method === "initialize") {
    const serverInfo = { name: "bench", version: "1.0.0" };
    // Agents ask for different revisions; all of them accept the one they asked for.
    result({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo });
  } else if (method === "tools/list") result({ tools });
  else if (method === "tools/call" && params.name === "half_second") setTimeout(text, 500);
  else if (method === "tools/call") text();
  else if (method === "ping") result({});
  else reply({ error: { code: -32_601, message: "Method not found" } });
}
