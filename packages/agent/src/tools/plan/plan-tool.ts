/**
 * The plan that the model keeps, shown to the user. It has no state of its own: the model sends all of it each time, as
 * the protocol wants it [R80], and finds it in its history.
 */

import type { PlanEntry } from "@agentclientprotocol/sdk";
import { type Arguments, readArguments, textPart, ToolError } from "@tenon/workspace";

import type { SessionClient } from "../../acp-client/session-client.ts";
import type { AgentTool } from "../tool.ts";

const STATUSES = ["pending", "in_progress", "completed"] as const;
const PRIORITIES = ["high", "medium", "low"] as const;
const MAX_ENTRIES = 100;

export function planTool(client: Pick<SessionClient, "update">): AgentTool {
  return {
    definition: {
      name: "update_plan",
      description:
        "Shows the user your plan for work of several steps. Give all entries each time, in order; one at most is " +
        "in_progress. Update it as soon as a step is done.",
      inputSchema: {
        type: "object",
        properties: {
          entries: {
            type: "array",
            description: "The whole plan",
            items: {
              type: "object",
              properties: {
                content: { type: "string", description: "What is to be done, in one sentence" },
                status: { type: "string", enum: [...STATUSES] },
                priority: { type: "string", enum: [...PRIORITIES], description: "medium if absent" },
              },
              required: ["content", "status"],
            },
          },
        },
        required: ["entries"],
      },
    },
    async prepare(args) {
      const given = readArguments(args).list("entries");
      if (given.length > MAX_ENTRIES)
        throw new ToolError(`entries has ${given.length} items; the limit is ${MAX_ENTRIES}.`);
      const entries = given.map(readEntry);
      const current = entries.filter(({ status }) => status === "in_progress");
      if (current.length > 1) {
        const which = current.map(({ content }) => JSON.stringify(content)).join(", ");
        throw new ToolError(`Only one entry may be in_progress, and these are: ${which}. Make the others pending.`);
      }
      return {
        title: "Update the plan",
        kind: "think",
        subjects: [],
        async run() {
          await client.update({ sessionUpdate: "plan", entries });
          const done = entries.filter(({ status }) => status === "completed").length;
          return { parts: [textPart(`The plan is shown: ${done} of ${entries.length} done.`)], isError: false };
        },
      };
    },
  };
}

function readEntry(entry: Arguments, index: number): PlanEntry {
  const content = entry.text("content").trim();
  if (content === "") throw new ToolError(`entries[${index}].content is empty.`);
  const path = `entries[${index}]`;
  return {
    content,
    status: oneOf(entry.text("status"), STATUSES, `${path}.status`),
    priority: oneOf(entry.optionalText("priority") ?? "medium", PRIORITIES, `${path}.priority`),
  };
}

/** Models also write `In Progress` and `in-progress`. */
function oneOf<Word extends string>(text: string, words: readonly Word[], path: string): Word {
  const plain = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
  const found = words.find((word) => word === plain);
  if (!found) throw new ToolError(`${path} must be one of ${words.join(", ")}; got ${JSON.stringify(text)}.`);
  return found;
}
