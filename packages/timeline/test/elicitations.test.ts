import { createTimeline, createWireReader, type Entry, type TimelineEvent } from "@tenon/timeline";
import { expect, it } from "vitest";

import { briefly, ends, entriesOf, prompts, says } from "./events.ts";

const asks: TimelineEvent = {
  type: "elicitation-asked",
  requestId: "7",
  message: "shop asks: Which size?",
  mode: "form",
  fields: [{ name: "size", title: "Size" }],
  toolCallId: "1",
};
const answers: TimelineEvent = {
  type: "elicitation-answered",
  requestId: "7",
  outcome: "accept",
  content: { size: "M" },
  answeredBy: "Ann",
};

it("a question stands where it was asked, and is answered there", () => {
  expect(briefly(prompts("Go"), says("One "), asks, says("two"), answers)).toEqual([
    "user-message: Go",
    "agent-message: One ",
    "elicitation accepted",
    "agent-message: two",
  ]);
  expect(entriesOf(asks, answers)).toMatchObject([
    {
      message: "shop asks: Which size?",
      fields: [{ name: "size", title: "Size" }],
      toolCallId: "1",
      state: "accepted",
      answer: { size: "M" },
      answeredBy: "Ann",
      revision: 2,
    },
  ]);
});

it("no question of a turn waits when it is over, and a late answer still counts", () => {
  expect(briefly(prompts("Go"), asks, ends)).toContain("elicitation cancelled");
  expect(briefly(prompts("Go"), asks, ends, answers)).toContain("elicitation accepted");
});

it("a question that was asked beside a turn outlives it, and ends with its agent", () => {
  expect(briefly(asks, prompts("Go"), ends)).toContain("elicitation waiting");
  expect(briefly(asks, { type: "interruption" }, answers)).toEqual(["elicitation cancelled"]);
});

it("a question whose id is used again waits no longer", () => {
  expect(briefly(asks, asks, answers)).toEqual(["elicitation cancelled", "elicitation accepted"]);
});

it("[R142] reads forms and their answers from the wire", () => {
  const requestedSchema = { type: "object", properties: { name: { type: "string", title: "Your name" }, age: null } };
  const params = { sessionId: "s", toolCallId: "1", mode: "form", message: "Who?", requestedSchema };
  const question = { message: "Who?", mode: "form", toolCallId: "1" };
  const fields = [{ name: "name", title: "Your name" }, { name: "age" }];
  const given = { action: "accept", content: { name: "Ada" } };
  expect(asked(params, given)).toMatchObject([{ ...question, fields, state: "accepted", answer: { name: "Ada" } }]);
  expect(asked(params, { action: "decline" })).toMatchObject([{ state: "declined" }]);
  expect(asked(params, { action: "cancel" })).toMatchObject([{ state: "cancelled" }]);
  expect(asked(params, { action: "_shrug" })).toMatchObject([{ state: "failed" }]);
  expect(asked(params, null)).toMatchObject([{ state: "failed" }]);
  expect(asked({ sessionId: "s" }, { action: "accept" })).toMatchObject([{ message: "", mode: "form", fields: [] }]);
});

it.each([
  ["https://example.com:8443/sign?token=s3same", "example.com:8443"],
  ["https://good.example@evil.example/", "evil.example"],
  ["no address", undefined],
])("reports of the address %s only its host", (url, host) => {
  const [entry] = asked({ mode: "url", message: "Sign", url, elicitationId: "e" }, { action: "accept" });
  expect(entry).toMatchObject({ mode: "url", state: "accepted" });
  expect(entry && "host" in entry ? entry.host : undefined).toBe(host);
  expect(JSON.stringify(entry)).not.toContain("s3same");
});

it("a question whose connection is gone does not wait for ever", () => {
  const timeline = createTimeline();
  const reader = createWireReader();
  const hear = (from: "client" | "agent", message: object) => {
    for (const event of reader.read(from, message)) timeline.add(event);
  };
  hear("agent", { id: 1, method: "elicitation/create", params: { sessionId: "s", message: "Who?" } });
  hear("client", { id: 0, method: "initialize", params: {} });
  expect(timeline.entries).toMatchObject([{ state: "cancelled" }]);
});

function asked(params: object, answer: unknown): readonly Entry[] {
  const reader = createWireReader();
  return entriesOf(
    ...reader.read("agent", { jsonrpc: "2.0", id: 7, method: "elicitation/create", params }),
    ...reader.read("client", { jsonrpc: "2.0", id: 7, result: answer }),
  );
}
