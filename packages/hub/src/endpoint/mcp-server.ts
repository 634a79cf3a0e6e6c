/**
 * One MCP server in front of the endpoint: for a connection in the 2025 revisions, for a request over HTTP in 2026-07-28.
 *
 * It advertises everything at once, because a server that has it may come later; its lists are empty until then.
 */

import { type LoggingLevel, McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { type JsonObject, objectOf, stringOf } from "@tenon/basis";

import { answerTools } from "./answer-tools.ts";
import type { ToolCalls } from "./calls/tool-calls.ts";
import type { EndpointCore } from "./endpoint-core.ts";
import { endpointInstructions } from "./endpoint-instructions.ts";
import { endpointNames } from "./tools/endpoint-name.ts";
import { listening } from "./passing/subscriptions.ts";
import { complete, createPassedPrompts, type PassedPrompts } from "./passing/prompts.ts";
import { ANY_PARAMS, getSkill, listSkills, readDirectory, SKILLS } from "./passing/skills.ts";

export interface ServerMaker {
  make(era: "legacy" | "modern"): MadeServer;
  /** Follows the resources that a request of 2026-07-28 asks for, until it is disposed of; undefined if it asks for none. */
  listen(message: unknown): Disposable | undefined;
}

export interface MadeServer {
  readonly server: McpServer;
  /** Whether it has subscribed to a resource, in the 2025 revisions. */
  isFollowing(uri: string): boolean;
  /** Whether it wants logs of this level, in the 2025 revisions. */
  accepts(level: LoggingLevel): boolean;
  /** Its connection has ended. */
  end(): void;
}

const CLIENT_INFO = "io.modelcontextprotocol/clientInfo";
const NEWER = "2026-07-28";
// Each has a name of its own, and an agent has one.
const MAX_GREETED = 100;

export function createServerMaker(core: EndpointCore, calls: ToolCalls): ServerMaker {
  const { serverInfo } = core.options;
  const prompts = createPassedPrompts(endpointNames({ ...core.options, owner: serverInfo.name }));
  /** In the newer revision every request says who sends it. */
  const greeted = new Set<string>();

  return {
    make(era) {
      const server = new McpServer(serverInfo, { instructions: endpointInstructions(core) });
      server.server.registerCapabilities({
        tools: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        prompts: { listChanged: true },
        completions: {},
        logging: {},
        extensions: { [SKILLS]: { directoryRead: true } },
      });
      // The HTTP door compares `Mcp-Param-*` headers with the arguments by it (SEP-2243).
      server.toolInputSchemaJson = (name) => {
        const schema = core.table.find(name)?.inputSchema;
        return schema && { ...schema };
      };
      const greet = (context: ServerContext) => {
        if (era === "modern") greetOnce(objectOf(objectOf(context.mcpReq.envelope)[CLIENT_INFO]), NEWER);
      };
      answerTools(server, { core, calls, greet });
      answerLists(server, core, prompts);
      if (era === "legacy") {
        server.server.oninitialized = () =>
          core.emit({
            type: "connected",
            client: clientOf({ ...server.server.getClientVersion() }),
            revision: server.server.getNegotiatedProtocolVersion() ?? "unknown",
          });
      }
      const followed = answerSubscriptions(server, core);
      return {
        server,
        isFollowing: (uri) => followed.has(uri),
        accepts: (level) => core.logLevels.accepts(server, level),
        end() {
          core.logLevels.forget(server);
          for (const following of followed.values()) following[Symbol.dispose]();
          followed.clear();
        },
      };
    },
    listen: (message) => listening(message, core.subscriptions),
  };

  function greetOnce(info: JsonObject, revision: string): void {
    const client = clientOf(info);
    const key = JSON.stringify(client);
    if (greeted.has(key) || greeted.size >= MAX_GREETED) return;
    greeted.add(key);
    core.emit({ type: "connected", client, revision });
  }
}

function clientOf({ name, version }: JsonObject) {
  return { name: stringOf(name) ?? "unknown", version: stringOf(version) ?? "unknown" };
}

function answerLists({ server }: McpServer, core: EndpointCore, prompts: PassedPrompts): void {
  const { resources } = core;
  const setup = { permit: core.options.permit, emit: core.emit };
  // While the hub is opening there is nothing yet; a change is reported when there is.
  server.setRequestHandler("resources/list", async (_request, { mcpReq }) =>
    core.hubNow ? await resources.list(core.hubNow, mcpReq.signal) : { resources: [] },
  );
  server.setRequestHandler("resources/templates/list", async (_request, { mcpReq }) =>
    core.hubNow ? await resources.listTemplates(core.hubNow, mcpReq.signal) : { resourceTemplates: [] },
  );
  server.setRequestHandler("prompts/list", async (_request, { mcpReq }) =>
    core.hubNow ? await prompts.list(core.hubNow, mcpReq.signal) : { prompts: [] },
  );
  server.setRequestHandler("resources/read", async ({ params: { uri } }, { mcpReq: { signal } }) =>
    resources.read(await core.hub, uri, { ...setup, signal }),
  );
  server.setRequestHandler("prompts/get", async ({ params }, { mcpReq: { signal } }) =>
    prompts.get(await core.hub, params, { ...setup, signal }),
  );
  server.setRequestHandler("resources/directory/read", { params: ANY_PARAMS }, async (params, { mcpReq: { signal } }) =>
    readDirectory(await core.hub, params, { permit: setup.permit, signal }),
  );
  server.setRequestHandler("skills/list", { params: ANY_PARAMS }, (_params, { mcpReq }) =>
    listSkills(core.hubNow, { permit: setup.permit, signal: mcpReq.signal }),
  );
  server.setRequestHandler("skills/get", { params: ANY_PARAMS }, async (params, { mcpReq: { signal } }) =>
    getSkill(await core.hub, params, { ...setup, signal }),
  );
  server.setRequestHandler("completion/complete", async ({ params }, { mcpReq: { signal } }) => {
    const hub = await core.hub;
    const ownerOf = (uri: string) => resources.ownerOf(hub, uri, signal);
    return await complete(params, { hub, signal, prompts, ownerOf, permit: setup.permit });
  });
}

/** The 2025 revisions; gives what is followed. */
function answerSubscriptions(made: McpServer, core: EndpointCore): Map<string, Disposable> {
  const { server } = made;
  const followed = new Map<string, Disposable>();
  server.setRequestHandler("resources/subscribe", async ({ params: { uri } }, { mcpReq }) => {
    const following = await core.subscriptions.follow(uri, mcpReq.signal);
    followed.get(uri)?.[Symbol.dispose]();
    followed.set(uri, following);
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", ({ params: { uri } }) => {
    followed.get(uri)?.[Symbol.dispose]();
    followed.delete(uri);
    return {};
  });
  server.setRequestHandler("logging/setLevel", async ({ params: { level } }) => {
    await core.logLevels.set(made, level);
    return {};
  });
  return followed;
}
