import { createTimeline, createWireReader, type ToolCallEntry } from "@tenon/timeline";

import { phrase, t } from "../language/t.ts";
import type { Question } from "../wire/questions.ts";
import { toolCallIdOf } from "./open-permissions.ts";

/** The call of a question: what the question says of it, completed from the timeline. */
export function askedCall(question: Question, known: ToolCallEntry | undefined): ToolCallEntry {
  const toolCallId = toolCallIdOf(question) ?? "";
  const asked = readCall(question);
  if (!asked) return known ?? unknownCall(toolCallId);
  if (!known) return asked.title === toolCallId ? { ...asked, title: t(UNNAMED) } : asked;
  return {
    ...asked,
    title: asked.title === toolCallId ? known.title : asked.title,
    rawInput: asked.rawInput ?? known.rawInput,
    content: asked.content.length > 0 ? asked.content : known.content,
    locations: asked.locations.length > 0 ? asked.locations : known.locations,
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
