import { expect, it } from "vitest";

import { historyFaults } from "./history-faults.ts";

it.each([
  [
    "anthropic",
    [
      {
        role: "assistant",
        content: [
          { type: "tool_use", id: "a" },
          { type: "tool_use", id: "b" },
        ],
      },
    ],
    [{ role: "user", content: [{ type: "tool_result", tool_use_id: "a" }] }],
    [
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "a" },
          { type: "tool_result", tool_use_id: "b" },
        ],
      },
    ],
  ],
  [
    "gemini",
    [{ role: "model", parts: [{ functionCall: { name: "a" } }, { functionCall: { name: "b" } }] }],
    [{ role: "user", parts: [{ functionResponse: { name: "a" } }] }],
    [{ role: "user", parts: [{ functionResponse: { name: "a" } }, { functionResponse: { name: "b" } }] }],
  ],
  [
    "openai-chat",
    [{ role: "assistant", tool_calls: [{ id: "a" }, { id: "b" }] }],
    [
      { role: "tool", tool_call_id: "a" },
      { role: "user", content: "go on" },
    ],
    [
      { role: "tool", tool_call_id: "a" },
      { role: "tool", tool_call_id: "b" },
    ],
  ],
  [
    "openai-responses",
    [
      { type: "function_call", call_id: "a" },
      { type: "function_call", call_id: "b" },
    ],
    [
      { type: "function_call_output", call_id: "a" },
      { role: "user", content: "go on" },
    ],
    [
      { type: "function_call_output", call_id: "a" },
      { type: "function_call_output", call_id: "b" },
    ],
  ],
] as const)("sees what %s would refuse", (api, asked, some, all) => {
  expect(historyFaults({ api, messages: [...asked, ...all] })).toEqual([]);
  expect(historyFaults({ api, messages: [...asked, ...some] })).toEqual(["no results for b"]);
  expect(historyFaults({ api, messages: asked })).toEqual(["no results for a, b"]);
  expect(historyFaults({ api, messages: all })).toHaveLength(2);
});
