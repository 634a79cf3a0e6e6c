/**
 * `node tooling/node.mjs bench/search-quality/first-request.ts [folder]`: what the tools in the first request of a session
 * take, the agent's own included, when real servers offer more than three hundred between them. Ends with 1 if it is more
 * than 6,000 tokens for any request of the set. Needs the lists that `fetch-lists.ts` keeps in the folder.
 */

import { serveAgent, rehearsalModel } from "@tenon/agent";
import { estimateTokens, openHub } from "@tenon/hub";
import { createToolIndex, offer } from "@tenon/hub/offer";
import { linkedPair } from "@tenon/testkit";
import { messageWire, scriptedClient } from "@tenon/testkit/acp";
import { startHttpServer } from "@tenon/testkit/mcp";
import type { AnyMessage } from "@agentclientprotocol/sdk";
import type { ModelTool } from "@tenon/agent";

import { developmentRequests } from "./requests/development-requests.ts";
import { laterDevelopmentRequests } from "./requests/later-development-requests.ts";
import { laterTestRequests } from "./requests/later-test-requests.ts";
import { testRequests } from "./requests/test-requests.ts";
import { serversFolder } from "./script-of.ts";
import { readCatalogue } from "./tool-lists.ts";

const MAX_TOKENS = 6_000;
const PROMPTS = [
  "hello",
  "take a screenshot of the page",
  "what changed in the last commit?",
  "open a bug for this in acme/widgets: the login button does nothing on Safari",
  "what meetings do I have tomorrow?",
  "why did the build on CircleCI break?",
];

const catalogue = await readCatalogue(serversFolder(process.argv[2]));
const servers = await Promise.all(
  [...Map.groupBy(catalogue, ({ server }) => server)].map(async ([name, tools]) => {
    const script = tools.map(({ tool, title, description, inputSchema }) => ({
      name: tool,
      title,
      description,
      inputSchema,
    }));
    return { name, handle: await startHttpServer({ tools: script }) };
  }),
);

let offered: readonly ModelTool[] = [];
const rehearsal = rehearsalModel();
const model = {
  ...rehearsal,
  answer(request: Parameters<typeof rehearsal.answer>[0]) {
    offered = request.tools;
    return rehearsal.answer({ ...request, tools: [] });
  },
};
const pair = linkedPair<AnyMessage>();
const models = { defaultId: model.id, accepts: model.accepts, known: [], open: async () => model };
const limits = { servers: servers.length, waitMs: 60_000 };
const agent = serveAgent(pair.left, {
  models,
  version: "0.0.0",
  services: async () => ({ openHub: (hubOptions) => openHub({ ...hubOptions, limits }) }),
});
const client = scriptedClient(messageWire(pair.right));
await client.initialize();
const mcpServers = servers.map(({ name, handle }) => ({ type: "http" as const, name, url: handle.url, headers: [] }));
console.log(`${catalogue.length} tools of ${servers.length} servers`);
for (const prompt of PROMPTS) {
  const { sessionId } = await client.newSession({ mcpServers });
  await client.prompt(sessionId, prompt);
  const tokens = offered.reduce((sum, tool) => sum + estimateTokens(tool), 0);
  const own = offered.filter(({ name }) => !name.startsWith("mcp__"));
  const ownTokens = own.reduce((sum, tool) => sum + estimateTokens(tool), 0);
  console.log(`${tokens} tokens in ${offered.length} tools (${ownTokens} in ${own.length} of our own): ${prompt}`);
}
const ownTokens = offered
  .filter(({ name }) => !name.startsWith("mcp__") && name !== "find_tools")
  .reduce((sum, tool) => sum + estimateTokens(tool), 0);
const index = [...Map.groupBy(catalogue, ({ server }) => server)].reduce(
  (made, [name, tools]) => made.replaceServer(name, tools),
  createToolIndex(),
);
const requests = [...developmentRequests, ...testRequests, ...laterDevelopmentRequests, ...laterTestRequests];
const most = Math.max(...requests.map(({ user }) => ownTokens + offer({ index, prompt: user }).tokens.offered));
console.log(`${most} tokens at most, of ${requests.length} requests (limit ${MAX_TOKENS})`);
if (most > MAX_TOKENS) process.exitCode = 1;
await client.drop();
await agent.closed;
await Promise.all(servers.map(({ handle }) => handle.close()));
