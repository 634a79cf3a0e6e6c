import type { EndpointCall } from "@tenon/hub/endpoint";
import { describe, expect, it } from "vitest";

import { createAgentCalls } from "../../src/session/calls/agent-calls.ts";

const TOOL = { name: "github__list", server: "github", tool: "list", title: "List" };
const SHOWN = { title: "mcp__tenon__github__list", rawInput: { page: 1 } };

function callOf(id: string, rest: Partial<EndpointCall> = {}): EndpointCall {
  return { ...TOOL, id, called: TOOL.name, args: { page: 1 }, signal: new AbortController().signal, ...rest };
}

const open = () =>
  createAgentCalls((name) => (name === TOOL.name ? TOOL : undefined), { showsInvocation: false, names: ["tenon"] });

describe("a call of the agent's own", () => {
  it.each([
    ["of a server that has our name", { name: "mcp__tenon__danger" }],
    ["of such a server, named in _meta", { _meta: { toolName: "mcp__tenon__danger" } }],
    ["whose arguments name a tool of ours", { title: "run", rawInput: { server: "tenon", tool: "find_tools" } }],
  ])("is none of the endpoint: %s", (_, fields) => {
    expect(open().read({ toolCallId: "x", ...fields })).toBeUndefined();
  });
});

it("is known where the agent makes one underscore of several", () => {
  const find = (name: string) => (name === TOOL.name ? TOOL : undefined);
  const calls = createAgentCalls(find, { joinsUnderscores: true, names: ["tenon"] });
  expect(calls.read({ toolCallId: "x", title: "mcp__tenon__github_list" })).toMatchObject({ tool: TOOL });
  expect(open().read({ toolCallId: "x", title: "mcp__tenon__github_list" })).toBeUndefined();
});

describe("a call at the endpoint and the agent's id of it", () => {
  it("a call that is cancelled before the agent shows it has no id, and fails nothing", async () => {
    const cancelling = new AbortController();
    const id = open().idOf(callOf("one", { signal: cancelling.signal }));
    cancelling.abort(new Error("cancelled"));
    expect(await id).toBeUndefined();
  });

  it("a call whose arguments nest without end fails nothing", async () => {
    const calls = open();
    calls.read({ toolCallId: "call-1", ...SHOWN });
    const args = JSON.parse(`${'{"a":'.repeat(1_000)}1${"}".repeat(1_000)}`);
    const ended = AbortSignal.abort(new Error("cancelled"));
    expect(await calls.idOf(callOf("one", { args, signal: ended }))).toBeUndefined();
  });

  it("two equal calls that are shown late have an id each", async () => {
    const calls = open();
    const ids = [calls.idOf(callOf("one")), calls.idOf(callOf("two"))];
    calls.read({ toolCallId: "call-1", ...SHOWN });
    calls.read({ toolCallId: "call-2", ...SHOWN });
    expect(await Promise.all(ids)).toEqual(["call-1", "call-2"]);
  });

  it("a call that has ended for the agent is not joined to a later one", async () => {
    const calls = open();
    calls.read({ toolCallId: "rejected", ...SHOWN });
    calls.read({ toolCallId: "rejected", status: "failed" });
    calls.read({ toolCallId: "again", ...SHOWN });
    expect(await calls.idOf(callOf("one"))).toBe("again");
  });

  it("a call that is shown only when it has ended is joined all the same", async () => {
    const calls = open();
    const id = calls.idOf(callOf("one"));
    calls.read({ toolCallId: "call-1", ...SHOWN, status: "completed" });
    expect(await id).toBe("call-1");
  });
});
