/**
 * Answers the methods that we have beside the protocol's.
 */

import { RequestError } from "@agentclientprotocol/sdk";
import { defined, InvalidValueError, objectOf, stringAt } from "@tenon/basis";
import type { IncludeMode, ServerSpec, ServerView } from "@tenon/hub";
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
  const { servers } = await edge.session(stringAt("sessionId", fields["sessionId"]));
  const { hub } = servers;
  switch (method) {
    case "_tenon/receipts":
      return {
        servers: hub.servers.map((view) => ({ ...receiptOf(view), history: view.history })),
        ...(servers.lastOffer && { tokens: servers.lastOffer.tokens }),
      };
    case "_tenon/servers/attach": {
      const spec = await edge.server(fields["server"]);
      await hub.attach(spec);
      return { receipt: receiptOf(find(spec.name)), ...defined({ warnings: spec.warnings }) };
    }
    case "_tenon/servers/detach":
      await servers.disconnect(find(stringAt("server", fields["server"])).spec.name);
      return {};
    case "_tenon/servers/restart":
      await hub.restart(find(stringAt("server", fields["server"])).spec.name);
      return {};
    case "_tenon/servers/sign_in": {
      const { name } = find(stringAt("server", fields["server"])).spec;
      await servers.signIn(name, { signal: edge.signal });
      return { receipt: receiptOf(find(name)) };
    }
    case "_tenon/tools/include": {
      const server = find(stringAt("server", fields["server"])).spec.name;
      const tool = fields["tool"] == null ? undefined : findTool(server, stringAt("tool", fields["tool"]));
      await servers.include({ server, mode: modeIn(fields["mode"]), ...defined({ tool }) });
      return {};
    }
    case "_tenon/tools/search": {
      return {
        tools: toolsAsked().map(({ name, server, tool, title, description, inputSchema }) => {
          // As the server has it: what a model is shown is put into the words of its provider.
          const schema = fields["schemas"] === true && { inputSchema };
          return { name, server, tool, title, description, ...schema, ...verdictOf(name) };
        }),
      };
    }
  }

  /** All of one server, or those that a search finds. */
  function toolsAsked() {
    if (fields["server"] !== undefined && fields["query"] === undefined) {
      const { name } = find(stringAt("server", fields["server"])).spec;
      return hub.catalogue.tools.filter(({ server }) => server === name);
    }
    const limit = typeof fields["limit"] === "number" ? Math.min(fields["limit"], MAX_FOUND) : undefined;
    return hub.search(stringAt("query", fields["query"]), limit).map(({ tool }) => tool);
  }

  function find(name: string): ServerView {
    const view = hub.servers.find(({ spec }) => spec.name === name);
    if (!view) throw RequestError.invalidParams({ server: name }, `There is no server called ${name}`);
    return view;
  }

  /** While a server starts its tools are unknown; the choice applies when they come. */
  function findTool(server: string, tool: string): string {
    const isThere = hub.catalogue.tools.some((each) => each.server === server && each.tool === tool);
    if (isThere || !isConnected(find(server).receipt.state)) return tool;
    throw RequestError.invalidParams({ server, tool }, `${server} has no tool called ${tool}`);
  }

  /** Why the tool was in the last request, or was not. */
  function verdictOf(name: string) {
    const verdict = servers.lastOffer?.verdicts.find(({ tool }) => tool.name === name);
    return verdict && { isOffered: verdict.isOffered, reason: verdict.reason };
  }

  function receiptOf({ spec, receipt }: ServerView) {
    const tools = hub.catalogue.tools.filter(({ server }) => server === spec.name).length;
    return { ...receipt, type: spec.type, ...defined({ source: spec.source }), tools };
  }
}

/** Null takes the earlier choice back. */
function modeIn(mode: unknown): IncludeMode | undefined {
  if (mode === null) return undefined;
  const found = MODES.find((each) => each === mode);
  if (found === undefined) throw new InvalidValueError("mode", `must be ${MODES.join(", ")} or null`);
  return found;
}
