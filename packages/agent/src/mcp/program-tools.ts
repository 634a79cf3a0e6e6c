/**
 * Tools of the host program as MCP servers of one session, in this process. What speaks MCP is loaded with the first of them.
 */

import { RequestError } from "@agentclientprotocol/sdk";
import { errorMessage } from "@tenon/basis";
import type { ServerSpec } from "@tenon/hub";
import type { LogSink, ToolOrToolset } from "@tenon/toolset";

/** Tools that are in no toolset form a server of this name. */
const HOST = "host";

export interface ProgramTools {
  readonly servers: readonly ServerSpec[];
  /** Aborts running calls and stops the toolsets. */
  close(): Promise<void>;
}

/** Rejects with an error of the protocol if the client gave a server of the same name. */
export async function openProgramTools(
  tools: readonly ToolOrToolset[],
  options: {
    readonly version: string;
    readonly env: Readonly<Record<string, string | undefined>>;
    /** Names of the client's servers. */
    readonly given: readonly string[];
    readonly log: LogSink;
  },
): Promise<ProgramTools> {
  if (tools.length === 0) return { servers: [], close: async () => {} };
  const { version, env, given, log } = options;
  const { groupTools, openToolset } = await import("@tenon/toolset");
  const opened = grouped().map((toolset) => ({ toolset, running: openToolset(toolset, { env, log }) }));
  return {
    servers: opened.map(({ toolset: { name }, running }) => {
      return { type: "channel", name, source: "program", open: running.connect };
    }),
    async close() {
      await Promise.all(opened.map(({ running }) => running.close()));
    },
  };

  function grouped() {
    try {
      return groupTools(tools, { name: HOST, version, otherServers: given });
    } catch (error) {
      throw RequestError.invalidParams({ path: "mcpServers" }, errorMessage(error));
    }
  }
}
