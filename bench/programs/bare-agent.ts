/**
 * The floor: an agent on nothing but the official SDK, which sends as many chunks as it is asked for, and says on standard
 * error what that cost.
 */

import { Readable, Writable } from "node:stream";
import { setImmediate as nextWord } from "node:timers/promises";

import { agent, methods, ndJsonStream } from "@agentclientprotocol/sdk";

agent({ name: "bare" })
  .onRequest(methods.agent.initialize, () => ({ protocolVersion: 1, agentCapabilities: {} }))
  .onRequest(methods.agent.session.new, () => ({ sessionId: crypto.randomUUID() }))
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const { sessionId, prompt } = params;
    const chunks = Number(prompt[0]?.type === "text" ? prompt[0].text : 0);
    const before = process.cpuUsage();
    for (let n = 0; n < chunks; n += 1) {
      // As a model's words come: one at a time.
      await nextWord();
      void client.notify(methods.client.session.update, {
        sessionId,
        update: { sessionUpdate: "agent_message_chunk", messageId: "m", content: { type: "text", text: `word ${n} ` } },
      });
    }
    const { user, system } = process.cpuUsage(before);
    process.stderr.write(`${user + system}\n`);
    return { stopReason: "end_turn" as const };
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
