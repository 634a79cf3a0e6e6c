/**
 * The floor: an agent on nothing but the official SDK, which sends as many chunks as it is asked for, and says on standard
 * error what it has cost so far when it gets SIGUSR2.
 */

import { Readable, Writable } from "node:stream";

import { agent, methods, ndJsonStream } from "@agentclientprotocol/sdk";

import { sayCost, words } from "./words.ts";

sayCost();

agent({ name: "bare" })
  .onRequest(methods.agent.initialize, () => ({ protocolVersion: 1, agentCapabilities: {} }))
  .onRequest(methods.agent.session.new, () => ({ sessionId: crypto.randomUUID() }))
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const { sessionId, prompt } = params;
    for await (const text of words(prompt[0]?.type === "text" ? prompt[0].text : "")) {
      void client.notify(methods.client.session.update, {
        sessionId,
        update: { sessionUpdate: "agent_message_chunk", messageId: "m", content: { type: "text", text } },
      });
    }
    return { stopReason: "end_turn" as const };
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
