import type { AnyMessage } from "@agentclientprotocol/sdk";
import { loadSchemaCheck, type RecordedMessage } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

const check = loadSchemaCheck();
const text = { type: "text", text: "hi" };

describe("the schema check accepts", () => {
  it.each<Record<string, unknown>>([
    { sessionUpdate: "user_message_chunk", content: text },
    { sessionUpdate: "agent_message_chunk", content: { type: "image", data: "aGk=", mimeType: "image/png" } },
    { sessionUpdate: "agent_message_chunk", content: { type: "audio", data: "aGk=", mimeType: "audio/wav" } },
    { sessionUpdate: "agent_thought_chunk", content: { type: "resource_link", uri: "file:///a", name: "a" } },
    { sessionUpdate: "agent_message_chunk", content: { type: "resource", resource: { uri: "file:///a", text: "a" } } },
    {
      sessionUpdate: "agent_message_chunk",
      content: { type: "resource", resource: { uri: "file:///a", blob: "aGk=" } },
    },
    { sessionUpdate: "tool_call", toolCallId: "t", title: "T", kind: "edit", rawInput: { any: { thing: [1] } } },
    {
      sessionUpdate: "tool_call_update",
      toolCallId: "t",
      status: null,
      content: [
        { type: "content", content: text },
        { type: "diff", path: "/a", oldText: null, newText: "b" },
        { type: "terminal", terminalId: "x" },
      ],
      locations: [{ path: "/a", line: 1 }],
    },
    { sessionUpdate: "plan", entries: [{ content: "a", priority: "low", status: "pending" }] },
    {
      sessionUpdate: "available_commands_update",
      availableCommands: [{ name: "a", description: "b", input: { hint: "c" } }],
    },
    { sessionUpdate: "current_mode_update", currentModeId: "ask" },
    {
      sessionUpdate: "config_option_update",
      configOptions: [
        { id: "m", name: "Model", type: "select", currentValue: "a", options: [{ value: "a", name: "A" }] },
        {
          id: "g",
          name: "G",
          type: "select",
          currentValue: "a",
          options: [{ group: "g", name: "G", options: [{ value: "a", name: "A" }] }],
        },
        { id: "b", name: "Fast", type: "boolean", currentValue: true, category: "_mine" },
      ],
    },
    { sessionUpdate: "session_info_update", title: null, updatedAt: "2026-11-15T00:00:00Z" },
    { sessionUpdate: "usage_update", used: 1, size: 2, cost: { amount: 0.1, currency: "EUR" } },
    { sessionUpdate: "notice", severity: "info", title: "N" },
    { sessionUpdate: "compaction_update", compactionId: "c", status: "completed", summary: [text] },
    { sessionUpdate: "compaction_summary_chunk", compactionId: "c", content: text },
  ])("an update like %j", (update) => {
    expect(
      check([fromAgent({ method: "session/update", params: { sessionId: "s", update, _meta: { own: { any: 1 } } } })]),
    ).toEqual([]);
  });

  it.each<[method: string, params: object, result: object]>([
    [
      "initialize",
      { protocolVersion: 1, clientCapabilities: { fs: {}, elicitation: { form: {} } } },
      {
        protocolVersion: 1,
        authMethods: [
          { id: "a", name: "A" },
          { type: "terminal", id: "t", name: "T", args: ["x"] },
        ],
      },
    ],
    ["authenticate", { methodId: "a" }, {}],
    [
      "session/new",
      {
        cwd: "/",
        mcpServers: [
          { name: "a", command: "/a", args: [], env: [{ name: "A", value: "b" }] },
          { type: "http", name: "h", url: "http://x", headers: [] },
          { type: "sse", name: "s", url: "http://x", headers: [] },
        ],
      },
      { sessionId: "s", modes: { currentModeId: "a", availableModes: [] } },
    ],
    ["session/list", {}, { sessions: [{ sessionId: "s", cwd: "/" }], nextCursor: null }],
    ["session/load", { sessionId: "s", cwd: "/", mcpServers: [] }, {}],
    ["session/resume", { sessionId: "s", cwd: "/" }, {}],
    ["session/set_config_option", { sessionId: "s", configId: "c", value: "v" }, { configOptions: [] }],
    [
      "session/set_config_option",
      { sessionId: "s", configId: "c", type: "boolean", value: true },
      { configOptions: [] },
    ],
    ["session/prompt", { sessionId: "s", prompt: [text] }, { stopReason: "max_tokens", _meta: { x: 1 } }],
    ["_mine/anything", { goes: true }, { here: 1 }],
  ])("a request %s with %j and its answer", (method, params, result) => {
    expect(check([fromClient({ id: 0, method, params }), fromAgent({ id: 0, result })])).toEqual([]);
  });

  it.each<[method: string, params: object, result: object]>([
    [
      "session/request_permission",
      { sessionId: "s", toolCall: { toolCallId: "t" }, options: [{ optionId: "o", name: "O", kind: "allow_once" }] },
      { outcome: { outcome: "selected", optionId: "o" } },
    ],
    [
      "terminal/create",
      { sessionId: "s", command: "ls", env: [{ name: "A", value: "b" }], outputByteLimit: 9 },
      { terminalId: "t" },
    ],
    [
      "terminal/output",
      { sessionId: "s", terminalId: "t" },
      { output: "", truncated: false, exitStatus: { exitCode: 0, signal: null } },
    ],
    [
      "elicitation/create",
      { requestId: 3, mode: "url", message: "m", elicitationId: "e", url: "https://x" },
      { action: "accept" },
    ],
    [
      "elicitation/create",
      {
        sessionId: "s",
        mode: "form",
        message: "m",
        requestedSchema: {
          type: "object",
          properties: { a: { type: "array", items: { type: "string", enum: ["x"] } } },
        },
      },
      { action: "accept", content: { a: ["x"] } },
    ],
    [
      "elicitation/create",
      { sessionId: "s", mode: "telepathy", message: "m", strength: 9 },
      { action: "_ponder", why: 1 },
    ],
  ])("a question %s with %j and its answer", (method, params, result) => {
    expect(check([fromAgent({ id: "a", method, params }), fromClient({ id: "a", result })])).toEqual([]);
  });

  it("cancellations, errors, and the same id both ways at once [R18]", () => {
    expect(
      check([
        fromClient({ id: 0, method: "session/prompt", params: { sessionId: "s", prompt: [] } }),
        fromAgent({ id: 0, method: "fs/read_text_file", params: { sessionId: "s", path: "/a" } }),
        fromClient({ method: "session/cancel", params: { sessionId: "s" } }),
        fromAgent({ method: "$/cancel_request", params: { requestId: 0 } }),
        fromClient({ id: 0, error: { code: -32800, message: "Cancelled", data: { any: 1 } } }),
        fromAgent({ id: 0, result: { stopReason: "cancelled" } }),
        fromAgent({ id: null, error: { code: -32700, message: "Parse error" } }),
      ]),
    ).toEqual([]);
  });
});

describe("the schema check rejects", () => {
  it.each<[string, Record<string, unknown>, string]>([
    ["an unknown variant", { sessionUpdate: "agent_error" }, "/update/sessionUpdate"],
    ["a missing variant", { content: text }, "/update"],
    ["a missing field", { sessionUpdate: "tool_call", toolCallId: "t" }, "/update"],
    [
      "a field of the wrong type",
      { sessionUpdate: "agent_message_chunk", content: { type: "text", text: 1 } },
      "/update/content/text",
    ],
    [
      "a bare content block in a tool call [R85]",
      { sessionUpdate: "tool_call", toolCallId: "t", title: "T", content: [text] },
      "/update/content/0/type",
    ],
    [
      "a status that v1 does not have [R83]",
      { sessionUpdate: "tool_call_update", toolCallId: "t", status: "cancelled" },
      "/update/status",
    ],
    [
      "a tool kind that v1 does not have",
      { sessionUpdate: "tool_call_update", toolCallId: "t", kind: "ponder" },
      "/update/kind",
    ],
    [
      "the field that an example in the docs has [R125]",
      { sessionUpdate: "current_mode_update", modeId: "ask" },
      "/update",
    ],
    ["usage that is null [R79]", { sessionUpdate: "usage_update", used: null, size: 1 }, "/update/used"],
    ["an empty title of a notice [R150]", { sessionUpdate: "notice", severity: "info", title: "" }, "/update/title"],
    [
      "an own field at the root [R23]",
      { sessionUpdate: "agent_message_chunk", content: text, colour: "red" },
      "/update/colour",
    ],
    [
      "an own field deep inside [R23]",
      { sessionUpdate: "agent_message_chunk", content: { ...text, colour: "red" } },
      "/update/content/colour",
    ],
    [
      "snake case [R24]",
      { sessionUpdate: "agent_message_chunk", content: text, message_id: "m" },
      "/update/message_id",
    ],
  ])("%s", (_case, update, path) => {
    const found = check([fromAgent({ method: "session/update", params: { sessionId: "s", update } })]);
    expect(found.map((violation) => violation.path)).toEqual([path]);
    expect(found).toMatchObject([{ from: "agent", what: "session/update notification" }]);
  });

  it.each<[string, RecordedMessage[], object]>([
    [
      "a capability of the wrong kind [R35]",
      [
        fromClient({
          id: 0,
          method: "initialize",
          params: { protocolVersion: 1, clientCapabilities: { terminal: {} } },
        }),
      ],
      { path: "/clientCapabilities/terminal" },
    ],
    [
      "a version in words [R28]",
      [fromClient({ id: 0, method: "initialize", params: { protocolVersion: "1" } })],
      { path: "/protocolVersion" },
    ],
    ["servers left out [R43]", [fromClient({ id: 0, method: "session/new", params: { cwd: "/" } })], { path: "" }],
    [
      "a stdio server without args [R111]",
      [
        fromClient({
          id: 0,
          method: "session/new",
          params: { cwd: "/", mcpServers: [{ name: "a", command: "/a", env: [] }] },
        }),
      ],
      { path: "/mcpServers/0" },
    ],
    [
      "an http server without headers",
      [
        fromClient({
          id: 0,
          method: "session/new",
          params: { cwd: "/", mcpServers: [{ type: "http", name: "a", url: "x" }] },
        }),
      ],
      { path: "/mcpServers/0" },
    ],
    [
      "a request sent as a notification",
      [fromClient({ method: "session/prompt", params: { sessionId: "s", prompt: [] } })],
      { problem: "sent as a notification, but is a request" },
    ],
    [
      "a notification sent as a request [R73]",
      [fromClient({ id: 1, method: "session/cancel", params: { sessionId: "s" } })],
      { problem: "sent as a request, but is a notification" },
    ],
    [
      "the other side's method",
      [fromClient({ id: 1, method: "terminal/kill", params: { sessionId: "s", terminalId: "t" } })],
      { problem: "a method for the client to answer, not to call" },
    ],
    [
      "a method of its own without an underscore [R158]",
      [fromAgent({ method: "session/prompt_complete", params: {} })],
      { problem: "a method that the protocol does not have" },
    ],
    [
      "a field beside the envelope",
      [fromClient({ id: 1, method: "session/list", params: {}, time: 3 })],
      { path: "/time" },
    ],
    ["null params", [fromClient({ id: 1, method: "session/list", params: null })], { path: "" }],
    ["an error without words", [fromAgent({ id: 1, error: { code: -32603 } })], { path: "" }],
    [
      "an answer to nothing",
      [fromAgent({ id: 1, result: {} })],
      { problem: "answers nothing that was asked, or answers it again" },
    ],
  ])("%s", (_case, conversation, violation) => {
    expect(check(conversation)).toMatchObject([violation]);
  });

  it.each<[string, string, unknown, string]>([
    ["null for an object [R49]", "session/load", null, ""],
    ["a session id where none belongs [R49]", "session/load", { sessionId: "s" }, "/sessionId"],
    ["a stop reason that v1 does not have [R66]", "session/prompt", { stopReason: "error" }, "/stopReason"],
    ["the field of an unstable draft", "session/prompt", { stopReason: "end_turn", usage: {} }, "/usage"],
    ["a v2 handshake [R32]", "initialize", { protocolVersion: 2, info: { name: "a", version: "1" } }, "/info"],
    ["an empty session", "session/new", {}, ""],
  ])("an answer with %s", (_case, method, result, path) => {
    const asked = fromClient({
      id: 7,
      method,
      params: { protocolVersion: 1, sessionId: "s", cwd: "/", prompt: [], mcpServers: [] },
    });
    const found = check([asked, fromAgent({ id: 7, result })]).filter(({ from }) => from === "agent");
    expect(found).toMatchObject([{ what: `${method} response`, path }]);
  });

  it("a second answer to one question [R10], and an id of another type [R8]", () => {
    const asked = fromClient({ id: 1, method: "session/prompt", params: { sessionId: "s", prompt: [] } });
    const answer = fromAgent({ id: 1, result: { stopReason: "end_turn" } });
    expect(check([asked, answer, answer])).toHaveLength(1);
    expect(check([asked, fromAgent({ id: "1", result: { stopReason: "end_turn" } })])).toHaveLength(1);
  });

  it("a permission whose answer is no outcome", () => {
    const asked = fromAgent({
      id: 0,
      method: "session/request_permission",
      params: { sessionId: "s", toolCall: { toolCallId: "t" }, options: [] },
    });
    expect(check([asked, fromClient({ id: 0, result: { outcome: { outcome: "yes" } } })])).toMatchObject([
      { from: "client", what: "session/request_permission response", path: "/outcome/outcome" },
    ]);
  });
});

function fromAgent(message: object): RecordedMessage {
  return { from: "agent", message: asMessage(message) };
}

function fromClient(message: object): RecordedMessage {
  return { from: "client", message: asMessage(message) };
}

function asMessage(message: object): AnyMessage {
  return JSON.parse(JSON.stringify({ jsonrpc: "2.0", ...message }));
}
