// An MCP server on standard streams that one session has for itself: it tells the checker that it lives, and of each call, on a
// connection that ends with it. When it is to end it works on for a while, and does not heed SIGTERM.
import { connect } from "node:net";
import { createInterface } from "node:readline";

const SAVING_MS = 3_000;

const checker = connect(Number(process.argv[2]), "127.0.0.1");
checker.on("error", () => {}); // the check is over
process.on("SIGTERM", () => {});
const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const { result, error } = answer(method, params);
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...(error ? { error } : { result }) })}\n`);
});
lines.on("close", () => setTimeout(() => process.exit(), SAVING_MS));

function answer(method, params) {
  if (method === "initialize") {
    const serverInfo = { name: "desk", version: "1.0.0" };
    return { result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo } };
  }
  if (method === "ping") return { result: {} };
  if (method === "tools/list") {
    const inputSchema = { type: "object", properties: { turn: { type: "string" } }, required: ["turn"] };
    return { result: { tools: [{ name: "note", description: "Notes the turn.", inputSchema }] } };
  }
  if (method !== "tools/call") return { error: { code: -32_601, message: "Method not found" } };
  const { turn } = params.arguments;
  checker.write(`${turn}\n`);
  return { result: { content: [{ type: "text", text: `noted ${turn}` }] } };
}
