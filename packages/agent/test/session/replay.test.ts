import type { ContentBlock } from "@agentclientprotocol/sdk";
import { ModelError } from "@tenon/agent";
import { describe, expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";
import { scriptedModel } from "../support/scripted-model.ts";

const sound: ContentBlock = { type: "audio", data: "AAAA", mimeType: "audio/wav" };

describe("a prompt that was refused", () => {
  it("[R64] [R48] is no part of the conversation when the session is loaded; one that failed is", async () => {
    const failing = () => {
      throw new ModelError("overloaded", "Too much to do.", { model: "scripted" });
    };
    const model = scriptedModel([{ text: "Hello." }, failing], { accepts: { image: false, audio: false } });
    await using client = await connectAgent({ model });
    const sessionId = await client.open();
    await expect(client.prompt(sessionId, [sound])).rejects.toMatchObject({ code: -32602 });
    await client.prompt(sessionId, "one");
    await expect(client.prompt(sessionId, [sound])).rejects.toMatchObject({ code: -32602 });
    await expect(client.prompt(sessionId, "two")).rejects.toMatchObject({ code: -32603 });
    await expect(client.prompt(sessionId, [sound])).rejects.toMatchObject({ code: -32602 });
    const before = client.updates(sessionId).length;
    await client.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
    const replayed = client.updates(sessionId).slice(before);
    const said = replayed.flatMap((update) =>
      "content" in update && update.sessionUpdate.endsWith("message_chunk") ? [update.content] : [],
    );
    expect(said).toEqual(["one", "Hello.", "two"].map((text) => ({ type: "text", text })));
  });
});

it("[R48] [R79] reports the usage of a session once when it is loaded, as it is now", async () => {
  const usage = { input: 1_000, output: 10 };
  const model = scriptedModel(
    [
      { text: "One.", usage },
      { text: "Two.", usage: { input: 2_000, output: 20 } },
    ],
    {
      contextTokens: 100_000,
    },
  );
  await using client = await connectAgent({ model });
  const sessionId = await client.open();
  await client.prompt(sessionId, "one");
  await client.prompt(sessionId, "two");
  const before = client.updates(sessionId).length;
  await client.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
  const replayed = client.updates(sessionId).slice(before);
  expect(replayed.filter(({ sessionUpdate }) => sessionUpdate === "usage_update")).toMatchObject([{ used: 2_020 }]);
});
