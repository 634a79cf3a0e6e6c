import type { OpenSessionHub } from "@tenon/hub";
import { estimateTokens, type ServerSpec } from "@tenon/hub";
import { type HttpServer, startHttpServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";
import { patientHub } from "../support/patient-hub.ts";
import { scriptedModel, serverTools } from "../support/scripted-model.ts";

describe("[C2] tools of servers that the client gave", () => {
  it("are all in the request, and first, where the configured ones alone would fill it", async () => {
    await using configured = await startServers(1, () => ({ tools: plainTools(95, "report") }));
    await using given = await startServers(1, () => ({ tools: plainTools(10, "invoice") }), "g");
    const model = scriptedModel([]);
    await using client = await connectAgent({ model, services: { openHub: hubWith(configured.given) } });
    const { sessionId } = await client.newSession({ mcpServers: given.given });
    await client.prompt(sessionId, "Hello");
    const offered = model.requests[0]?.tools.map(({ name }) => name) ?? [];
    const own = offered.filter((name) => !name.startsWith("mcp__") && name !== "find_tools").length;
    expect(offered.slice(own, own + 10).toSorted()).toEqual(given.names(10, "invoice").toSorted());
    const findTools = model.requests[0]?.tools.find(({ name }) => name === "find_tools");
    expect(findTools?.description).toContain("g0 (10), s0 (95)");
    expect(notices(client.updates(sessionId))).toEqual([]);
  });

  it("are offered as far as the budget goes, and the rest by name, and the user reads so once", async () => {
    await using given = await startServers(3, () => ({ tools: plainTools(40, "invoice") }), "g");
    const left = "mcp__g2__invoice_039";
    const model = scriptedModel([
      { calls: [{ name: "find_tools", args: { query: left } }] },
      { calls: [{ name: left }] },
      { text: "Done." },
    ]);
    const capabilities = { session: { notices: {} } };
    await using client = await connectAgent({ model, capabilities });
    const { sessionId } = await client.newSession({ mcpServers: given.given });
    await client.prompt(sessionId, "Hello");
    await client.prompt(sessionId, "Hello again");

    const offered = serverTools(model.requests[0]);
    expect(offered.length).toBeGreaterThanOrEqual(90);
    const perServer = [...Map.groupBy(offered, (name) => name.slice(0, "mcp__g0".length)).values()];
    expect(perServer.map(({ length }) => length)).toEqual([32, 32, 32]);
    const system = model.requests[0]?.system.join("\n") ?? "";
    for (const name of given.names(40, "invoice")) expect(offered.includes(name) || system.includes(name)).toBe(true);
    expect(system).toContain(`${left}: Does what invoice number 39 needs.`);

    expect(serverTools(model.requests[1])).toContain(left);
    expect(serverTools(model.requests[1]).slice(0, offered.length)).toEqual(offered);
    expect(JSON.stringify(model.requests[2]?.messages)).not.toContain("No tool named");
    const told = notices(client.updates(sessionId));
    expect(told).toEqual([expect.stringMatching(/have 120 tools; 96 fit/)]);
  });

  it("are left to search, or out, where the client says so", async () => {
    await using given = await startServers(3, () => ({ tools: plainTools(3, "invoice") }), "g");
    const [found, byHand, some] = given.given;
    if (!found || !byHand || !some) throw new Error("There are three");
    const mcpServers = [
      { ...found, _meta: { tenon: { include: "agent" } } },
      { ...byHand, _meta: { tenon: { include: "manual" } } },
      { ...some, _meta: { tenon: { tools: { invoice_001: "off" } } } },
    ];
    const model = scriptedModel([]);
    await using client = await connectAgent({ model });
    const { sessionId } = await client.newSession({ mcpServers });
    await client.prompt(sessionId, "Hello");
    expect(serverTools(model.requests[0])).toEqual(["mcp__g2__invoice_000", "mcp__g2__invoice_002"]);
  });
});

it("[M41] a server with thousands of tools leaves another its only one, and the user reads what is left out", async () => {
  const tools = (number: number) => (number === 0 ? plainTools(5_000, "report") : [{ name: "only" }]);
  await using given = await startServers(2, (number) => ({ tools: tools(number) }), "g");
  const model = scriptedModel([]);
  await using client = await connectAgent({ model, capabilities: { session: { notices: {} } } });
  const { sessionId } = await client.newSession({ mcpServers: given.given });
  await client.prompt(sessionId, "Hello");
  await client.prompt(sessionId, "Hello again");
  expect(serverTools(model.requests[0])).toContain("mcp__g1__only");
  const told = notices(client.updates(sessionId)).filter((text) => text.includes("lists 5000 tools"));
  expect(told).toHaveLength(1);
});

it("[T-01] [T-03] three hundred configured tools as large as real ones leave room for the work, and the right one is there", async () => {
  await using servers = await startServers(10, (number) => ({ tools: thirtyTools(number) }));
  const model = scriptedModel([]);
  await using client = await connectAgent({ model, services: { openHub: hubWith(servers.given) } });
  const { sessionId } = await client.newSession({ mcpServers: [] });
  await client.prompt(sessionId, "Please archive the invoice of the customer 4711");
  const offered = model.requests[0]?.tools ?? [];
  const tokens = offered.reduce((sum, tool) => sum + estimateTokens(tool), 0);
  expect(tokens).toBeLessThan(6_000);
  expect(offered.map(({ name }) => name)).toEqual(expect.arrayContaining(["find_tools", "mcp__s6__archive_invoice"]));
  // All of them together would not have fitted.
  expect(10 * thirtyTools(0).reduce((sum, tool) => sum + estimateTokens(tool), 0)).toBeGreaterThan(60_000);
});

/** As if the user had configured these. */
function hubWith(configured: readonly { readonly name: string; readonly url: string }[]): OpenSessionHub {
  const specs = configured.map(({ name, url }): ServerSpec => {
    return { type: "http", name, url, headers: {}, source: "user" };
  });
  return (options) => patientHub({ ...options, servers: [...options.servers, ...specs] });
}

function notices(updates: readonly { readonly sessionUpdate: string }[]): readonly string[] {
  return updates.flatMap((update) => (update.sessionUpdate === "notice" ? [JSON.stringify(update)] : []));
}

function plainTools(count: number, object: string) {
  return Array.from({ length: count }, (_, number) => ({
    name: nameOf(object, number),
    description: `Does what ${object} number ${number} needs. And more.`,
  }));
}

function nameOf(object: string, number: number): string {
  return `${object}_${`${number}`.padStart(3, "0")}`;
}

async function startServers(
  count: number,
  scriptOf: (number: number) => Parameters<typeof startHttpServer>[0],
  prefix = "s",
) {
  const all: readonly HttpServer[] = await Promise.all(
    Array.from({ length: count }, (_, number) => startHttpServer(scriptOf(number))),
  );
  return {
    given: all.map(({ url }, number) => ({ type: "http" as const, name: `${prefix}${number}`, url, headers: [] })),
    /** What the model sees of plain tools. */
    names: (tools: number, object: string) =>
      all.flatMap((_, server) =>
        Array.from({ length: tools }, (_, number) => `mcp__${prefix}${server}__${nameOf(object, number)}`),
      ),
    async [Symbol.asyncDispose]() {
      await Promise.all(all.map((server) => server.close()));
    },
  };
}

const OBJECTS = ["issue", "branch", "page", "table", "message", "user", "invoice", "build", "picture", "deployment"];
const VERBS = ["list", "read", "create", "delete", "update", "search", "export", "merge", "archive", "restore"];
const MANNERS = ["", "_draft", "_template"];

/** Each as long as a tool of a well-known server is on the average: about 350 tokens. */
function thirtyTools(number: number) {
  const object = OBJECTS[number] ?? "thing";
  return VERBS.flatMap((verb) =>
    MANNERS.map((manner) => ({
      name: `${verb}_${object}${manner}`,
      description: `${verb}s one ${object}${manner.replace("_", " ")} or several, with all that belongs to them. ${ADVICE}`,
      inputSchema: {
        type: "object",
        properties: {
          id: { type: "string", description: `The id of the ${object}, as the list of them gives it` },
          filter: { type: "object", properties: { since: TIME, until: TIME, words: { type: "string" } } },
          limit: { type: "integer", minimum: 1, maximum: 100, default: 20, description: "How many at most" },
          cursor: { type: "string", description: "Where to go on, from the answer before" },
          is_dry_run: { type: "boolean", description: "Only say what would happen" },
        },
        required: ["id"],
      },
    })),
  );
}

const TIME = { type: "string", format: "date-time", description: "A time as RFC 3339 writes it, with its zone" };
const ADVICE =
  "Give the id rather than the name, since names need not be unique. What was changed can be seen in the log, and can be " +
  "taken back within thirty days. Large answers come in pages.";
