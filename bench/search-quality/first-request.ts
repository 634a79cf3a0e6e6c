/**
 * `node tooling/node.mjs bench/search-quality/first-request.ts [folder]`: what the tools in the first request of a session
 * take, the agent's own included, when the real servers offer three hundred between them.
 */

import { serveAgent, rehearsalModel } from "@tenon/agent";
import { estimateTokens } from "@tenon/hub";
import { linkedPair } from "@tenon/testkit";
import { messageWire, scriptedClient } from "@tenon/testkit/acp";
import { startHttpServer } from "@tenon/testkit/mcp";
import type { AnyMessage } from "@agentclientprotocol/sdk";
import type { ModelTool } from "@tenon/agent";

import { listsFolder, readCatalogue } from "./tool-lists.ts";

const TOOLS = 300;
const PROMPTS = ["hello", "take a screenshot of the page", "what changed in the last commit?"];

const real = await readCatalogue(listsFolder(process.argv[2]));
// There are fewer than three hundred: the first of them come a second time, by another name.
const catalogue = [...real, ...real.slice(0, TOOLS - real.length).map((tool) => ({ ...tool, tool: `${tool.tool}_2` }))];
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
const agent = serveAgent(pair.left, { models, version: "0.0.0" });
const client = scriptedClient(messageWire(pair.right));
await client.initialize();
const mcpServers = servers.map(({ name, handle }) => ({ type: "http" as const, name, url: handle.url, headers: [] }));
for (const prompt of PROMPTS) {
  const { sessionId } = await client.newSession({ mcpServers });
  await client.prompt(sessionId, prompt);
  const tokens = offered.reduce((sum, tool) => sum + estimateTokens(tool), 0);
  const own = offered.filter(({ name }) => !name.startsWith("mcp__"));
  const ownTokens = own.reduce((sum, tool) => sum + estimateTokens(tool), 0);
  console.log(`${tokens} tokens in ${offered.length} tools (${ownTokens} in ${own.length} of our own): ${prompt}`);
}
await client.drop();
await agent.closed;
await Promise.all(servers.map(({ handle }) => handle.close()));
