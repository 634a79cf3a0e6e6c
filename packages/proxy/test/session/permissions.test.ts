import type { RequestPermissionRequest } from "@agentclientprotocol/sdk";
import { choicesFor, type Consent, memoryGrantStore } from "@tenon/policy";
import { allow, type Answer, calls, hesitate, type McpStep, reject, type Step } from "@tenon/testkit/acp";
import { describe, expect, it, vi } from "vitest";

import { createPermissions } from "../../src/session/calls/permissions.ts";
import { givenServer, openWrapped, type Wrapped, type WrappedOptions } from "./open-wrapped.ts";

const SCRIPT = {
  tools: [{ name: "create_issue", title: "Create issue", call: [{ type: "echo" }] }],
} as const;

const CALL: McpStep = { type: "mcp", server: "tenon", tool: "github__create_issue", arguments: { title: "bug" } };
const AGENT_OPTIONS = [
  { optionId: "always", name: "Always", kind: "allow_always" },
  { optionId: "allow", name: "Once", kind: "allow_once" },
  { optionId: "reject", name: "No", kind: "reject_once" },
] as const;
const ASKED: McpStep = { ...CALL, ask: AGENT_OPTIONS };

const ALLOWED = [{ effect: "allow", when: { subject: "tool-call" } }] as const;

type PermissionAnswer = Answer<RequestPermissionRequest>;

interface Played {
  readonly wrapped: Wrapped;
  readonly sessionId: string;
  readonly serverCalls: () => Promise<number>;
}

async function play(
  steps: readonly Step[],
  options: Omit<WrappedOptions, "script" | "answers"> & { readonly answer?: PermissionAnswer },
  look: (played: Played) => Promise<void> | void,
): Promise<void> {
  await using github = await givenServer("github", SCRIPT);
  await using wrapped = await openWrapped({
    preset: "claude",
    ...options,
    script: { turns: steps.map((step) => ({ steps: [step] })) },
    answers: { "session/request_permission": options.answer ?? allow },
  });
  await wrapped.client.initialize();
  const { sessionId } = await wrapped.client.newSession({ mcpServers: [github.entry] });
  const serverCalls = async () => (await github.server.recorded()).filter(({ type }) => type === "call-start").length;
  await look({ wrapped, sessionId, serverCalls });
}

/** What the agent got as answers to its own questions. */
function answersToAgent({ agent }: Wrapped): readonly unknown[] {
  return agent.transcript.messages("client").flatMap((message) => {
    const { result } = { result: undefined, ...message };
    return typeof result === "object" && result !== null && "outcome" in result ? [result.outcome] : [];
  });
}

const questionsOf = (wrapped: Wrapped) => wrapped.givenToClient("session/request_permission");
const ONCE = { outcome: "selected", optionId: "allow" };
const NO = { outcome: "selected", optionId: "reject" };

describe("one question, not two", () => {
  it("[WA3] the agent's question and the policy's are one, with the real server, tool and arguments", async () => {
    await play([ASKED], {}, async ({ wrapped, sessionId, serverCalls }) => {
      await wrapped.client.prompt(sessionId, "go");
      expect(questionsOf(wrapped)).toMatchObject([
        { sessionId, toolCall: { title: "github: Create issue (bug)", rawInput: { title: "bug" } } },
      ]);
      const [question] = questionsOf(wrapped);
      expect(JSON.stringify(question)).toContain("allow-session");
      expect(answersToAgent(wrapped)).toEqual([ONCE]);
      expect(await serverCalls()).toBe(1);
    });
  });

  it("[WA4] is asked at the call, with the agent's id of it, where the agent does not ask", async () => {
    await play([{ ...CALL, toolCallId: "call-9" }], {}, async ({ wrapped, sessionId, serverCalls }) => {
      await wrapped.client.prompt(sessionId, "go");
      expect(questionsOf(wrapped)).toMatchObject([{ toolCall: { toolCallId: "call-9" } }]);
      expect(await serverCalls()).toBe(1);
    });
  });

  it("[WA4] shows a call of its own where the agent shows none", async () => {
    await play([{ ...CALL, isSilent: true }], {}, async ({ wrapped, sessionId }) => {
      await wrapped.client.prompt(sessionId, "go");
      const [question] = questionsOf(wrapped);
      const updates = wrapped.client.updates(sessionId).filter((update) => "toolCallId" in update);
      expect(updates).toMatchObject([
        { sessionUpdate: "tool_call", title: "github: Create issue (bug)", status: "pending" },
        { sessionUpdate: "tool_call_update", status: "completed" },
      ]);
      expect(updates[0]).toMatchObject({ toolCallId: Object(question?.["toolCall"]).toolCallId });
    });
  });

  it("[WA5] an answer for the session is our grant, and the agent only ever hears its own once", async () => {
    const always: PermissionAnswer = () => ({ outcome: { outcome: "selected", optionId: "allow-session" } });
    await play([ASKED, ASKED], { answer: always }, async ({ wrapped, sessionId, serverCalls }) => {
      await wrapped.client.prompt(sessionId, "one");
      await wrapped.client.prompt(sessionId, "two");
      expect(questionsOf(wrapped)).toHaveLength(1);
      expect(answersToAgent(wrapped)).toEqual([ONCE, ONCE]);
      expect(await serverCalls()).toBe(2);
    });
  });

  it("[WA5] an answer for good is kept in the user's grants, where it can be revoked", async () => {
    const grants = memoryGrantStore();
    const always: PermissionAnswer = () => ({ outcome: { outcome: "selected", optionId: "allow-always" } });
    await play([ASKED], { answer: always, grants }, async ({ wrapped, sessionId }) => {
      await wrapped.client.prompt(sessionId, "go");
    });
    expect(await grants.list()).toMatchObject([
      { verdict: "allow", target: { tool: "create_issue", server: "github" } },
    ]);
  });

  it("[W24] denied is denied, at the agent and at the endpoint", async () => {
    await play([ASKED, CALL], { answer: reject }, async ({ wrapped, sessionId, serverCalls }) => {
      await wrapped.client.prompt(sessionId, "asks");
      await wrapped.client.prompt(sessionId, "does not ask");
      expect(answersToAgent(wrapped)).toEqual([NO]);
      expect(wrapped.client.text(sessionId)).toContain("The user did not allow this call.");
      expect(await serverCalls()).toBe(0);
    });
  });

  it("[W25] a rule decides without a question, for the agent that asks and the one that does not", async () => {
    const rules = [{ effect: "allow", when: { tool: "create_issue", server: "github" } }] as const;
    await play([ASKED, CALL], { rules }, async ({ wrapped, sessionId, serverCalls }) => {
      await wrapped.client.prompt(sessionId, "asks");
      await wrapped.client.prompt(sessionId, "does not ask");
      expect(questionsOf(wrapped)).toEqual([]);
      expect(answersToAgent(wrapped)).toEqual([ONCE]);
      expect(await serverCalls()).toBe(2);
    });
    const denied = [{ effect: "deny", when: { tool: "create_issue", server: "github" } }] as const;
    await play([ASKED, CALL], { rules: denied }, async ({ wrapped, sessionId, serverCalls }) => {
      await wrapped.client.prompt(sessionId, "asks");
      await wrapped.client.prompt(sessionId, "does not ask");
      expect(questionsOf(wrapped)).toEqual([]);
      expect(answersToAgent(wrapped)).toEqual([NO]);
      expect(await serverCalls()).toBe(0);
    });
  });

  it("asks again for other arguments than those that were allowed", async () => {
    const lying: McpStep = { ...ASKED, rawInput: { title: "harmless" } };
    await play([lying], {}, async ({ wrapped, sessionId }) => {
      await wrapped.client.prompt(sessionId, "go");
      expect(questionsOf(wrapped).map(({ toolCall }) => Object(toolCall).rawInput)).toEqual([
        { title: "harmless" },
        { title: "bug" },
      ]);
    });
  });

  it("asks when the call arrives, if the agent does not show its arguments", async () => {
    await play([{ ...ASKED, hidesInput: true }], {}, async ({ wrapped, sessionId }) => {
      await wrapped.client.prompt(sessionId, "go");
      expect(questionsOf(wrapped)).toMatchObject([{ toolCall: { rawInput: { title: "bug" } } }]);
      expect(answersToAgent(wrapped)).toEqual([ONCE]);
    });
  });

  it.each([
    ["claude", { title: "mcp__tenon__github__create_issue" }],
    ["gemini", { title: "github__create_issue (tenon MCP Server)" }],
    ["opencode", { title: "tenon_github__create_issue" }],
    ["kimi", { title: "mcp__tenon__github_create_issue" }],
    ["droid", { title: "tenon___github__create_issue" }],
    ["copilot", { title: "tenon-github__create_issue" }],
    ["codex-zed", { title: "Tool: tenon/github__create_issue" }],
    [
      "codex",
      { title: "call", rawInput: { server: "tenon", tool: "github__create_issue", arguments: { title: "bug" } } },
    ],
  ])("knows a tool of ours as %s spells it", async (preset, spelling) => {
    await play([{ ...ASKED, ...spelling }], { preset }, async ({ wrapped, sessionId }) => {
      await wrapped.client.prompt(sessionId, "go");
      expect(questionsOf(wrapped)).toMatchObject([{ toolCall: { title: "github: Create issue (bug)" } }]);
      expect(answersToAgent(wrapped)).toEqual([ONCE]);
    });
  });
});

describe("a question that is not about a tool of ours", () => {
  it.each([
    ["of the agent's own tool", { title: "Bash" }],
    ["of another server", { title: "mcp__other__danger" }],
    ["of a tool that we do not have", { title: "nothing (tenon MCP Server)" }],
  ])("passes as it is: %s", async (_, { title }) => {
    await play([{ type: "tool", title, ask: true }], { answer: allow }, async ({ wrapped, sessionId }) => {
      await wrapped.client.prompt(sessionId, "go");
      expect(questionsOf(wrapped)).toMatchObject([{ toolCall: { title } }]);
    });
  });

  it("passes as it is where the model writes the name of a tool of ours into the arguments of another", async () => {
    const rawInput = { server: "tenon", tool: "find_tools" };
    const other: Step = { type: "tool", title: "run", rawInput, ask: true };
    await play([CALL, other], { rules: ALLOWED }, async ({ wrapped, sessionId }) => {
      await wrapped.client.prompt(sessionId, "the tools are known now");
      await wrapped.client.prompt(sessionId, "go");
      expect(questionsOf(wrapped)).toMatchObject([{ toolCall: { title: "run" } }]);
    });
  });

  it("[W27] [WA6] passes as it is while the agent has not connected to the endpoint", async () => {
    const own: Step = { type: "tool", title: "mcp__tenon__find_tools", ask: true };
    await play([own], {}, async ({ wrapped, sessionId }) => {
      await wrapped.client.prompt(sessionId, "go");
      expect(questionsOf(wrapped)).toMatchObject([{ toolCall: { title: "mcp__tenon__find_tools" } }]);
    });
  });

  it.each([
    "github__create_issue (tenon MCP Server); rm -rf ~",
    "mcp__tenon__github__create_issue",
    "mcp__tenon__planted.bat",
  ])("passes as it is for a command that is made to look like a tool of ours: %s", async (title) => {
    const command: Step = { type: "tool", title, kind: "execute", ask: true };
    await play([CALL, command], { rules: ALLOWED }, async ({ wrapped, sessionId }) => {
      await wrapped.client.prompt(sessionId, "the tools are known now");
      await wrapped.client.prompt(sessionId, "go");
      expect(questionsOf(wrapped)).toMatchObject([{ toolCall: { title } }]);
    });
  });
});

describe("a question that ends", () => {
  it("with a cancel of the turn: the agent hears that, and nothing is called", async () => {
    await play([ASKED], { answer: hesitate }, async ({ wrapped, sessionId, serverCalls }) => {
      const turn = wrapped.client.prompt(sessionId, "go");
      await wrapped.client.transcript.when(calls("session/request_permission"));
      await wrapped.client.cancel(sessionId);
      expect(await turn).toEqual({ stopReason: "cancelled" });
      expect(answersToAgent(wrapped)).toEqual([{ outcome: "cancelled" }]);
      expect(await serverCalls()).toBe(0);
    });
  });

  it("with a client that has gone: nothing is called, and everything closes", async () => {
    await play([ASKED], { answer: hesitate }, async ({ wrapped, sessionId, serverCalls }) => {
      wrapped.client.prompt(sessionId, "go").catch(() => {});
      await wrapped.client.transcript.when(calls("session/request_permission"));
      await wrapped[Symbol.asyncDispose]();
      expect(await serverCalls()).toBe(0);
    });
  });
});

it.each([
  ["prompts/get", 0],
  ["skills/get", 0],
  ["skills/list", 0],
  ["completion/complete", 0],
  ["resources/subscribe", 0],
  ["resources/directory/read", 0],
  // A model calls it, and the user has not named the skill.
  ["read_skill", 1],
  ["resources/read", 1],
  // A server may call a tool as it likes.
  ["call_tool", 1],
])("what the rules leave open is asked for %s %i times", async (called, times) => {
  const choices = choicesFor({ type: "shell", line: "" });
  let asked = 0;
  const { permit } = createPermissions({
    requireConsent: async (_tool, _args, ask) => {
      const chosen = await ask(choices, { effect: "ask", reason: "", by: { type: "nothing" } });
      return chosen?.verdict === "allow" ? { isAllowed: true } : { isAllowed: false, reason: "" };
    },
    async ask() {
      asked += 1;
      return undefined;
    },
    idOf: async () => "call",
    toAgent: () => {},
    onDenied: () => {},
  });
  const { signal } = new AbortController();
  const call = { id: "1", called, name: called, server: "github", tool: "prompts/get", title: "", args: {}, signal };
  expect(await permit(call)).toMatchObject({ isAllowed: times === 0 });
  expect(asked).toBe(times);
});

it("an answer that comes after its turn does not allow a call of the next", async () => {
  const answered = Promise.withResolvers<Consent>();
  const told = Promise.withResolvers<unknown>();
  const REFUSED = { isAllowed: false, reason: "asked again" } as const;
  let asked = 0;
  const permissions = createPermissions({
    requireConsent: async () => ((asked += 1) === 1 ? await answered.promise : REFUSED),
    ask: async () => undefined,
    idOf: async () => "call",
    toAgent: told.resolve,
    onDenied: () => {},
  });
  const tool = { name: "github__list", server: "github", tool: "list", title: "List" };
  permissions.answer({ id: 1, params: { options: AGENT_OPTIONS } }, { toolCallId: "x", called: "l", tool, args: {} });
  permissions.clear();
  answered.resolve({ isAllowed: true });
  await told.promise;
  const { signal } = new AbortController();
  expect(await permissions.permit({ ...tool, id: "1", called: "l", args: {}, signal })).toEqual(REFUSED);
});

describe("a question whose id the agent uses again", () => {
  const tool = { name: "github__list", server: "github", tool: "list", title: "List" };
  const ask = (id: number) =>
    [
      { id, params: { options: AGENT_OPTIONS } },
      { toolCallId: "x", called: "l", tool, args: {} },
    ] as const;

  function openQuestions() {
    const consents: PromiseWithResolvers<Consent>[] = [];
    const told: object[] = [];
    const permissions = createPermissions({
      requireConsent: async () => {
        const consent = Promise.withResolvers<Consent>();
        consents.push(consent);
        return await consent.promise;
      },
      ask: async () => undefined,
      idOf: async () => "call",
      toAgent: (message) => void told.push(message),
      onDenied: () => {},
    });
    return { permissions, consents, told };
  }

  it("is answered with its own answer, not with that of one that was withdrawn", async () => {
    const { permissions, consents, told } = openQuestions();
    permissions.answer(...ask(1));
    expect(permissions.withdraw(1)).toBe(true);
    permissions.answer(...ask(1));
    consents[0]?.resolve({ isAllowed: true });
    await consents[0]?.promise;
    consents[1]?.resolve({ isAllowed: true });
    await vi.waitFor(() => expect(told).toHaveLength(2));
    expect(told).toMatchObject([
      { id: 1, error: { code: -32_800 } },
      { id: 1, result: { outcome: ONCE } },
    ]);
  });

  it("is answered as often as it is asked while the first is open", async () => {
    const { permissions, consents, told } = openQuestions();
    permissions.answer(...ask(1));
    permissions.answer(...ask(1));
    consents[1]?.resolve({ isAllowed: false, reason: "" });
    consents[0]?.resolve({ isAllowed: true });
    await vi.waitFor(() => expect(told).toHaveLength(2));
    expect(told).toMatchObject([{ result: { outcome: NO } }, { result: { outcome: ONCE } }]);
  });
});
