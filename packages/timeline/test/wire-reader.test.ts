import { createTimeline, createWireReader, type TimelineEvent } from "@tenon/timeline";
import { expect, it } from "vitest";

const S = "session-1";

it("pairs a prompt with the end of its turn", () => {
  const reader = createWireReader();
  const prompt = [{ type: "text", text: "Go" }];
  expect(reader.read("client", request(1, "session/prompt", { sessionId: S, prompt }))).toEqual([
    { type: "prompt", content: prompt, requestId: "1" },
  ]);
  expect(reader.read("agent", result(1, { stopReason: "end_turn" }))).toEqual([
    { type: "turn-end", requestId: "1", stopReason: "end_turn" },
  ]);
  expect(reader.read("agent", result(1, { stopReason: "end_turn" })), "the same answer twice [R20]").toEqual([]);
});

it("shows the reason that an agent puts into the data of an error", () => {
  const failed = (error: object) =>
    last(["client", { jsonrpc: "2.0", id: 1, method: "session/prompt", params: {} }], ["agent", { id: 1, error }]);
  const internal = { code: -32603, message: "Internal error" };
  for (const data of ["No route", { details: "No route" }, { message: "No route" }]) {
    expect(failed({ ...internal, data })).toMatchObject([{ error: { message: "Internal error: No route" } }]);
  }
  expect(failed({ ...internal, data: { details: 7 } })).toMatchObject([{ error: { message: "Internal error" } }]);
  expect(failed({ code: 1, message: "No route today", data: "No route" })).toMatchObject([
    { error: { message: "No route today" } },
  ]);
});

it("reports the error that a turn ended with, and takes an empty answer for an end", () => {
  const ask = request(1, "session/prompt", { sessionId: S, prompt: [] });
  const error = { jsonrpc: "2.0", id: 1, error: { code: -32603, message: "No", data: {} } };
  expect(last(["client", ask], ["agent", error])).toEqual([
    { type: "turn-end", requestId: "1", error: { code: -32603, message: "No" } },
  ]);
  expect(last(["client", ask], ["agent", result(1, null)])).toEqual([{ type: "turn-end", requestId: "1" }]);
});

it('[R18, Y-12] keeps ids of both directions, and 1 and "1", apart', () => {
  const reader = createWireReader();
  reader.read("client", request(1, "session/prompt", { sessionId: S, prompt: [] }));
  const asked = reader.read("agent", request(1, "session/request_permission", permission));
  const other = reader.read("agent", request("1", "session/request_permission", permission));
  expect([...asked, ...other]).toMatchObject([{ requestId: "1" }, { requestId: '"1"' }]);
  expect(reader.read("client", result("1", { outcome: { outcome: "cancelled" } }))).toEqual([
    { type: "permission-answered", requestId: '"1"', outcome: "cancelled" },
  ]);
  expect(reader.read("client", result(1, { outcome: { outcome: "selected", optionId: "yes" } }))).toEqual([
    { type: "permission-answered", requestId: "1", outcome: "selected", optionId: "yes" },
  ]);
  expect(reader.read("agent", result(1, { stopReason: "end_turn" }))).toMatchObject([{ type: "turn-end" }]);
});

it("takes the protocol's error for a cancelled request as a stop, and not as a failure", () => {
  const cancelled = { jsonrpc: "2.0", id: 1, error: { code: -32800, message: "Request cancelled" } };
  const ask = request(1, "session/prompt", { sessionId: S, prompt: [] });
  expect(last(["client", ask], ["agent", cancelled])).toEqual([
    { type: "turn-end", requestId: "1", stopReason: "cancelled" },
  ]);
  expect(last(["agent", request(1, "session/request_permission", permission)], ["client", cancelled])).toEqual([
    { type: "permission-answered", requestId: "1", outcome: "cancelled" },
  ]);
  const question = { sessionId: S, mode: "form", message: "Which?", requestedSchema: { type: "object" } };
  expect(last(["agent", request(1, "elicitation/create", question)], ["client", cancelled])).toEqual([
    { type: "elicitation-answered", requestId: "1", outcome: "cancel" },
  ]);
});

it("takes an answer without sense to a question for a failure", () => {
  const ask = request(1, "session/request_permission", permission);
  const failed = [{ type: "permission-answered", requestId: "1", outcome: "failed" }];
  expect(last(["agent", ask], ["client", result(1, null)])).toEqual(failed);
  expect(last(["agent", ask], ["client", { id: 1, error: { code: 1, message: "No" } }])).toEqual(failed);
});

it("reports cancels, also of the prompt's request [R155]", () => {
  expect(last(["client", notification("session/cancel", { sessionId: S })])).toEqual([{ type: "cancel" }]);
  const prompt = request(5, "session/prompt", { sessionId: S, prompt: [] });
  expect(last(["client", prompt], ["client", notification("$/cancel_request", { requestId: 5 })])).toEqual([
    { type: "cancel" },
  ]);
  expect(last(["client", prompt], ["client", notification("$/cancel_request", { requestId: 6 })])).toEqual([]);
});

it("[M50] marks updates as replay while a load is unanswered, and what is of the conversation until the next prompt", () => {
  const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "a" } };
  const says = notification("session/update", { sessionId: S, update });
  const load = request(2, "session/load", { sessionId: S, cwd: "/", mcpServers: [] });
  const commands = { sessionUpdate: "available_commands_update", availableCommands: [] };
  expect(
    events(
      ["agent", says],
      ["client", load],
      ["agent", says],
      ["agent", result(2, null)],
      // Some agents answer first.
      ["agent", says],
      ["agent", notification("session/update", { sessionId: S, update: commands })],
      ["client", request(3, "session/prompt", { sessionId: S, prompt: [] })],
      ["agent", says],
    ),
  ).toEqual([
    { type: "update", update },
    { type: "update", update, isReplay: true },
    { type: "replay-end" },
    { type: "update", update, isReplay: true },
    { type: "update", update: commands },
    { type: "prompt", content: [], requestId: "3" },
    { type: "update", update },
  ]);
});

it("reports mode and options that answers carry", () => {
  const modes = { currentModeId: "ask", availableModes: [] };
  const configOptions = [{ id: "model", type: "select", name: "Model", currentValue: "a", options: [] }];
  const timeline = createTimeline();
  for (const event of events(
    ["client", request(1, "session/new", { cwd: "/", mcpServers: [] })],
    ["agent", result(1, { sessionId: S, modes, configOptions })],
  )) {
    timeline.add(event);
  }
  expect(timeline.state).toMatchObject({ modeId: "ask", options: configOptions });
  expect(timeline.entries).toEqual([]);
  const set = events(
    ["client", request(2, "session/set_mode", { sessionId: S, modeId: "code" })],
    ["agent", result(2, null)],
    ["client", request(3, "session/set_mode", { sessionId: S, modeId: "gone" })],
    ["agent", { id: 3, error: { code: -32602, message: "No" } }],
    ["client", request(4, "session/set_config_option", { sessionId: S, configId: "model", value: "b" })],
    ["agent", result(4, { configOptions: [{ ...configOptions[0], currentValue: "b" }] })],
  );
  for (const event of set) timeline.add(event);
  expect(timeline.entries).toMatchObject([
    { type: "mode", modeId: "code" },
    { type: "options", changed: [{ id: "model" }] },
  ]);
});

it("reports the life of a terminal", () => {
  expect(
    events(
      ["agent", request(1, "terminal/create", { sessionId: S, command: "ls", args: ["-l"], cwd: null })],
      ["client", result(1, { terminalId: "t" })],
      ["agent", request(2, "terminal/output", { sessionId: S, terminalId: "t" })],
      ["client", result(2, { output: "a", truncated: false })],
      ["agent", request(3, "terminal/wait_for_exit", { sessionId: S, terminalId: "t" })],
      ["client", result(3, { exitCode: 0 })],
      ["agent", request(4, "terminal/release", { sessionId: S, terminalId: "t" })],
      ["client", result(4, null)],
      ["agent", request(5, "terminal/release", { sessionId: S, terminalId: "t" })],
      ["client", { id: 5, error: { code: -32602, message: "No such terminal" } }],
    ),
  ).toEqual([
    { type: "terminal-created", terminalId: "t", command: "ls", args: ["-l"] },
    { type: "terminal-state", terminalId: "t", output: "a", truncated: false },
    { type: "terminal-state", terminalId: "t", exit: { exitCode: 0, signal: null } },
    { type: "terminal-state", terminalId: "t", isReleased: true },
  ]);
});

it("knows from another handshake that an unanswered prompt will have no answer", () => {
  const prompt = request(1, "session/prompt", { sessionId: S, prompt: [] });
  const hello = request(0, "initialize", { protocolVersion: 1 });
  expect(last(["client", hello], ["client", prompt], ["client", hello])).toEqual([{ type: "interruption" }]);
  expect(last(["client", prompt], ["agent", result(1, {})], ["client", hello])).toEqual([]);
  expect(last(["client", prompt], ["client", request(1, "session/set_mode", {})], ["agent", result(1, {})])).toEqual(
    [],
  );
});

it("leaves out what belongs to other sessions", () => {
  const mine = createWireReader({ sessionId: S });
  const theirs = (method: string, params: object) => request(1, method, { sessionId: "session-2", ...params });
  expect(mine.read("client", theirs("session/prompt", { prompt: [] }))).toEqual([]);
  expect(mine.read("agent", result(1, { stopReason: "end_turn" }))).toEqual([]);
  mine.read("client", request(2, "session/new", { cwd: "/", mcpServers: [] }));
  expect(mine.read("agent", result(2, { sessionId: "session-2", modes: { currentModeId: "a" } }))).toEqual([]);
});

it("[R160] never throws, and has nothing to report of what makes no sense", () => {
  const strange = [
    null,
    undefined,
    7,
    "text",
    [],
    {},
    { method: 7 },
    { id: {} },
    { id: null, result: {} },
    { method: "x", params: 1 },
  ];
  const reader = createWireReader();
  for (const from of ["client", "agent"] as const) {
    for (const message of strange) expect(reader.read(from, message)).toEqual([]);
    for (const method of ["session/update", "session/request_permission", "terminal/create", "_vendor/thing"]) {
      for (const params of [null, [], { update: 7 }, { update: {} }, { toolCall: {} }]) {
        expect(reader.read(from, { jsonrpc: "2.0", id: 1, method, params })).toEqual([]);
      }
    }
  }
});

it("puts the time of the message on its events", () => {
  expect(createWireReader().read("client", notification("session/cancel", {}), 5)).toEqual([{ type: "cancel", at: 5 }]);
});

const permission = {
  sessionId: S,
  toolCall: { toolCallId: "1" },
  options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
};

type Sent = readonly [from: "client" | "agent", message: unknown];

function events(...sent: readonly Sent[]): readonly TimelineEvent[] {
  const reader = createWireReader();
  return sent.flatMap(([from, message]) => reader.read(from, message));
}

function last(...sent: readonly Sent[]): readonly TimelineEvent[] {
  const reader = createWireReader();
  let told: readonly TimelineEvent[] = [];
  for (const [from, message] of sent) told = reader.read(from, message);
  return told;
}

function request(id: number | string, method: string, params: object) {
  return { jsonrpc: "2.0", id, method, params };
}

function notification(method: string, params: object) {
  return { jsonrpc: "2.0", method, params };
}

function result(id: number | string, value: unknown) {
  return { jsonrpc: "2.0", id, result: value };
}
