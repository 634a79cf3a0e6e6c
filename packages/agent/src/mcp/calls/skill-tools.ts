/**
 * Two tools by which the model lists and reads the skills of servers. To the policy they are calls of the server, and a skill
 * is what a server says, not what the user says.
 */

import type { Hub, SkillEntry, SkillFile } from "@tenon/hub";
import { serverKey, visibleLine } from "@tenon/policy";

import { ToolError } from "../../tools/tool-error.ts";
import type { AgentTool, PreparedCall } from "../../tools/tool.ts";
import { serversWith } from "../lists/connected.ts";
import { outcomeOf, textOutcome } from "./resource-tools.ts";
import type { RunningCalls } from "./running-calls.ts";

const MOST_LISTED = 100;
const LONGEST_LINE = 500;
const LONGEST_MS = 30_000;

/** None if no connected server has skills. */
export function skillTools({
  hub,
  running,
}: {
  readonly hub: Hub;
  readonly running: RunningCalls;
}): readonly AgentTool[] {
  const servers = serversWith(hub, "skills").map(({ spec }) => spec.name);
  if (servers.length === 0) return [];
  const server = { type: "string", enum: servers, description: "The MCP server." };
  return [
    {
      definition: {
        name: "list_skills",
        description: "Lists the skills of an MCP server: instructions for a kind of task. Read one with read_skill.",
        inputSchema: { type: "object", properties: { server }, required: ["server"] },
      },
      prepare: async (args) => {
        const { name, call } = callOf("skills/list", args);
        return {
          ...call,
          title: `${name}: list skills`,
          kind: "search",
          run: (run) =>
            running.during(name, run, async () => {
              const skills = await hub.skills(name, run);
              return textOutcome(inWords(await skills.list({ signal: run.signal, timeout: LONGEST_MS })));
            }),
        };
      },
    },
    {
      definition: {
        name: "read_skill",
        description: "Reads the instructions of a skill, or another file of it, before a task that it is for.",
        inputSchema: {
          type: "object",
          properties: {
            server,
            skill: { type: "string", description: "The skill, by its name or address." },
            file: { type: "string", description: "A file of it; by default its instructions." },
            offset: { type: "integer", minimum: 0, description: "From which character on; to read on in a long text." },
          },
          required: ["server", "skill"],
        },
      },
      prepare: async (args) => {
        const { name, call } = callOf("skills/read", args);
        const { skill, file, offset = 0 } = args;
        if (typeof skill !== "string" || skill === "") throw new ToolError("skill must be a non-empty string.");
        if (file !== undefined && typeof file !== "string") throw new ToolError("file must be a string.");
        if (typeof offset !== "number" || offset < 0) throw new ToolError("offset must be a number from 0.");
        return {
          ...call,
          title: `${name}: read skill ${visibleLine([skill, file ?? ""].join(" ").trim(), LONGEST_LINE)}`,
          kind: "read",
          run: (run) =>
            running.during(name, run, async () => {
              const skills = await hub.skills(name, run);
              const read = await skills.read(skill, file, { signal: run.signal, timeout: LONGEST_MS });
              return outcomeOf([contentsOf(read)], offset);
            }),
        };
      },
    },
  ];

  function callOf(
    tool: string,
    args: Readonly<Record<string, unknown>>,
  ): { readonly name: string; readonly call: Pick<PreparedCall, "subjects" | "known"> } {
    const name = args["server"];
    const spec = hub.servers.find(({ spec }) => spec.name === name)?.spec;
    if (typeof name !== "string" || !spec || !servers.includes(name)) {
      throw new ToolError(`There is no server called ${String(name)} with skills; there are ${servers.join(", ")}.`);
    }
    return {
      name,
      call: {
        subjects: [{ type: "tool-call", server: name, tool, arguments: args }],
        known: { definition: { name: tool }, serverKey: serverKey(spec) },
      },
    };
  }
}

function inWords(skills: readonly SkillEntry[]): string {
  const lines = skills.map(({ name, description = "", files = [] }) => {
    const more = files.length > 1 ? ` (files: ${files.slice(1).join(", ")})` : "";
    return visibleLine(`${name}: ${description}${more}`, LONGEST_LINE);
  });
  const left = lines.length - MOST_LISTED;
  const text = [...lines.slice(0, MOST_LISTED), ...(left > 0 ? [`… and ${left} more`] : [])].join("\n");
  return text === "" ? "It has none now." : text;
}

function contentsOf({ uri, mimeType, text, bytes }: SkillFile) {
  const about = { uri, ...(mimeType !== undefined && { mimeType }) };
  return text === undefined ? { ...about, blob: Buffer.from(bytes).toString("base64") } : { ...about, text };
}
