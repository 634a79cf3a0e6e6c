/**
 * A model that needs no key and no network.
 *
 * It is no language model and says so: it finds the tool whose words are nearest to the request, fills its arguments
 * from what the request says, calls it, and answers with the result. Equal requests get equal answers.
 */

import type { Message, Model, ModelEvent, ModelRequest } from "../model.ts";
import { chooseTool } from "./choose-tool.ts";
import { fillArguments } from "./fill-arguments.ts";

export function rehearsalModel(): Model {
  return { name: "rehearsal", answer };
}

async function* answer({ messages, tools }: ModelRequest): AsyncIterable<ModelEvent> {
  const last = messages.at(-1);
  if (last?.role === "tool") {
    yield* speak(reportResults(resultsAtEnd(messages)));
    yield { type: "finish", reason: "stop" };
    return;
  }
  const request = last?.role === "user" ? last.text : "";
  const tool = chooseTool(request, tools);
  if (!tool) {
    yield* speak(
      `I am the rehearsal model: I can only call tools, and none of the ${tools.length} here fits this request.`,
    );
    yield { type: "finish", reason: "stop" };
    return;
  }
  const { args, missing } = fillArguments(request, tool.inputSchema);
  if (missing.length > 0) {
    yield* speak(`${tool.name} fits this request, but it needs ${missing.join(", ")}. Say it as ${missing[0]}="…".`);
    yield { type: "finish", reason: "stop" };
    return;
  }
  yield* speak(`I will call ${tool.name}.`);
  // As many calls as have been made before make the id: unique in a session without a clock or a dice.
  const id = `rehearsal-${messages.filter(({ role }) => role === "tool").length + 1}`;
  yield { type: "tool-call", id, name: tool.name, args };
  yield { type: "finish", reason: "tool-calls" };
}

/** Word by word, as a model would stream it. */
function* speak(text: string): Generator<ModelEvent> {
  for (const word of text.match(/\S+\s*/g) ?? []) yield { type: "text-delta", text: word };
}

type ToolMessage = Extract<Message, { role: "tool" }>;

function resultsAtEnd(messages: readonly Message[]): readonly ToolMessage[] {
  const start = messages.findLastIndex((message) => message.role !== "tool") + 1;
  return messages.slice(start).filter((message) => message.role === "tool");
}

function reportResults(results: readonly ToolMessage[]): string {
  return results
    .map(({ name, text, failed }) => `${name} ${failed ? "failed" : "answered"}: ${shorten(text)}`)
    .join("\n");
}

function shorten(text: string): string {
  const longest = 600;
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length - longest} more characters)`;
}
