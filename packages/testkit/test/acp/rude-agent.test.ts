import {
  classicNoise,
  hesitate,
  loadSchemaCheck,
  type AgentScript,
  type AnyUpdate,
  type Turn,
} from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { inMemory } from "./connections.ts";

const connect = inMemory();
const violations = loadSchemaCheck();
const text = (text: string) => ({ type: "text", text }) as const;

describe("bad manners on the wire", () => {
  it("writes a banner before anything else", async () => {
    await using client = await connect({ manners: { banner: "Welcome!\n\u001B[31mv3\u001B[0m\n" } });
    await client.initialize();
    expect(client.transcript.problems("agent")).toEqual([
      'not JSON: "Welcome!"',
      'not JSON: "\\u001b[31mv3\\u001b[0m"',
    ]);
  });

  it("writes noise between its messages", async () => {
    await using client = await connect({ manners: { noise: classicNoise } });
    for (const _line of classicNoise) await client.initialize();
    expect(client.transcript.problems("agent").map((problem) => problem.split(":")[0])).toEqual([
      "not JSON",
      "not JSON",
      "an empty line",
      "a JSON number, not an object",
      "a JSON string, not an object",
      "a JSON null, not an object",
      "a batch, which ACP does not have",
      'not marked as jsonrpc "2.0"',
    ]);
  });

  it("ends its lines with CR LF", async () => {
    await using client = await connect({ manners: { endsLinesWithCrLf: true } });
    await expect(client.initialize()).resolves.toMatchObject({ protocolVersion: 1 });
    expect(client.transcript.problems("agent")).toEqual([expect.stringMatching(/^ends in CR LF/)]);
  });

  it("prints one message over many lines, none of which is one", async () => {
    await using client = await connect({ manners: { isPrettyPrinted: true } });
    void client.initialize();
    await client.transcript.when(({ from, text }) => from === "agent" && text === "}");
    expect(client.transcript.messages("agent")).toEqual([]);
    const lines = client.transcript.entries.filter(({ from }) => from === "agent").map(({ text }) => text);
    expect(JSON.parse(lines.join("\n"))).toMatchObject({ id: 0, result: { protocolVersion: 1 } });
  });

  it("writes any text in the middle of a turn", async () => {
    const { client, sessionId } = await begin({
      turns: [{ steps: [{ type: "write", text: "oops\n" }, { type: "echo" }] }],
    });
    await using _ = client;
    await client.prompt(sessionId, "go");
    expect(client.transcript.problems("agent")).toEqual(['not JSON: "oops"']);
    expect(client.text(sessionId)).toBe("go");
  });
});

describe("bad manners in the protocol", () => {
  it.each<[string, AgentScript["answers"], object]>([
    [
      "a v2 handshake",
      { initialize: { result: { protocolVersion: 2, info: { name: "v2", version: "0" } } } },
      { info: {} },
    ],
    ["version 65535", { initialize: { result: { protocolVersion: 65_535 } } }, { protocolVersion: 65_535 }],
  ])("answers initialize with %s", async (_case, answers, answer) => {
    await using client = await connect(answers ? { answers } : {});
    await expect(client.initialize()).resolves.toMatchObject(answer);
  });

  it("answers with null where an object belongs", async () => {
    const { client } = await begin({ sessions: [], answers: { "session/load": { result: null } } });
    await using _ = client;
    await expect(client.request("session/load", { sessionId: "x", cwd: "/", mcpServers: [] })).resolves.toBe(null);
    expect(violations(client.transcript.entries)).toMatchObject([{ from: "agent", what: "session/load response" }]);
  });

  it("never answers initialize, though it answers what comes after", async () => {
    await using client = await connect({ answers: { initialize: { never: true } } });
    void client.initialize();
    await client.newSession();
    expect(client.transcript.messages("agent")).toMatchObject([{ id: 1 }]);
  });

  it("demands authentication that it does not offer", async () => {
    const error = { code: -32000, message: "Authentication required" };
    await using client = await connect({ answers: { "session/new": { error } } });
    expect((await client.initialize()).authMethods).toEqual([]);
    await expect(client.newSession()).rejects.toMatchObject(error);
  });

  it("[R45] sends updates of a session before the response that introduces it", async () => {
    const update: AnyUpdate = { sessionUpdate: "available_commands_update", availableCommands: [] };
    const { client } = await begin({ newSession: { updatesBefore: [update], updatesAfter: [update] } });
    await using _ = client;
    await client.request("_ping").catch(() => {});
    expect(kindsOf(client.transcript.messages("agent"))).toEqual([0, "session/update", 1, "session/update", 2]);
  });

  it("[R67] sends updates of a turn after its response", async () => {
    const late: AnyUpdate = { sessionUpdate: "agent_message_chunk", content: text("and one more thing") };
    const { client, sessionId } = await begin({ turns: [{ steps: [], updatesAfter: [late] }] });
    await using _ = client;
    await client.prompt(sessionId, "go");
    await client.request("_ping").catch(() => {});
    expect(kindsOf(client.transcript.messages("agent"))).toEqual([0, 1, 2, "session/update", 3]);
  });

  it("speaks words the protocol does not have, and the schema check names each", async () => {
    const updates: AnyUpdate[] = [
      { sessionUpdate: "agent_error", message: "boom" },
      { sessionUpdate: "tool_call", toolCallId: "t", title: "T", kind: "ponder", status: "cancelled" },
      { sessionUpdate: "agent_message_chunk", content: { type: "hologram" } },
      { sessionUpdate: "agent_message_chunk", content: text("x"), colour: "red" },
    ];
    const steps = updates.map((update) => ({ type: "update", update }) as const);
    const { client, sessionId } = await begin({ turns: [{ steps, stopReason: "error" }] });
    await using _ = client;
    await expect(client.prompt(sessionId, "go")).resolves.toEqual({ stopReason: "error" });
    expect(violations(client.transcript.entries).map(({ what, path }) => `${what} ${path}`)).toEqual([
      "session/update notification /update/sessionUpdate",
      "session/update notification /update/kind",
      "session/update notification /update/status",
      "session/update notification /update/content/type",
      "session/update notification /update/colour",
      "session/prompt response /stopReason",
    ]);
  });

  it("updates unknown tool calls, and repeats output it has sent before", async () => {
    const outputs = ["a\n", "a\nb\n", "a\nb\nc\n"];
    const steps = outputs.map((output): Turn["steps"][number] => {
      const content = [{ type: "content" as const, content: text(output) }];
      return { type: "update", update: { sessionUpdate: "tool_call_update", toolCallId: "ghost", content } };
    });
    const { client, sessionId } = await begin({ turns: [{ steps }] });
    await using _ = client;
    await client.prompt(sessionId, "go");
    expect(client.updates(sessionId).map(({ sessionUpdate }) => sessionUpdate)).toEqual(
      outputs.map(() => "tool_call_update"),
    );
    expect(violations(client.transcript.entries)).toEqual([]);
  });
});

describe("bad manners when cancelled", () => {
  it.each<[string, Turn, object]>([
    [
      "goes on to the end",
      { steps: [{ type: "tool", title: "T", ask: true }], onCancel: "ignore" },
      { stopReason: "end_turn" },
    ],
    [
      "says it was the end",
      { steps: [{ type: "wait-for-cancel" }], onCancel: { error: { code: -32603, message: "aborted" } } },
      {},
    ],
  ])("%s", async (_case, turn, answer) => {
    const { client, sessionId } = await begin(
      { turns: [turn] },
      { answers: { "session/request_permission": hesitate } },
    );
    await using _ = client;
    const prompt = client.prompt(sessionId, "go");
    await client.cancel(sessionId);
    const outcome = await prompt.catch((error: unknown) => error);
    expect(outcome).toMatchObject(answer);
    expect(outcome).not.toEqual({ stopReason: "cancelled" });
  });

  it("never answers the prompt, though it answers everything else", async () => {
    const { client, sessionId } = await begin({
      turns: [{ steps: [{ type: "wait-for-cancel" }], onCancel: "never-answer" }],
    });
    await using _ = client;
    void client.prompt(sessionId, "go");
    await client.cancel(sessionId);
    await client.newSession();
    expect(kindsOf(client.transcript.messages("agent"))).toEqual([0, 1, 3]);
  });
});

describe("dying", () => {
  it.each<[string, Turn["steps"]]>([
    ["in the middle of a turn", [{ type: "say", text: "I think I" }]],
    ["while it waits for permission", [{ type: "ask", title: "May I?", isHasty: true }]],
  ])("%s leaves the prompt without an answer", async (_case, steps) => {
    const { client, sessionId } = await begin({ turns: [{ steps: [...steps, { type: "exit", code: 3 }] }] });
    await expect(client.prompt(sessionId, "go")).rejects.toThrow("The agent has gone");
    await client.closed;
    expect(client.transcript.messages("agent")).toHaveLength(3);
  });
});

async function begin(script: AgentScript, options?: Parameters<typeof connect>[1]) {
  const client = await connect(script, options);
  await client.initialize();
  const { sessionId } = await client.newSession();
  return { client, sessionId };
}

function kindsOf(messages: readonly object[]): unknown[] {
  return messages.map((message) => ("method" in message ? message.method : "id" in message && message.id));
}
