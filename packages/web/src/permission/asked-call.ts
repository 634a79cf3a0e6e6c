import { createTimeline, createWireReader, type ToolCallEntry } from "@tenon/timeline";

import { phrase, t } from "../language/t.ts";
import type { Question } from "../wire/questions.ts";
import { toolCallIdOf } from "./open-permissions.ts";

/** The call of a question: what the question says of it, completed from the timeline. */
export function askedCall(question: Question, known: ToolCallEntry | undefined): ToolCallEntry {
  const toolCallId = toolCallIdOf(question) ?? "";
  const said = readCall(question);
  if (!said) return known ?? unknownCall(toolCallId);
  if (!known) return said.title === toolCallId ? { ...said, title: t(UNNAMED) } : said;
  return {
    ...said,
    title: said.title === toolCallId ? known.title : said.title,
    rawInput: said.rawInput ?? known.rawInput,
    content: said.content.length > 0 ? said.content : known.content,
    locations: said.locations.length > 0 ? said.locations : known.locations,
    terminals: known.terminals,
  };
}

const UNNAMED = phrase("A tool call");

/** Read as the timeline reads it: malformed parts are left out. */
function readCall({ id, method, params }: Question): ToolCallEntry | undefined {
  const timeline = createTimeline();
  for (const event of createWireReader().read("agent", { id, method, params })) timeline.add(event);
  return timeline.entries.find((entry) => entry.type === "tool-call");
}

function unknownCall(toolCallId: string): ToolCallEntry {
  return {
    type: "tool-call",
    key: toolCallId,
    revision: 0,
    toolCallId,
    title: t(UNNAMED),
    kind: "other",
    status: "pending",
    content: [],
    locations: [],
    terminals: {},
  };
}
