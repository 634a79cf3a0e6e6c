/**
 * Which records the disk need not be waited for.
 */

import { describe, expect, it } from "vitest";

import { isStreamedWord } from "../src/is-streamed-word.ts";

const update = (fields: object) =>
  JSON.stringify({ jsonrpc: "2.0", method: "session/update", params: { sessionId: "s", update: fields } });
const content = { type: "text", text: "hello" };

describe("a piece of an answer that is being streamed", () => {
  it("is one of the agent's, whether said or thought", () => {
    for (const sessionUpdate of ["agent_message_chunk", "agent_thought_chunk"]) {
      expect(isStreamedWord({ from: "agent", text: update({ sessionUpdate, content }) })).toBe(true);
    }
  });

  it("is nothing else, whatever stands in it", () => {
    const chunk = update({ sessionUpdate: "agent_message_chunk", content });
    const others = [
      { from: "client", text: chunk },
      { from: "tenon", text: chunk },
      { from: "agent", text: update({ sessionUpdate: "user_message_chunk", content }) },
      { from: "agent", text: update({ sessionUpdate: "tool_call", toolCallId: "1", title: chunk }) },
      { from: "agent", text: update({ title: "x", sessionUpdate: "agent_message_chunk", content }) },
      { from: "agent", text: JSON.stringify({ jsonrpc: "2.0", id: 1, result: { text: chunk } }) },
      { from: "agent", text: "no message" },
    ];
    expect(others.filter(isStreamedWord)).toEqual([]);
  });
});
