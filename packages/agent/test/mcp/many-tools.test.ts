import { estimateTokens } from "@tenon/hub";
import { type HttpServer, startHttpServer } from "@tenon/testkit/mcp";
import { expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";
import { scriptedModel } from "../support/scripted-model.ts";

it("[T-01] [T-03] three hundred tools as large as real ones leave room for the work, and the right one is there", async () => {
  await using servers = await startServers(10, (number) => ({ tools: thirtyTools(number) }));
  const model = scriptedModel([]);
  await using client = await connectAgent({ model });
  const { sessionId } = await client.newSession({ mcpServers: servers.given });
  await client.prompt(sessionId, "Please archive the invoice of the customer 4711");
  const offered = model.requests[0]?.tools ?? [];
  const tokens = offered.reduce((sum, tool) => sum + estimateTokens(tool), 0);
  expect(tokens).toBeLessThan(6_000);
  expect(offered.map(({ name }) => name)).toEqual(expect.arrayContaining(["find_tools", "mcp__s6__archive_invoice"]));
  // All of them together would not have fitted.
  expect(10 * thirtyTools(0).reduce((sum, tool) => sum + estimateTokens(tool), 0)).toBeGreaterThan(60_000);
});

async function startServers(count: number, scriptOf: (number: number) => Parameters<typeof startHttpServer>[0]) {
  const all: readonly HttpServer[] = await Promise.all(
    Array.from({ length: count }, (_, number) => startHttpServer(scriptOf(number))),
  );
  return {
    given: all.map(({ url }, number) => ({ type: "http" as const, name: `s${number}`, url, headers: [] })),
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
