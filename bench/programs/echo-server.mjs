// An MCP server with one tool that answers at once: with its arguments, or with as many bytes as they say.
let rest = "";
process.stdin.setEncoding("utf8").on("data", (text) => {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  for (const line of lines) answer(JSON.parse(line));
});

const tools = [
  {
    name: "echo",
    inputSchema: { type: "object", properties: { text: { type: "string" }, bytes: { type: "number" } } },
  },
];

function answer({ id, method, params }) {
  if (id === undefined) return;
  const results = {
    initialize: () => ({
      protocolVersion: "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: "echo", version: "0.0.0" },
    }),
    "tools/list": () => ({ tools }),
    "tools/call": () => ({ content: [{ type: "text", text: textFor(params.arguments) }] }),
  };
  const reply = results[method]
    ? { result: results[method]() }
    : { error: { code: -32_601, message: "There is no such method" } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...reply })}\n`);
}

function textFor({ bytes, ...rest }) {
  return bytes === undefined ? JSON.stringify(rest) : "x".repeat(bytes);
}
