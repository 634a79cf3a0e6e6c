/**
 * Functions of the host program as tools of a session: MCP servers in this process, which the agent reaches over ACP [R121].
 *
 * What speaks MCP is loaded with the first tool: most programs have none.
 */

import { type ClientContext, type ClientRequestContext, RequestError } from "@agentclientprotocol/sdk";
import type { McpOverAcpProvider, McpServerAcp } from "@agentclientprotocol/sdk/unstable";
import { defined } from "@tenon/basis";
import type { LogSink, ToolOrToolset } from "@tenon/toolset";

import type { McpEnvelope } from "./mcp-envelope.ts";

/** The servers of one session. */
export interface LentTools {
  /** For the request that opens the session. */
  readonly declarations: readonly AcpServerDeclaration[];
  /** Aborts the calls that run, and stops the toolsets. May be called twice. */
  close(): Promise<void>;
}

export type AcpServerDeclaration = McpServerAcp & { readonly type: "acp" };

export interface ToolLender {
  /** They can be called from when it resolves. Rejects with a `TypeError` for tools that no agent could use. */
  lend(agent: ClientContext, tools: readonly ToolOrToolset[], otherServers: readonly string[]): Promise<LentTools>;
  /** Answers one `mcp/message`. Rejects with a `RequestError`. */
  answer(message: ClientRequestContext<McpEnvelope>): Promise<object>;
}

export interface ToolLenderOptions {
  /** The program: tools without a toolset form a server of this name. */
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly onToolLog?: LogSink | undefined;
}

export function createToolLender({ clientInfo, onToolLog }: ToolLenderOptions): ToolLender {
  let provider: McpOverAcpProvider | undefined;
  return {
    async lend(agent, tools, otherServers) {
      if (tools.length === 0) return NOTHING_LENT;
      const [{ McpOverAcpProvider }, { groupTools, openToolset }] = await Promise.all([
        import("@agentclientprotocol/sdk/unstable"),
        import("@tenon/toolset"),
      ]);
      const toolsets = groupTools(tools, { ...clientInfo, otherServers });
      const opened = toolsets.map((toolset) => ({
        toolset,
        running: openToolset(toolset, { env: process.env, ...defined({ log: onToolLog }) }),
      }));
      const serving = (provider ??= new McpOverAcpProvider());
      const servers = opened.map(({ toolset, running }) => ({
        running,
        registration: serving.registerServer(agent, { name: toolset.name, handler: running.answer }),
      }));
      return {
        declarations: servers.map(({ registration }) => registration.declaration),
        async close() {
          await Promise.all(
            servers.map(async ({ running, registration }) => {
              await registration.dispose();
              await running.close();
            }),
          );
        },
      };
    },
    async answer(message) {
      if (!provider) throw RequestError.methodNotFound(message.method);
      return await provider.handleRequest(message);
    },
  };
}

const NOTHING_LENT: LentTools = { declarations: [], close: async () => {} };
