/**
 * How calls of the endpoint are shown to the client: with the real title, kind and files.
 */

import type { JsonObject } from "@tenon/basis";
import type { HubTool } from "@tenon/hub";
import { type CallDescription, describeCall, type Folders } from "@tenon/hub/display";
import type { EndpointTool } from "@tenon/hub/endpoint";

import type { AgentCall } from "./agent-calls.ts";

export interface DescriberOptions {
  readonly folders: Folders;
  /** Undefined while the hub is opening, and for tools that it does not have. */
  readonly toolOf: (tool: EndpointTool) => HubTool | undefined;
  /** Of tools that are not of a server; undefined for all others. */
  readonly describeLent?: (tool: EndpointTool, args: JsonObject) => CallDescription | undefined;
}

export type DescribeCall = (tool: EndpointTool, args: JsonObject) => CallDescription;

export function createDescriber({ folders, toolOf, describeLent }: DescriberOptions): DescribeCall {
  return (tool, args) => {
    const lent = describeLent?.(tool, args);
    if (lent) return lent;
    const { server, tool: name, title } = tool;
    const known = toolOf(tool) ?? { server, tool: name, title, definition: { name, inputSchema: {} } };
    return describeCall(known, args, folders);
  };
}

/** Also of the endpoint's own tools. */
export function descriptionOf({ called, tool, args = {} }: AgentCall, describe: DescribeCall): object {
  return tool ? describe(tool, args) : (OWN_TOOLS[called] ?? {});
}

const OWN_TOOLS: Readonly<Record<string, object>> = {
  find_tools: { title: "Find tools", kind: "search" },
  describe_tool: { title: "Describe a tool", kind: "search" },
  read_result: { title: "Read the rest of a result", kind: "read" },
  wait_for_call: { title: "Wait for a call", kind: "other" },
  list_skills: { title: "List skills", kind: "search" },
  read_skill: { title: "Read a skill", kind: "read" },
};
