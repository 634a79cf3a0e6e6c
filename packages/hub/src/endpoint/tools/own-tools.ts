/**
 * The endpoint's own tools. They are always listed, so that an agent that never lists again reaches late and changed
 * tools too, long results and long calls.
 */

import type { Tool } from "@modelcontextprotocol/server";

import { FIND_TOOLS, findToolsAmong } from "../../offer/find-tools.ts";
import type { Taker } from "../endpoint-types.ts";
import type { TableTool } from "./tool-table.ts";

export const OWN = {
  find: FIND_TOOLS.name,
  describe: "describe_tool",
  call: "call_tool",
  readResult: "read_result",
  waitForCall: "wait_for_call",
} as const;

/** Those that this agent needs. Only the text of `find_tools` depends on the catalogue. */
export function ownTools(
  { taker, searchTools = true }: { readonly taker: Taker; readonly searchTools?: boolean },
  ofHub: readonly TableTool[],
): readonly Tool[] {
  const needsWaiting = taker.callMs !== undefined;
  const needsReading = Number.isFinite(taker.resultCharacters);
  return [
    ...(searchTools ? [findTools(ofHub), DESCRIBE_TOOL, CALL_TOOL] : []),
    ...(needsReading ? [READ_RESULT] : []),
    ...(needsWaiting ? [WAIT_FOR_CALL] : []),
  ];
}

function findTools(ofHub: readonly TableTool[]): Tool {
  const open = ofHub.flatMap(({ catalogued }) => catalogued ?? []);
  const { description } = findToolsAmong(open, FIND_TOOLS_DESCRIPTION);
  return {
    name: OWN.find,
    description,
    inputSchema: { ...FIND_TOOLS.inputSchema, type: "object" },
    annotations: { readOnlyHint: true },
  };
}

const FIND_TOOLS_DESCRIPTION =
  "Finds tools that are not listed here. There are more tools than are shown: call this before you say that something cannot be done. Call what it finds with call_tool.";

const NAME = { type: "string", description: "The tool, as find_tools names it." };

const DESCRIBE_TOOL: Tool = {
  name: OWN.describe,
  description: "Describes a tool in full: its whole description, its parameters and its result as JSON Schema.",
  inputSchema: { type: "object", properties: { name: NAME }, required: ["name"] },
  annotations: { readOnlyHint: true },
};

const CALL_TOOL: Tool = {
  name: OWN.call,
  description: "Calls a tool that is not listed here, such as one that find_tools has found.",
  inputSchema: {
    type: "object",
    properties: {
      name: NAME,
      arguments: { type: "object", description: "Its arguments.", additionalProperties: true },
    },
    required: ["name"],
  },
};

const READ_RESULT: Tool = {
  name: OWN.readResult,
  description: "Reads the rest of a result that was too long. The shortened result names the handle.",
  inputSchema: {
    type: "object",
    properties: {
      handle: { type: "string" },
      offset: { type: "integer", minimum: 0, description: "From which character on; 0 if not given." },
    },
    required: ["handle"],
  },
  annotations: { readOnlyHint: true },
};

const WAIT_FOR_CALL: Tool = {
  name: OWN.waitForCall,
  description: "Waits for a call that is still running, and gives its result. The answer to the call names the handle.",
  inputSchema: { type: "object", properties: { handle: { type: "string" } }, required: ["handle"] },
  annotations: { readOnlyHint: true },
};
