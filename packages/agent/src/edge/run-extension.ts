/**
 * Answers the methods that we have beside the protocol's.
 */

import { defined, InvalidValueError, objectOf, stringAt } from "@tenon/basis";
import type { IncludeMode, ServerSpec, SessionHub } from "@tenon/hub";
import { answerHubMethod, findServer, isConnected, toolsOf } from "@tenon/hub/display";

import type { Session } from "../session/open/agent-session.ts";
import { type ExtensionMethod, extensionMethods } from "../acp-client/extension-methods.ts";

export interface ExtensionEdge {
  /** Throws if it is not open. */
  session(sessionId: string): Promise<Session>;
  /** Reads a server as `session/new` takes it. Throws for one that cannot be read. */
  server(value: unknown): Promise<ServerSpec>;
  readonly signal: AbortSignal;
}

const MODES: readonly IncludeMode[] = ["always", "manual", "agent", "off"];

export async function runExtension(method: ExtensionMethod, params: unknown, edge: ExtensionEdge): Promise<object> {
  const fields = objectOf(params);
  const { servers, denial } = await edge.session(stringAt("sessionId", fields["sessionId"]));
  const { hub, signIn } = servers;
  const given = () => findServer(hub, fields["server"]).spec.name;
  switch (method) {
    case "_tenon/tools/include": {
      const server = given();
      const tool = fields["tool"] == null ? undefined : findTool(hub, server, stringAt("tool", fields["tool"]));
      await servers.include({ server, mode: modeIn(fields["mode"]), ...defined({ tool }) });
      return {};
    }
    default:
      return await answerHubMethod(method, fields, {
        hub,
        methods: extensionMethods,
        read: edge.server,
        detach: servers.disconnect,
        signIn,
        denial,
        signal: edge.signal,
      });
  }
}

/** While a server starts its tools are unknown; the choice applies when they come. */
function findTool(hub: SessionHub, server: string, tool: string): string {
  const isThere = toolsOf(hub, server).some((each) => each.tool === tool);
  if (isThere || !isConnected(findServer(hub, server).receipt.state)) return tool;
  throw new InvalidValueError("tool", `must name a tool of ${server}, got "${tool}"`);
}

/** Null takes the earlier choice back. */
function modeIn(mode: unknown): IncludeMode | undefined {
  if (mode === null) return undefined;
  const found = MODES.find((each) => each === mode);
  if (found === undefined) throw new InvalidValueError("mode", `must be ${MODES.join(", ")} or null`);
  return found;
}
