/**
 * One MCP server in front of the endpoint: for a connection in the 2025 revisions, for a request over HTTP in 2026-07-28.
 *
 * It advertises everything at once, because a server that has it may come later; its lists are empty until then.
 */

import { McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { defined, isObject, type JsonObject, objectOf, stringOf } from "@tenon/basis";

import type { CallProgress } from "../hub-types.ts";
import type { QuestionMode } from "./calls/held-questions.ts";
import type { ToolCalls } from "./calls/tool-calls.ts";
import type { EndpointCore } from "./endpoint-core.ts";
import { endpointInstructions } from "./endpoint-instructions.ts";
import { endpointNames } from "./tools/endpoint-name.ts";
import { complete, createPassedPrompts, type PassedPrompts } from "./passing/prompts.ts";
import { ANY_PARAMS, getSkill, listSkills, SKILLS } from "./passing/skills.ts";

export interface ServerMaker {
  make(era: "legacy" | "modern"): McpServer;
}

const CLIENT_INFO = "io.modelcontextprotocol/clientInfo";
const CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
const NEWER = "2026-07-28";
// Each has a name of its own, and an agent has one.
const MOST_GREETED = 100;

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
        resources: { listChanged: true },
        prompts: { listChanged: true },
        completions: {},
        logging: {},
        extensions: { [SKILLS]: {} },
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
      return server;
    },
  };

  function greetOnce(info: JsonObject, revision: string): void {
    const client = clientOf(info);
    const key = JSON.stringify(client);
    if (greeted.has(key) || greeted.size >= MOST_GREETED) return;
    greeted.add(key);
    core.emit({ type: "connected", client, revision });
  }
}

function clientOf({ name, version }: JsonObject) {
  return { name: stringOf(name) ?? "unknown", version: stringOf(version) ?? "unknown" };
}

function answerTools(
  { server }: McpServer,
  {
    core,
    calls,
    greet,
  }: { readonly core: EndpointCore; readonly calls: ToolCalls; readonly greet: (context: ServerContext) => void },
): void {
  server.setRequestHandler("tools/list", async (_request, context) => {
    greet(context);
    return await core.listTools(context.mcpReq.signal);
  });
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    greet(context);
    const { envelope, inputResponses, requestState } = context.mcpReq;
    const { progressToken, ...meta } = context.mcpReq._meta ?? {};
    const state = requestState<string>();
    const sendProgress = ({ progress, total, message }: CallProgress) =>
      context.mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken, progress, ...defined({ total, message }) },
      });
    return await calls.answer(
      { name: params.name, args: params.arguments ?? {}, meta: Object.keys(meta).length > 0 ? meta : undefined },
      {
        signal: context.mcpReq.signal,
        modes: questionModes(objectOf(envelope)[CLIENT_CAPABILITIES] ?? server.getClientCapabilities()),
        ...(progressToken !== undefined && { sendProgress }),
        ...(state !== undefined && { repeated: { state, responses: inputResponses ?? {} } }),
      },
    );
  });
}

/** `elicitation` without a mode means forms. */
function questionModes(capabilities: unknown): readonly QuestionMode[] {
  const { elicitation } = objectOf(capabilities);
  if (!isObject(elicitation)) return [];
  const { form, url } = elicitation;
  return [...(form || !url ? ["form" as const] : []), ...(url ? ["url" as const] : [])];
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
