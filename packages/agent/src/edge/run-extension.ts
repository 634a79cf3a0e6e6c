/**
 * Answers the methods that we have beside the protocol's.
 */

import { RequestError } from "@agentclientprotocol/sdk";
import { defined, InvalidValueError, type JsonObject, objectOf, stringAt } from "@tenon/basis";
import type { Hub, IncludeMode, ServerSpec, ServerView } from "@tenon/hub";
import { isConnected } from "@tenon/hub/display";

import type { Session } from "../session/agent-session.ts";
import type { ExtensionMethod } from "../acp-client/extension-methods.ts";

export interface ExtensionEdge {
  /** Throws if it is not open. */
  session(sessionId: string): Promise<Session>;
  /** Reads a server as `session/new` takes it. Throws for one that cannot be read. */
  server(value: unknown): Promise<ServerSpec>;
  readonly signal: AbortSignal;
}

const MODES: readonly IncludeMode[] = ["always", "manual", "agent", "off"];
const MAX_FOUND = 50;

export async function runExtension(method: ExtensionMethod, params: unknown, edge: ExtensionEdge): Promise<object> {
  const fields = objectOf(params);
  const { servers, denial } = await edge.session(stringAt("sessionId", fields["sessionId"]));
  const { hub, lastOffer } = servers;
  const given = () => findServer(hub, stringAt("server", fields["server"])).spec.name;
  switch (method) {
    case "_tenon/receipts":
      return {
        servers: hub.servers.map((view) => ({ ...receiptOf(hub, view), history: view.history })),
        ...(lastOffer && { tokens: { ...lastOffer.tokens, servers: tokensByServer(lastOffer) } }),
      };
    case "_tenon/resources/list":
      return { resources: await listResources(servers.resources, edge.signal) };
    case "_tenon/servers/attach": {
      const spec = await edge.server(fields["server"]);
      await hub.attach(spec);
      return { receipt: receiptOf(hub, findServer(hub, spec.name)), ...defined({ warnings: spec.warnings }) };
    }
    case "_tenon/servers/detach":
      await servers.disconnect(given());
      return {};
    case "_tenon/servers/restart":
      await hub.restart(given());
      return {};
    case "_tenon/servers/sign_in": {
      const name = given();
      await servers.signIn(name, { signal: edge.signal });
      return { receipt: receiptOf(hub, findServer(hub, name)) };
    }
    case "_tenon/tools/include": {
      const server = given();
      const tool = fields["tool"] == null ? undefined : findTool(hub, server, stringAt("tool", fields["tool"]));
      await servers.include({ server, mode: modeIn(fields["mode"]), ...defined({ tool }) });
      return {};
    }
    case "_tenon/tools/call": {
      const server = given();
      const tool = stringAt("tool", fields["tool"]);
      const found = toolsOf(hub, server).find((each) => each.tool === tool);
      if (!found) throw RequestError.invalidParams({ server, tool }, `${server} has no tool called ${tool}`);
      const args = objectOf(fields["arguments"]);
      const denied = await denial({ type: "tool-call", server, tool, name: found.name, arguments: args });
      if (denied !== undefined) throw RequestError.invalidParams({ server, tool }, denied);
      // The person who asks for it has read what it does and written its arguments: that is their consent.
      const { raw } = await hub.call(found.name, args, { signal: edge.signal });
      return { result: raw };
    }
    case "_tenon/tools/search": {
      const isList = fields["server"] !== undefined && fields["query"] === undefined;
      const tools = isList ? toolsOf(hub, given()) : searchTools(hub, fields);
      return {
        tools: tools.map(({ name, server, tool, title, description, inputSchema }) => {
          // As the server has it: what a model is shown is put into the words of its provider.
          const schema = fields["schemas"] === true && { inputSchema };
          return { name, server, tool, title, description, ...schema, ...verdictOn(name, lastOffer) };
        }),
      };
    }
  }
}

/** One that does not answer has none. */
async function listResources({ servers, list }: Session["servers"]["resources"], signal: AbortSignal) {
  const lists = await Promise.all(
    servers.map(async (server) => {
      const { resources } = await list(server, { signal }).catch(() => ({ resources: [] }));
      return resources.map(({ uri, name, title, mimeType }) => ({
        server,
        uri,
        name,
        ...defined({ title, mimeType }),
      }));
    }),
  );
  return lists.flat();
}

/** What the tools of each server cost the context, and what they would if all were offered. */
function tokensByServer({ verdicts }: NonNullable<Session["servers"]["lastOffer"]>) {
  const servers = new Map<string, { offered: number; everything: number }>();
  for (const { tool, tokens, isOffered } of verdicts) {
    const sum = servers.get(tool.server) ?? { offered: 0, everything: 0 };
    sum.everything += tokens;
    if (isOffered) sum.offered += tokens;
    servers.set(tool.server, sum);
  }
  return [...servers].map(([server, sums]) => ({ server, ...sums }));
}

type FoundTool = ReturnType<Hub["search"]>[number]["tool"];

function searchTools(hub: Hub, fields: JsonObject): readonly FoundTool[] {
  const limit = typeof fields["limit"] === "number" ? Math.min(fields["limit"], MAX_FOUND) : undefined;
  return hub.search(stringAt("query", fields["query"]), limit).map(({ tool }) => tool);
}

function toolsOf(hub: Hub, name: string): readonly FoundTool[] {
  return hub.catalogue.tools.filter(({ server }) => server === name);
}

function findServer(hub: Hub, name: string): ServerView {
  const view = hub.servers.find(({ spec }) => spec.name === name);
  if (!view) throw RequestError.invalidParams({ server: name }, `There is no server called ${name}`);
  return view;
}

/** While a server starts its tools are unknown; the choice applies when they come. */
function findTool(hub: Hub, server: string, tool: string): string {
  const isThere = toolsOf(hub, server).some((each) => each.tool === tool);
  if (isThere || !isConnected(findServer(hub, server).receipt.state)) return tool;
  throw RequestError.invalidParams({ server, tool }, `${server} has no tool called ${tool}`);
}

/** Why the tool was in the last request, or was not. */
function verdictOn(name: string, offer: Session["servers"]["lastOffer"]) {
  const verdict = offer?.verdicts.find(({ tool }) => tool.name === name);
  return verdict && { isOffered: verdict.isOffered, reason: verdict.reason, tokens: verdict.tokens };
}

function receiptOf(hub: Hub, { spec, receipt }: ServerView) {
  return { ...receipt, type: spec.type, ...defined({ source: spec.source }), tools: toolsOf(hub, spec.name).length };
}

/** Null takes the earlier choice back. */
function modeIn(mode: unknown): IncludeMode | undefined {
  if (mode === null) return undefined;
  const found = MODES.find((each) => each === mode);
  if (found === undefined) throw new InvalidValueError("mode", `must be ${MODES.join(", ")} or null`);
  return found;
}
