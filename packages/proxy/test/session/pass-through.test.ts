import { isObject, objectOf } from "@tenon/basis";
import { openHub } from "@tenon/hub";
import { memoryGrantStore } from "@tenon/policy";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { openDoors } from "../../src/doors/doors.ts";
import { toolsInterceptor } from "../../src/session/tools-interceptor.ts";
import { frameOf } from "../../src/wire/frame.ts";
import type { Interceptor } from "../../src/wire/interceptor.ts";
import { schemaSamples } from "../wire/schema-samples.ts";
import { givenServer } from "./open-wrapped.ts";

/** As the samples of the schema have it, so that each of them is about a session that has tools. */
const SESSION = 'é\u2028"\\text';

describe("with tools", () => {
  /** The messages that docs/wrap.md names as exceptions, with those by which a client provides servers. */
  const ours = new Set(["initialize", "session/new", "session/load", "session/resume", "session/fork", "mcp/message"]);

  it("every message of the official schemas passes with the bytes it came with, but those about tools", async () => {
    await using opened = await openInterceptor();
    const { interceptor } = opened;
    const changed = schemaSamples().filter(({ from, message }) => {
      if (from === "client" && ours.has(String(message["method"]))) return false;
      const frame = frameOf(message);
      return (from === "client" ? interceptor.fromClient(frame) : interceptor.fromAgent(frame)) !== "pass";
    });
    expect(changed.map(({ name }) => name)).toEqual([]);
  });

  it("[W24] whatever a client writes into a request that opens a session, its servers do not reach the agent", async () => {
    await using opened = await openInterceptor();
    fc.assert(
      fc.property(openingMessage(), (message) => {
        const verdict = opened.interceptor.fromClient(frameOf(message));
        expect(verdict).not.toBe("pass");
        expect(JSON.stringify(verdict)).not.toContain("SERVER");
      }),
      { numRuns: 200 },
    );
  });

  it("no message of an agent fails the interceptor, and none is answered with the agent's always", async () => {
    await using opened = await openInterceptor();
    await opened.connect();
    await fc.assert(
      fc.asyncProperty(fc.array(hostileMessage(), { minLength: 1, maxLength: 20 }), async (messages) => {
        for (const message of messages) {
          const verdict = opened.interceptor.fromAgent(frameOf(message));
          expect(verdict === "pass" || verdict === "drop" || "message" in verdict).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
    await opened.interceptor.close();
    const answers = opened.toAgent.filter((message) => isObject(objectOf(message)["result"]));
    expect(answers.length).toBeGreaterThan(0);
    expect(JSON.stringify(answers)).not.toContain('"optionId":"always"');
    expect(opened.warnings).toEqual([]);
  });
});

/** With anything in any place: a server in it must not reach the agent. */
function openingMessage(): fc.Arbitrary<unknown> {
  const any = fc.jsonValue({ maxDepth: 3 });
  const server = fc.record(
    { name: any, command: fc.constant("SERVER"), args: any, env: any },
    { requiredKeys: ["command"] },
  );
  const params = fc.record(
    {
      cwd: fc.constantFrom("/", "relative", 1),
      mcpServers: fc.oneof(fc.array(server), server),
      sessionId: any,
      _meta: any,
    },
    { requiredKeys: ["mcpServers"] },
  );
  return fc.record(
    {
      jsonrpc: fc.constant("2.0"),
      id: fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
      method: fc.constantFrom("session/new", "session/load", "session/resume", "session/fork"),
      params: fc.oneof(params, fc.array(params)),
    },
    { requiredKeys: ["method", "params"] },
  );
}

/** What an agent says of calls and asks about them, with anything in any place. */
function hostileMessage(): fc.Arbitrary<unknown> {
  const any = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom("__proto__", "constructor", SESSION, "call_tool"),
  );
  const or = <Value>(value: fc.Arbitrary<Value>) =>
    fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: any });
  const some = (members: Record<string, fc.Arbitrary<unknown>>) =>
    fc.record(Object.fromEntries(Object.entries(members).map(([key, value]) => [key, or(value)])), {
      requiredKeys: [],
    });
  // Many: a call that was once shown as a command is never taken for one of ours.
  const id = fc.nat({ max: 500 }).map(String);
  const call = {
    toolCallId: id,
    title: fc.constantFrom("mcp__tenon__a__echo", "mcp__tenon__call_tool", "mcp__other__x", "a__echo"),
    kind: fc.constantFrom("other", "execute"),
    status: fc.constantFrom("pending", "completed", "failed"),
    rawInput: fc.constantFrom({}, { x: 1 }, { name: "a__echo", arguments: { x: 1 } }),
    content: fc.constant([{ type: "content", content: { type: "text", text: "hi" } }]),
  };
  const options = fc.constant([
    { optionId: "always", name: "Always", kind: "allow_always" },
    { optionId: "once", name: "Once", kind: "allow_once" },
    { optionId: "no", name: "No", kind: "reject_once" },
  ]);
  const sessionId = fc.constant(SESSION);
  const update = some({ sessionUpdate: fc.constantFrom("tool_call", "tool_call_update"), ...call });
  const message = (method: string, params: fc.Arbitrary<unknown>) =>
    some({ jsonrpc: fc.constant("2.0"), id: fc.nat({ max: 5 }), method: fc.constant(method), params });
  return fc.oneof(
    message("session/update", some({ sessionId, update })),
    message("session/request_permission", some({ sessionId, toolCall: some(call), options })),
    message("$/cancel_request", some({ requestId: fc.nat({ max: 5 }) })),
    some({
      jsonrpc: fc.constant("2.0"),
      id: fc.nat({ max: 5 }),
      result: some({ sessionId, stopReason: fc.constant("end_turn") }),
    }),
  );
}

/** With one session, whose server has the tool `a__echo`; its user is never asked. */
async function openInterceptor() {
  const doors = await openDoors();
  const server = await givenServer("a", { tools: [{ name: "echo", call: [{ type: "echo" }] }] });
  const toAgent: unknown[] = [];
  const warnings: string[] = [];
  const rules = [{ name: "user", rules: [{ effect: "allow", when: { subject: "tool-call" } } as const] }];
  const interceptor: Interceptor = toolsInterceptor({
    version: "0.0.0",
    preset: "claude",
    doors: async () => doors,
    services: async () => ({
      openHub: (options) => Object.assign(openHub(options), { rules }),
      grants: memoryGrantStore(),
    }),
    scratchFolder: "/nowhere",
    environment: {},
    onWarning: (warning) => warnings.push(warning),
    onSecrets: () => {},
  })({
    toClient: () => {},
    toAgent: (message) => void toAgent.push(message),
    askClient: () => Promise.reject(new Error("no answer")),
    askAgent: () => Promise.reject(new Error("no answer")),
  });
  const params = { cwd: "/", mcpServers: [server.entry] };
  const opening = frameOf({ jsonrpc: "2.0", id: "new", method: "session/new", params });
  interceptor.fromClient(
    frameOf({ jsonrpc: "2.0", id: "first", method: "initialize", params: { protocolVersion: 1 } }),
  );
  interceptor.fromAgent(frameOf({ jsonrpc: "2.0", id: "first", result: { protocolVersion: 1 } }));
  await interceptor.ready?.(opening);
  const given = interceptor.fromClient(opening);
  interceptor.fromAgent(frameOf({ jsonrpc: "2.0", id: "new", result: { sessionId: SESSION } }));
  return {
    interceptor,
    toAgent,
    warnings,
    /** Lists the tools, as the agent would. */
    connect: () => listTools(given),
    async [Symbol.asyncDispose]() {
      await interceptor.close();
      await doors.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

async function listTools(given: unknown): Promise<void> {
  const [{ url, headers }] = Object(given).message.params.mcpServers;
  const authorization = headers[0].value;
  const head = { authorization, "content-type": "application/json", accept: "application/json, text/event-stream" };
  const clientInfo = { name: "test", version: "1" };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  const session = await send({ id: 1, method: "initialize", params });
  await send({ method: "notifications/initialized" }, session);
  await send({ id: 2, method: "tools/call", params: { name: "a__echo", arguments: {} } }, session);

  async function send(message: object, to?: string): Promise<string> {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    const response = await fetch(url, {
      method: "POST",
      body,
      headers: { ...head, ...(to && { "mcp-session-id": to }) },
    });
    await response.text();
    return response.headers.get("mcp-session-id") ?? "";
  }
}
