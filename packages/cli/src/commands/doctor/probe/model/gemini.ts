/** Google's Gemini API: https://ai.google.dev/api/generate-content */

import { objectOf, readArray, stringOf } from "@tenon/basis";

import type { Answer, ModelApi } from "./model-api.ts";

export const gemini: ModelApi = {
  style: "plain",
  fits: (path) => /\/models\/[^/:]+:(?:streamG|g)enerateContent$/.test(path),
  isStreamed: (_, path) => path.includes(":streamGenerateContent"),
  toolsOf: (body) =>
    readArray(objectOf(body)["tools"], (group) => group).flatMap((group) =>
      readArray(objectOf(group)["functionDeclarations"], (tool) => stringOf(objectOf(tool)["name"])).map((name) => ({
        name,
      })),
    ),
  whole: responseOf,
  events: (answer) => [responseOf(answer)],
};

function responseOf(answer: Answer): object {
  const part =
    "text" in answer
      ? { text: answer.text }
      : { functionCall: { name: answer.call.tool.name, args: answer.call.args } };
  return {
    candidates: [{ content: { parts: [part], role: "model" }, finishReason: "STOP", index: 0 }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    modelVersion: "stand-in",
    responseId: "doctor",
  };
}
