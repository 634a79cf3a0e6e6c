/** Anthropic's messages: https://docs.anthropic.com/en/docs/build-with-claude/streaming */

import { objectOf, readArray, stringOf } from "@tenon/basis";

import type { Answer, ModelApi } from "./model-api.ts";

const HEAD = { id: "msg_doctor", type: "message", role: "assistant", model: "stand-in" } as const;
const USAGE = { input_tokens: 1, output_tokens: 1 } as const;

export const anthropic: ModelApi = {
  style: "named",
  fits: (path) => /^(?:\/v1)?\/messages$/.test(path),
  isStreamed: (body) => objectOf(body)["stream"] === true,
  toolsOf: (body) =>
    readArray(objectOf(body)["tools"], (tool) => stringOf(objectOf(tool)["name"])).map((name) => ({ name })),
  whole: (answer) => ({ ...HEAD, content: [blockOf(answer)], ...stopOf(answer), usage: USAGE }),
  events(answer) {
    const delta =
      "text" in answer
        ? { type: "text_delta", text: answer.text }
        : { type: "input_json_delta", partial_json: JSON.stringify(answer.call.args) };
    const empty = "text" in answer ? { type: "text", text: "" } : { ...blockOf(answer), input: {} };
    return [
      {
        type: "message_start",
        message: { ...HEAD, content: [], stop_reason: null, stop_sequence: null, usage: USAGE },
      },
      { type: "content_block_start", index: 0, content_block: empty },
      { type: "content_block_delta", index: 0, delta },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: stopOf(answer), usage: USAGE },
      { type: "message_stop" },
    ];
  },
};

function blockOf(answer: Answer): object {
  if ("text" in answer) return { type: "text", text: answer.text };
  const { tool, args } = answer.call;
  return { type: "tool_use", id: "toolu_doctor", name: tool.name, input: args };
}

function stopOf(answer: Answer): object {
  return { stop_reason: "text" in answer ? "end_turn" : "tool_use", stop_sequence: null };
}
