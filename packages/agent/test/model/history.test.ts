import { failure, text, thought, toolCall } from "@tenon/testkit/model";
import { describe, expect, it } from "vitest";

import type { Message } from "../../src/model/model.ts";
import { answered, apiCases, callsOf, messageOf, request, stage, tool, user } from "./support.ts";

const tools = [tool("read")];

describe.each(apiCases)("a history that another provider began, over $api", ({ api, id }) => {
  it.each(apiCases.filter((other) => other.api !== api))("is valid when that was $api", async (other) => {
    await using before = await stage(other.id, [
      [thought("secret plan"), text("Looking."), toolCall("read", { path: "a" })],
    ]);
    const first = await answered(before.model, request({ tools }));
    await using after = await stage(id, [[text("done")]]);
    const messages: Message[] = [user("hello"), messageOf(first), resultFor(callsOf(first)[0]?.id ?? "")];
    await answered(after.model, request({ tools, messages }));
    const sent = after.server.requests[0]?.rawBody ?? "";
    expect(sent).not.toContain("secret plan");
    expect(sent).not.toContain("c2NyaXB0ZWQt");
    expect(sent).toContain("Looking.");
    expect(sent).toContain("contents");
  });

  it("has ids that everybody takes, the same for a call and its result, and none twice", async () => {
    await using scene = await stage(id, [[text("done")]]);
    const odd = "functions.read:0 ü".repeat(8);
    const messages: Message[] = [1, 2].flatMap((): Message[] => [user("again"), call(odd), resultFor(odd)]);
    await answered(scene.model, request({ tools, messages }));
    const body = JSON.stringify(scene.server.requests[0]?.body);
    expect(body).not.toContain("functions.read");
    const ids = [...body.matchAll(/"(?:id|tool_call_id|call_id|tool_use_id)":"([^"]+)"/g)].map(([, found]) => found);
    expect(ids.every((found) => /^[a-zA-Z0-9_-]{1,64}$/.test(found ?? ""))).toBe(true);
    const counts = [...new Set(ids)].map((one) => ids.filter((found) => found === one).length);
    expect(counts).toEqual([2, 2]);
    // The same history, the same ids: what is in the provider's cache stays true.
    await using again = await stage(id, [[text("done")]]);
    await answered(again.model, request({ tools, messages }));
    expect(again.server.requests[0]?.rawBody).toBe(scene.server.requests[0]?.rawBody);
  });

  it("has no empty texts, and no two messages of one role in a row", async () => {
    await using scene = await stage(id, [[text("done")]]);
    const messages: Message[] = [
      { role: "assistant", parts: [{ type: "text", text: "earlier" }] },
      user("one"),
      user(""),
      { role: "assistant", parts: [] },
      { role: "assistant", parts: [{ type: "thought", text: "cut off", provider: { model: id, data: {} } }] },
      user("two"),
      call("c1"),
      { role: "tool", results: [{ toolCallId: "c1", name: "read", parts: [], isError: false }] },
      {
        role: "assistant",
        parts: [
          { type: "text", text: "" },
          { type: "text", text: "said" },
        ],
      },
    ];
    await answered(scene.model, request({ tools, messages }));
    const body = scene.server.requests[0]?.body;
    expect(JSON.stringify(body)).not.toMatch(/"(text|content)":""/);
    expect(JSON.stringify(body)).not.toContain("cut off");
    const roles = (scene.server.requests[0]?.messages ?? []).map((message) => Object(message)["role"]).filter(Boolean);
    const spoken = roles.filter((role) => role !== "system" && role !== "developer");
    expect(spoken[0]).toBe("user");
    expect(spoken.at(-1)).toBe("user");
    expect(spoken.filter((role, index) => role === spoken[index - 1])).toEqual([]);
  });

  it("describes its calls as text when it offers no tools", async () => {
    await using scene = await stage(id, [[text("a summary")]]);
    await answered(
      scene.model,
      request({ tools: [], messages: [user("look"), call("c1"), resultFor("c1"), user("Sum up.")] }),
    );
    const sent = scene.server.requests[0]?.rawBody ?? "";
    expect(sent).toContain("[Called read with");
    expect(sent).toContain("contents");
    expect(sent).not.toMatch(/tool_use|tool_calls|function_call|functionCall/);
  });

  it("gives the id of a call that comes twice in one answer to one of them", async () => {
    if (api === "openai-chat") return; // the SDK takes them for one call there
    await using scene = await stage(id, [
      [toolCall("read", { path: "a" }, { id: "same" }), toolCall("read", { path: "b" }, { id: "same" })],
    ]);
    const ids = callsOf(await answered(scene.model, request({ tools }))).map((each) => each.id);
    expect(new Set(ids).size).toBe(2);
  });
});

describe("what providers expect", () => {
  it("Anthropic: what to keep in its cache, the end of what stays and of the conversation", async () => {
    await using scene = await stage("anthropic/claude-sonnet-5", [[text("done")]]);
    const messages = [
      user("one"),
      call("c1"),
      resultFor("c1"),
      { role: "assistant" as const, parts: [{ type: "text" as const, text: "ok" }] },
      user("two"),
    ];
    await answered(scene.model, request({ system: ["Always.", "Today."], tools: [tool("a"), tool("b")], messages }));
    const body = Object(scene.server.requests[0]?.body);
    const marks = (list: readonly object[]) =>
      list.map((each) => JSON.stringify(each).includes('"cache_control":{"type":"ephemeral"}'));
    expect(marks(body["system"])).toEqual([false, true]);
    expect(marks(body["tools"])).toEqual([false, true]);
    expect(marks(body["messages"])).toEqual([false, false, true, false, true]);
    expect(body["tools"][0]).not.toHaveProperty("eager_input_streaming");
  });

  it("OpenAI: to keep nothing, and which requests begin alike", async () => {
    await using scene = await stage("openai/gpt-6-sol", () => [text("done")]);
    await answered(scene.model, request());
    await answered(scene.model, request({ messages: [user("hello"), call("c1"), resultFor("c1")], tools }));
    await answered(scene.model, request({ messages: [user("something else")] }));
    const bodies = scene.server.requests.map(({ body }) => Object(body));
    expect(bodies.every((body) => body["store"] === false)).toBe(true);
    const keys = bodies.map((body) => body["prompt_cache_key"]);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    expect(bodies[0]["include"]).toContain("reasoning.encrypted_content");
  });

  it.each([
    ["openai/gpt-6-sol", '"effort":"high"', '"effort":"none"'],
    ["anthropic/claude-sonnet-5", '"effort":"high"', '"type":"disabled"'],
    ["google/gemini-3.8-flash", '"thinkingLevel":"high"', undefined],
    ["openai-compatible/gpt-oss-120b", '"reasoning_effort":"high"', undefined],
  ])("%s: how hard to think", async (id, high, off) => {
    await using scene = await stage(id, () => [text("done")]);
    await answered(scene.model, request({ thoughtLevel: "high" }));
    await answered(scene.model, request({ thoughtLevel: "off" }));
    await answered(scene.model, request());
    const sent = scene.server.requests.map(({ rawBody }) => rawBody);
    expect(sent[0]).toContain(high);
    expect(scene.model.thoughtLevels.includes("off")).toBe(off !== undefined);
    expect(sent[1]).toContain(off ?? "hello");
    expect(sent[2]).not.toContain(high);
  });

  it("goes on without the thoughts if the provider will not show them", async () => {
    const message = "Your organization must be verified to generate reasoning summaries.";
    await using scene = await stage("openai/gpt-6-sol", ({ rawBody }) =>
      rawBody.includes('"summary"') ? failure("invalid-request", { message }) : [text("done")],
    );
    await answered(scene.model);
    await answered(scene.model);
    expect(scene.server.requests).toHaveLength(3);
  });

  it("Mistral: ids of nine letters", async () => {
    await using scene = await stage("openai-compatible/mistralai/devstral-2", [[text("done")]]);
    await answered(
      scene.model,
      request({ tools, messages: [user("one"), call("call_1234567890"), resultFor("call_1234567890")] }),
    );
    expect(
      [...(scene.server.requests[0]?.rawBody ?? "").matchAll(/"(?:id|tool_call_id)":"([^"]+)"/g)].every(([, id]) =>
        /^[a-zA-Z0-9]{9}$/.test(id ?? ""),
      ),
    ).toBe(true);
  });
});

function call(id: string): Message {
  return { role: "assistant", parts: [{ type: "tool-call", id, name: "read", args: { path: "a" } }] };
}

function resultFor(toolCallId: string): Message {
  return {
    role: "tool",
    results: [{ toolCallId, name: "read", parts: [{ type: "text", text: "contents" }], isError: false }],
  };
}
