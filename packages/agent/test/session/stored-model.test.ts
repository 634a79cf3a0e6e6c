import type { ModelChoice } from "@tenon/agent";
import { openMemoryJournal } from "@tenon/journal";
import { describe, expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";
import { scriptedModel } from "../support/scripted-model.ts";

describe("the model of a session that is loaded", () => {
  it("[I-08] is another if its key is gone: the session opens, and says so", async () => {
    await using agents = agentsOfOneJournal();
    const sessionId = await agents.with(models(["small", "large"]), async (client) => {
      const sessionId = await client.open();
      await client.prompt(sessionId, "hello");
      await client.request("session/set_config_option", { sessionId, configId: "model", value: "large" });
      return sessionId;
    });
    await agents.with(models(["small"]), async (client) => {
      await expect(load(client, sessionId)).resolves.toBe("small");
      const notice = await client.until((update) => JSON.stringify(update).includes("large cannot be used"));
      expect(JSON.stringify(notice)).toContain("There is no key for large");
      await client.request("session/set_mode", { sessionId, modeId: "code" });
    });
    // What the user chose is not forgotten meanwhile.
    await agents.with(models(["small", "large"]), (client) => expect(load(client, sessionId)).resolves.toBe("large"));
  });

  it("is the agent's own if none was chosen, also when the mode was", async () => {
    await using agents = agentsOfOneJournal();
    const sessionId = await agents.with(models(["large"]), async (client) => {
      const sessionId = await client.open();
      await client.request("session/set_mode", { sessionId, modeId: "code" });
      return sessionId;
    });
    await agents.with(models(["small"]), async (client) => {
      await expect(load(client, sessionId)).resolves.toBe("small");
      await client.until((update) => update.sessionUpdate === "available_commands_update");
      expect(JSON.stringify(client.updates(sessionId))).not.toContain("cannot be used");
    });
  });

  it("[R47] if there is none at all, is reported before anything of the session is shown", async () => {
    await using agents = agentsOfOneJournal();
    const sessionId = await agents.with(models(["small"]), async (client) => {
      const sessionId = await client.open();
      await client.prompt(sessionId, "hello");
      return sessionId;
    });
    await agents.with({ ...models([]), defaultId: "small" }, async (client) => {
      await expect(load(client, sessionId)).rejects.toThrow(/no key for small/);
      expect(client.updates(sessionId)).toEqual([]);
    });
  });
});

type Client = Awaited<ReturnType<typeof connectAgent>>;

function agentsOfOneJournal() {
  const journal = openMemoryJournal();
  const services = { openJournal: async () => ({ ...journal, close: async () => {} }) };
  return {
    async with<T>(models: ModelChoice, work: (client: Client) => Promise<T>): Promise<T> {
      await using client = await connectAgent({ models, services });
      return await work(client);
    },
    [Symbol.asyncDispose]: () => journal.close(),
  };
}

async function load(client: Client, sessionId: string): Promise<unknown> {
  const { configOptions } = await client.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
  return configOptions?.find(({ id }) => id === "model")?.currentValue;
}

/** The first is the agent's own. */
function models(ids: readonly string[]): ModelChoice {
  return {
    defaultId: ids[0] ?? "",
    accepts: { image: false, audio: false },
    known: ["small", "large"].map((id) => ({ id, name: id })),
    async open(id) {
      if (!ids.includes(id)) throw new Error(`There is no key for ${id}`);
      return scriptedModel([], { id });
    },
  };
}
