/**
 * What the stand-in model does: it calls the tool that a prompt asks for, by any way that the agent gives a model to call it.
 */

import { text, toolCall, type AnswerFunction, type ModelRequest } from "@tenon/testkit/model";

import { lastWish } from "../real-agents/model-story.ts";
import type { LentTool } from "./lent-tool.ts";
import { hiddenTool, nextMove, offeredTool, waitingMove } from "./model-moves.ts";

export interface ToolStory {
  readonly script: AnswerFunction;
  /** How the model has seen a tool so far. */
  seen(tool: LentTool): ToolSighting;
  /** The prompt that makes the model call it; each call asks anew. */
  promptFor(tool: LentTool): string;
}

export interface ToolSighting {
  /** Named before the model searched for anything: a search repeats what was searched for. */
  isNamed: boolean;
  /** With its description, so that it can be called. */
  isDefined: boolean;
}

export function toolStory(tools: readonly LentTool[]): ToolStory {
  const sightings = new Map(tools.map((tool) => [tool, { isNamed: false, isDefined: false }]));
  const made = new Map<string, Set<string>>();
  const called = new Set<string>();
  let hasSearched = false;
  let prompts = 0;

  return {
    script,
    seen: (tool) => sightings.get(tool) ?? { isNamed: false, isDefined: false },
    promptFor: ({ key }) => `Please [[call ${key} ${(prompts += 1)}]]`,
  };

  function script(request: ModelRequest) {
    const wish = lastWish(request);
    const tool = tools.find(({ key }) => wish?.split(" ")[1] === key);
    // Requests without tools are for titles and summaries.
    if (wish === undefined || !tool || request.tools.length === 0) return text("That is all.");
    const before = made.get(wish) ?? new Set();
    made.set(wish, before);
    note(tool, request);
    const move = called.has(wish) ? waitingMove(request, before) : nextMove(request, tool, before);
    if (move) before.add(move.id);
    if (move && !move.isCall) hasSearched = true;
    if (move?.isCall || !move) called.add(wish);
    return move ? toolCall(move.tool, move.arguments) : text("That is all.");
  }

  function note(tool: LentTool, request: ModelRequest): void {
    const sighting = sightings.get(tool);
    if (!sighting) return;
    const mentions = request.rawBody.includes(tool.word) || request.rawBody.includes(tool.name);
    if (mentions && !hasSearched) sighting.isNamed = true;
    if (offeredTool(request, tool) || hiddenTool(request, tool) !== undefined) sighting.isDefined = true;
  }
}
