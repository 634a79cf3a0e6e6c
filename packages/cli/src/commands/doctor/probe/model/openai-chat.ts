/** OpenAI's chat completions, which many providers speak: https://platform.openai.com/docs/api-reference/chat-streaming */

import { objectOf, readArray, stringOf } from "@tenon/basis";

import type { Answer, ModelApi } from "./model-api.ts";

export const openaiChat: ModelApi = {
  style: "done",
  fits: (path) => /^(?:\/v1)?\/chat\/completions$/.test(path),
  isStreamed: (body) => objectOf(body)["stream"] === true,
  toolsOf: (body) =>
    readArray(objectOf(body)["tools"], (tool) => stringOf(objectOf(objectOf(tool)["function"])["name"])).map(
      (name) => ({ name }),
    ),
  whole(answer) {
    const message = { role: "assistant", content: "text" in answer ? answer.text : null, ...callsOf(answer) };
    return frame("chat.completion", { message, finish_reason: reasonOf(answer) });
  },
  events: (answer) => [
    frame("chat.completion.chunk", {
      delta: { role: "assistant", ...("text" in answer ? { content: answer.text } : callsOf(answer)) },
      finish_reason: null,
    }),
    frame("chat.completion.chunk", { delta: {}, finish_reason: reasonOf(answer) }),
  ],
};

function frame(object: string, choice: object): object {
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  return { id: "chatcmpl-doctor", object, created: 0, model: "stand-in", choices: [{ index: 0, ...choice }], usage };
}

function callsOf(answer: Answer): object {
  if ("text" in answer) return {};
  const { tool, args } = answer.call;
  const call = { name: tool.name, arguments: JSON.stringify(args) };
  return { tool_calls: [{ index: 0, id: "call_doctor", type: "function", function: call }] };
}

function reasonOf(answer: Answer): string {
  return "text" in answer ? "stop" : "tool_calls";
}
