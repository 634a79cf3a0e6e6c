/**
 * The tools of a session's MCP servers, as tools of the agent.
 *
 * The model sees the hub's names; people see the server's and the tool's own. What a server says of its tool is shown and
 * decides nothing: every call is put to the policy.
 */

import type { Hub, HubTool, OpenBrowser, ServerSpec } from "@tenon/hub";
import { serverKey } from "@tenon/policy";
import { createProgressDisplay, describeCall, type Folders, resultBlocks, type SignInPages } from "@tenon/hub/display";
import { textContent } from "@tenon/workspace";

import { blockContent } from "../../tools/tool-content.ts";
import type { AgentTool, ToolOutcome, ToolRun } from "../../tools/tool.ts";
import type { RunningCalls } from "./running-calls.ts";

export interface HubTools {
  /** Undefined if there is no such tool now. */
  find(name: string): AgentTool | undefined;
}

const FIND_TOOLS = "find_tools";

export function createHubTools(
  hub: Hub,
  session: { readonly running: RunningCalls; readonly pages: SignInPages; readonly folders: Folders },
): HubTools {
  const { running, pages, folders } = session;
  return {
    find(name) {
      if (name === FIND_TOOLS) return searchTool(hub);
      const tool = hub.catalogue.byName.get(name);
      const spec = hub.servers.find(({ spec }) => spec.name === tool?.server)?.spec;
      return tool && spec ? hubTool(tool, spec) : undefined;
    },
  };

  function hubTool(tool: HubTool, spec: ServerSpec): AgentTool {
    const { name, description, inputSchema, server } = tool;
    return {
      definition: { name, description, inputSchema },
      title: `${server}: ${tool.title}`,
      prepare: async (args) => ({
        ...describeCall(tool, args, folders),
        isHearsay: true,
        subjects: [{ type: "tool-call", server, tool: tool.tool, name, arguments: args }],
        known: { definition: tool.definition, serverKey: serverKey(spec) },
        run: (run) =>
          running.during(spec, run, () =>
            pages.during({ ...run, server }, (openBrowser) => call(hub, name, args, { ...run, openBrowser })),
          ),
      }),
    };
  }
}

/** Searching for tools changes nothing and sends nothing, so it needs no permission. */
function searchTool(hub: Hub): AgentTool {
  return {
    // The offer brings the definition that the model sees.
    definition: { name: FIND_TOOLS, description: "", inputSchema: { type: "object" } },
    prepare: async (args) => ({
      title: "Find tools",
      kind: "search",
      subjects: [],
      run: (run) => call(hub, FIND_TOOLS, args, run),
    }),
  };
}

async function call(
  hub: Hub,
  name: string,
  args: Readonly<Record<string, unknown>>,
  { toolCallId, signal, meta, show, openBrowser }: ToolRun & { readonly openBrowser?: OpenBrowser | undefined },
): Promise<ToolOutcome> {
  const display = createProgressDisplay({
    show: (text) => void show({ content: [textContent(text)] }),
  });
  try {
    const { raw, forModel } = await hub.call(name, args, {
      id: toolCallId,
      signal,
      ...(meta && { meta }),
      ...(openBrowser && { openBrowser }),
      onProgress: (progress) => display.add(progress),
    });
    return {
      ...forModel,
      content: resultBlocks(raw).map(blockContent),
      rawOutput: raw.structuredContent ?? raw.content,
    };
  } finally {
    display.end();
  }
}
