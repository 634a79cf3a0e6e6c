// A server without tools that answers at once.
let rest = "";
process.stdin.setEncoding("utf8").on("data", (text) => {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  for (const line of lines) answer(JSON.parse(line));
});

function answer({ id, method, params }) {
  if (id === undefined) return;
  const serverInfo = { name: "quick", version: "0.0.0" };
  const found = method === "initialize" && { protocolVersion: params.protocolVersion, capabilities: {}, serverInfo };
  const reply = found ? { result: found } : { error: { code: -32_601, message: "There is no such method" } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...reply })}\n`);
}
