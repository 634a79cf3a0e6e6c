// A small agent: it answers at once and streams as many updates as the prompt says. LOAD_MS is how long it takes to start.

import { createInterface } from "node:readline";

const loaded = performance.now() + Number(process.env.LOAD_MS ?? 0);
while (performance.now() < loaded);

const line = (message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
const chunk = (index) => {
  const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: `word ${index} ` } };
  return line({ method: "session/update", params: { sessionId: "s1", update } });
};

createInterface({ input: process.stdin })
  .on("line", (text) => {
    const { id, method, params } = JSON.parse(text);
    if (method === "session/prompt") {
      const count = Number(params.prompt[0].text);
      process.stdout.write(Array.from({ length: count }, (_, index) => chunk(index)).join(""));
    }
    if (id !== undefined) process.stdout.write(line({ id, result: { protocolVersion: 1, sessionId: "s1" } }));
  })
  .on("close", () => process.exit());
