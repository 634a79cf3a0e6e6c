import { openMemoryJournal } from "@tenon/journal";
import { stdioServer } from "@tenon/testkit/mcp";
import { failure, type ModelRequest, startModelServer, text, toolCall } from "@tenon/testkit/model";
import { describe, expect, it } from "vitest";

import { openModels } from "../../src/model/open-models.ts";
import { PNG } from "../model/support.ts";
import { connectAgent } from "../support/connect-agent.ts";

const BROKEN = Buffer.from("\x89PNG\r\n\x1a\nbroken", "latin1").toString("base64");
const CLAUDE = "anthropic/claude-sonnet-5";
const picture = { type: "image" as const, data: PNG, mimeType: "image/png" };

describe("a broken image from a tool", () => {
  it("[H14] [H15] is taken out of the history, also after the session was loaded, and the good ones stay", async () => {
    const provider = await startModelServer({
      script: ({ rawBody }: ModelRequest) => {
        if (rawBody.includes(BROKEN)) return failure("invalid-request", { message: "Could not process image" });
        return rawBody.includes("refused it") ? [text("fine")] : [toolCall("mcp__s__shot", {})];
      },
    });
    await using _ = { [Symbol.asyncDispose]: provider.close };
    const content = [picture, { type: "image", data: BROKEN, mimeType: "image/png" }];
    await using server = await stdioServer({
      tools: [{ name: "shot", call: [{ type: "result", result: { content } }] }],
    });
    const journal = openMemoryJournal();
    const services = { openJournal: async () => ({ ...journal, close: async () => {} }) };
    const models = openModels({ env: provider.environment, userModel: CLAUDE });
    const sessionId = await (async () => {
      await using client = await connectAgent({ models, services });
      const sessionId = await client.open({ s: server });
      await expect(client.prompt(sessionId, "go")).resolves.toEqual({ stopReason: "end_turn" });
      await client.until((update) => JSON.stringify(update).includes("refused an image"));
      const before = provider.requests.length;
      await expect(client.prompt(sessionId, "again")).resolves.toEqual({ stopReason: "end_turn" });
      expect(provider.requests).toHaveLength(before + 1);
      return sessionId;
    })();
    await using client = await connectAgent({ models, services });
    await client.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
    const before = provider.requests.length;
    await expect(client.prompt(sessionId, "once more")).resolves.toEqual({ stopReason: "end_turn" });
    expect(provider.requests).toHaveLength(before + 1);
    expect(provider.requests.at(-1)?.rawBody).toContain(PNG);
    // The record still has it: only the model is not shown it again.
    const records = await journal.read(sessionId);
    expect(records.some(({ from, text }) => from === "agent" && text.includes(BROKEN))).toBe(true);
  });
});

describe("an image in a prompt", () => {
  it("[H13] is taken whichever model the session has, left out for one that sees none, and shown to the next", async () => {
    const provider = await startModelServer({ script: () => [text("ok")] });
    await using _ = { [Symbol.asyncDispose]: provider.close };
    const models = openModels({ env: provider.environment, userModel: CLAUDE });
    await using client = await connectAgent({ models });
    expect(client.initialized.agentCapabilities?.promptCapabilities).toMatchObject({ image: true });
    const sessionId = await client.open();
    const choose = (value: string) =>
      client.request("session/set_config_option", { sessionId, configId: "model", value });
    await choose("openai-compatible/gpt-oss-120b");
    await client.prompt(sessionId, [picture]);
    expect(provider.requests[0]?.rawBody).not.toContain(PNG);
    const notices = () =>
      client.updates(sessionId).filter((update) => JSON.stringify(update).includes("does not support images"));
    expect(notices()).toHaveLength(1);
    await client.prompt(sessionId, [picture]);
    expect(notices()).toHaveLength(1);
    await choose(CLAUDE);
    await client.prompt(sessionId, "and now?");
    expect(provider.requests.at(-1)?.rawBody).toContain(PNG);
  });

  it("[H13] is advertised by an agent that starts with a model without eyes: the session may get another", async () => {
    const provider = await startModelServer({ script: () => [text("ok")] });
    await using _ = { [Symbol.asyncDispose]: provider.close };
    const models = openModels({ env: provider.environment, userModel: "openai-compatible/gpt-oss-120b" });
    await using client = await connectAgent({ models });
    expect(client.initialized.agentCapabilities?.promptCapabilities).toMatchObject({ image: true });
    const sessionId = await client.open();
    await client.request("session/set_config_option", { sessionId, configId: "model", value: CLAUDE });
    await client.prompt(sessionId, [picture]);
    expect(provider.requests[0]?.rawBody).toContain(PNG);
  });
});
