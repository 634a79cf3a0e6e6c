/**
 * An ACP agent on nothing but lines of JSON. A prompt says how many chunks to send and how far apart, as `<chunks> <ms>`;
 * each is a message of its own, and says in its text which one it is and when it left.
 */

import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";

const PADDING = "and so on ".repeat(8);

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "session/prompt") void stream(params.sessionId, params.prompt[0].text).then(() => answer(id, END));
  else if (method === "session/new") answer(id, { sessionId: crypto.randomUUID() });
  else if (method === "initialize") answer(id, { protocolVersion: 1, agentCapabilities: {} });
});

const END = { stopReason: "end_turn" };

async function stream(sessionId: string, asked: string): Promise<void> {
  const [chunks = 0, apartMs = 0] = asked.split(" ").map(Number);
  for (let n = 0; n < chunks; n += 1) {
    if (apartMs > 0) await wait(apartMs);
    const text = `<${String(n).padStart(6, "0")} ${now()}> ${PADDING}`;
    const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text } };
    send({ method: "session/update", params: { sessionId, update } });
  }
}

/** Microseconds of a clock that all processes of a machine share. */
function now(): string {
  return String(process.hrtime.bigint() / 1_000n).padStart(15, "0");
}

function answer(id: unknown, result: object): void {
  send({ id, result });
}

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}
