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
  listSkills: "list_skills",
  readSkill: "read_skill",
} as const;

/** Those that this agent needs. Only the text of `find_tools` depends on the catalogue. */
export function ownTools(
  { taker, searchTools = true }: { readonly taker: Taker; readonly searchTools?: boolean },
  { ofHub, hasSkills }: { readonly ofHub: readonly TableTool[]; readonly hasSkills: boolean },
): readonly Tool[] {
  const needsWaiting = taker.callMs !== undefined;
  const needsReading = Number.isFinite(taker.resultCharacters);
  return [
    ...(searchTools ? [findTools(ofHub), DESCRIBE_TOOL, CALL_TOOL] : []),
    ...(needsReading ? [READ_RESULT] : []),
    ...(needsWaiting ? [WAIT_FOR_CALL] : []),
    // A caller with a search of its own has skills of its own too.
    ...(searchTools && hasSkills ? [LIST_SKILLS, READ_SKILL] : []),
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
      offset: { type: "integer", minimum: 0, description: "Character offset to start at (default: 0)." },
    },
    required: ["handle"],
  },
  annotations: { readOnlyHint: true },
};

const WAIT_FOR_CALL: Tool = {
  name: OWN.waitForCall,
  description: "Waits for a running call and returns its result. The response to the original call has the handle.",
  inputSchema: { type: "object", properties: { handle: { type: "string" } }, required: ["handle"] },
  annotations: { readOnlyHint: true },
};

const LIST_SKILLS: Tool = {
  name: OWN.listSkills,
  description: "Lists the skills of the MCP servers: instructions for a kind of task. Read one with read_skill.",
  inputSchema: { type: "object", properties: {} },
  annotations: { readOnlyHint: true },
};

const READ_SKILL: Tool = {
  name: OWN.readSkill,
  description: "Reads the instructions of a skill, or another file of it, before a task that it is for.",
  inputSchema: {
    type: "object",
    properties: {
      skill: { type: "string", description: "The skill, by its name or address." },
      file: { type: "string", description: "A file within the skill (default: its instructions)." },
    },
    required: ["skill"],
  },
  annotations: { readOnlyHint: true },
};
