import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { SessionUpdate } from "@agentclientprotocol/sdk";
import { openMemoryJournal } from "@tenon/journal";
import { describe, expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";
import { scriptedModel } from "../support/scripted-model.ts";

describe("what a session has used", () => {
  it("[V-01] [R79] is counted on when it is loaded, also by the next agent", async () => {
    const journal = openMemoryJournal();
    const services = { openJournal: async () => ({ ...journal, close: async () => {} }) };
    const model = scriptedModel([], { contextTokens: 1_000 });
    const sessionId = await (async () => {
      await using client = await connectAgent({ model, services });
      const opened = await client.open();
      await client.prompt(opened, "hello");
      return opened;
    })();
    await using client = await connectAgent({ model, services });
    await client.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
    await client.prompt(sessionId, "/cost");
    expect(client.text(sessionId)).toContain("1 answers\n- Tokens: 10 input, 5 output\n- Context: 15 of 1000 tokens");
    await client.prompt(sessionId, "again");
    expect(told(client.updates(sessionId)).at(-1)).toMatchObject({ cost: { amount: 1, currency: "USD" } });
  });

  it("[R79] is reported without floating-point noise", async () => {
    const model = scriptedModel([], { contextTokens: 1_000, cost: () => 0.1 });
    await using client = await connectAgent({ model });
    const sessionId = await client.open();
    for (const text of ["one", "two", "three"]) await client.prompt(sessionId, text);
    expect(told(client.updates(sessionId)).at(-1)).toMatchObject({ cost: { amount: 0.3 } });
  });

  it("[V-01] stays unknown when it is loaded, if a price was not known", async () => {
    const journal = openMemoryJournal();
    const services = { openJournal: async () => ({ ...journal, close: async () => {} }) };
    let cost: number | undefined;
    const model = scriptedModel([], { cost: () => cost });
    await using client = await connectAgent({ model, services });
    const sessionId = await client.open();
    await client.prompt(sessionId, "hello");
    cost = 0.5;
    await client.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
    await client.prompt(sessionId, "hello");
    await client.prompt(sessionId, "/cost");
    expect(client.text(sessionId)).toContain("- Cost: unknown");
  });

  it("[V-01] [R79] counts what summing up costs, and the tools and instructions that are still there after it", async () => {
    const usage = { input: 5_000, output: 100 };
    const model = scriptedModel(
      [
        { text: "x".repeat(700), usage },
        { text: "In short.", usage },
      ],
      {
        contextTokens: 100_000,
      },
    );
    await using client = await connectAgent({ model });
    const sessionId = await client.open();
    await client.prompt(sessionId, "one");
    await client.prompt(sessionId, "/compact");
    const [first, , last] = told(client.updates(sessionId));
    expect(first).toMatchObject({ used: 5_100, cost: { amount: 0.5 } });
    expect(last).toMatchObject({ cost: { amount: 1 } });
    expect(last?.used).toBeLessThan(5_100 - 100);
    expect(last?.used).toBeGreaterThan(5_100 - 300);
    await client.prompt(sessionId, "/cost");
    expect(client.text(sessionId)).toContain("2 answers\n- Tokens: 10000 input, 200 output");
  });

  it("[V-01] [R79] does not forget them where the provider counts fewer tokens than we guess", async () => {
    const model = scriptedModel(
      [
        { text: "Short.", usage: { input: 2_000, output: 2 } },
        // Seven thousand by our guess.
        { text: "x".repeat(24_500), usage: { input: 2_100, output: 4_000 } },
        { text: "In short.", usage: { input: 5_000, output: 3 } },
      ],
      { contextTokens: 100_000 },
    );
    await using client = await connectAgent({ model });
    const sessionId = await client.open();
    await client.prompt(sessionId, "one");
    await client.prompt(sessionId, "two");
    await client.prompt(sessionId, "/compact");
    expect(told(client.updates(sessionId)).at(-1)?.used).toBeGreaterThan(1_900);
  });

  it("[V-03] reports when the model has to be asked again to sum up", async () => {
    const model = scriptedModel([{ text: "Hello." }, { text: "In short.", retry: "It is overloaded" }]);
    await using client = await connectAgent({ model, capabilities: { session: { notices: {}, compaction: {} } } });
    const sessionId = await client.open();
    await client.prompt(sessionId, "one");
    await client.prompt(sessionId, "/compact");
    expect(client.updates(sessionId)).toContainEqual({
      sessionUpdate: "notice",
      severity: "warning",
      title: "It is overloaded; trying again in 2 s",
    });
  });

  it("[V-01] makes room before a request that would be too long by the results of tools", async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, "long.txt"), "A line of the file.\n".repeat(200));
    const read = { name: "read_file", args: { path: "long.txt" } };
    const model = scriptedModel(
      [{ text: "Hello." }, { calls: [read], usage: { input: 100 } }, { text: "In short." }, { text: "Here." }],
      { contextTokens: 1_000 },
    );
    await using client = await connectAgent({ model });
    const sessionId = await client.open({}, folder.path);
    for (const prompt of ["hello", "read it"]) await client.prompt(sessionId, prompt);
    expect(model.requests.map(({ tools }) => tools.length > 0)).toEqual([true, true, false, true]);
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain("In short.");
  });
});

function told(updates: readonly SessionUpdate[]) {
  return updates.filter((update) => update.sessionUpdate === "usage_update");
}

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), "tenon-usage-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}
