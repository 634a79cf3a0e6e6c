import { RequestError } from "@agentclientprotocol/sdk";
import type { ClientServices, SessionContext, Terminals } from "@tenon/client";
import type { Step } from "@tenon/testkit/acp";
import type { TimelineEvent } from "@tenon/timeline";
import { expect, it } from "vitest";

import { calls, saidIn, scripted } from "../support/scripted.ts";

const options = {
  all: [
    { optionId: "yes", name: "Yes", kind: "allow_once" },
    { optionId: "never", name: "Never", kind: "reject_always" },
    { optionId: "no", name: "No", kind: "reject_once" },
  ],
  never: [{ optionId: "never", name: "Never", kind: "reject_always" }],
  yes: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
} as const;

it.each([
  ["the option that rejects once", options.all, { outcome: "selected", optionId: "no" }],
  ["the option that rejects always, if there is no other", options.never, { outcome: "selected", optionId: "never" }],
  ["`cancelled`, if there is no way to say no", options.yes, { outcome: "cancelled" }],
])("[R91, R92, D-09, D-16, D-22] without a service, a permission is answered with %s", async (_, options, outcome) => {
  await using run = await scripted({ turns: [{ steps: [{ type: "ask", title: "dig", options }] }] });
  const session = await run.agent.newSession({ cwd: "/" });
  await expect(session.prompt("go")).resolves.toEqual({ stopReason: "end_turn" });
  expect(run.wire.answers()).toEqual([{ outcome }]);
});

it("[R90, D-16, D-21] asks the service about the right call of the right session, and passes on its answer", async () => {
  const questions: unknown[] = [];
  const permissions: ClientServices["permissions"] = async (request, { session }) => {
    questions.push({ request, session });
    return { outcome: { outcome: "selected", optionId: "yes" } };
  };
  const ask: Step = { type: "ask", title: "dig", toolCallId: "call-7", options: options.all };
  await using run = await scripted({ turns: [{ steps: [ask] }] }, { services: { permissions } });
  const session = await run.agent.newSession({ cwd: "/tmp" });
  await session.prompt("go");
  const request = { sessionId: session.id, toolCall: { toolCallId: "call-7", title: "dig" }, options: options.all };
  expect(questions).toEqual([{ request, session: { id: session.id, cwd: "/tmp", roots: ["/tmp"], servers: [] } }]);
  expect(run.wire.answers()).toEqual([{ outcome: { outcome: "selected", optionId: "yes" } }]);
});

it.each([
  ["fails", () => Promise.reject(new Error("secret"))],
  [
    "throws",
    () => {
      throw new Error("secret");
    },
  ],
  ["makes up an option", async () => ({ outcome: { outcome: "selected" as const, optionId: "yes!" } })],
])("[R90, D-16] a service that %s allows nothing, and its host hears of it", async (_, permissions) => {
  const errors: string[] = [];
  await using run = await scripted(
    { turns: [{ steps: [{ type: "ask", title: "dig", options: options.all }] }] },
    { services: { permissions }, onServiceError: (_error, method) => void errors.push(method) },
  );
  const session = await run.agent.newSession({ cwd: "/" });
  await session.prompt("go");
  expect(run.wire.answers()).toEqual([{ outcome: { outcome: "selected", optionId: "no" } }]);
  expect(errors).toEqual(["session/request_permission"]);
});

it("[R153, R156] answers a question that the agent takes back", async () => {
  const asked = Promise.withResolvers<void>();
  const permissions = () => {
    asked.resolve();
    return new Promise<never>(() => {});
  };
  const question = { sessionId: "session-1", toolCall: { toolCallId: "t" }, options: options.all };
  const request = { jsonrpc: "2.0", id: "q", method: "session/request_permission", params: question };
  const back = { jsonrpc: "2.0", method: "$/cancel_request", params: { requestId: "q" } };
  const write = (message: object): Step => ({ type: "write", text: `${JSON.stringify(message)}\n` });
  await using run = await scripted(
    { turns: [{ steps: [write(request), write(back)] }] },
    { services: { permissions } },
  );
  const session = await run.agent.newSession({ cwd: "/" });
  await session.prompt("go");
  await asked.promise;
  await run.wire.when("client", (message) => "result" in message);
  expect(run.wire.answers()).toEqual([{ outcome: { outcome: "cancelled" } }]);
});

it("[D-06] updates that cross a question leave it standing", async () => {
  const answer = Promise.withResolvers<void>();
  const events: TimelineEvent[] = [];
  const steps: Step[] = [
    { type: "ask", title: "dig", isHasty: true },
    { type: "say", text: "meanwhile" },
  ];
  await using run = await scripted(
    { turns: [{ steps: [...steps, { type: "ask", title: "last" }] }] },
    {
      services: {
        async permissions(request) {
          if (request.toolCall.title === "dig") await answer.promise;
          else answer.resolve();
          return { outcome: { outcome: "selected", optionId: "allow" } };
        },
      },
    },
  );
  const session = await run.agent.newSession({ cwd: "/", onEvent: (event) => void events.push(event) });
  await session.prompt("go");
  expect(saidIn(events)).toBe("meanwhile");
  expect(run.wire.answers()).toHaveLength(2);
});

const everyMethod: Step[] = [
  { type: "call", method: "fs/read_text_file", params: { path: "/x" } },
  { type: "call", method: "fs/write_text_file", params: { path: "/x", content: "" } },
  { type: "call", method: "terminal/create", params: { command: "true" } },
  ...["output", "wait_for_exit", "kill", "release"].map((name): Step => ({
    type: "call",
    method: `terminal/${name}`,
    params: { terminalId: "t" },
  })),
  {
    type: "call",
    method: "elicitation/create",
    params: { mode: "form", message: "Who?", requestedSchema: { type: "object", properties: {} } },
  },
];

it("[R11, R36] knows no method without a service", async () => {
  await using run = await scripted({ turns: [{ steps: everyMethod }] });
  const events: TimelineEvent[] = [];
  const session = await run.agent.newSession({ cwd: "/", onEvent: (event) => void events.push(event) });
  await session.prompt("go");
  const lines = saidIn(events).trim().split("\n");
  expect(lines.map((line) => line.replace(/^\S+ failed: (-\d+).*/, "$1"))).toEqual(everyMethod.map(() => "-32601"));
});

it("[R99] passes each method on to its service, in its session, and the answers back", async () => {
  const heard: string[] = [];
  const contexts: SessionContext[] = [];
  const note = (name: string, answer: object) => async () => {
    heard.push(name);
    return answer as never;
  };
  const terminals: Terminals = {
    create: note("create", { terminalId: "t" }),
    output: note("output", { output: "", truncated: false }),
    waitForExit: note("waitForExit", { exitCode: 0 }),
    kill: note("kill", {}),
    release: note("release", {}),
    close: note("close", {}),
  };
  const services: ClientServices = {
    files: (context) => {
      contexts.push(context);
      return { read: note("read", { content: "hi" }), write: note("write", {}) };
    },
    terminals: (context) => {
      contexts.push(context);
      return terminals;
    },
    elicitation: { form: note("form", { action: "accept", content: {} }) },
  };
  await using run = await scripted({ turns: [{ steps: everyMethod }] }, { services });
  const session = await run.agent.newSession({ cwd: "/tmp" });
  await session.prompt("go");
  expect(heard).toEqual(["read", "write", "create", "output", "waitForExit", "kill", "release", "form"]);
  expect(contexts).toEqual([1, 2].map(() => ({ id: session.id, cwd: "/tmp", roots: ["/tmp"], servers: [] })));
  await session.close();
  expect(heard.at(-1)).toBe("close");
});

it("[R17, R14] an error meant for the agent reaches it; any other stays with its host", async () => {
  const errors: unknown[] = [];
  const failure = new Error("EACCES: token=hunter2");
  const services: ClientServices = {
    files: () => ({
      read: () => Promise.reject(RequestError.invalidParams({ path: "/x" }, "outside")),
      write: () => Promise.reject(failure),
    }),
  };
  await using run = await scripted(
    { turns: [{ steps: everyMethod.slice(0, 2) }] },
    { services, onServiceError: (error) => void errors.push(error) },
  );
  const session = await run.agent.newSession({ cwd: "/" });
  await expect(session.prompt("go")).resolves.toEqual({ stopReason: "end_turn" });
  expect(run.wire.answers()).toEqual([
    { code: -32602, message: "Invalid params: outside", data: { path: "/x" } },
    { code: -32603, message: "Internal error" },
  ]);
  expect(errors).toEqual([failure]);
});

it("[R108, D-07] answers what is asked for a session that is not there", async () => {
  const steps: Step[] = [
    { type: "call", method: "fs/read_text_file", params: { path: "/x", sessionId: "other" } },
    { type: "call", method: "terminal/create", params: { command: "true", sessionId: "other" } },
    {
      type: "call",
      method: "session/request_permission",
      params: { sessionId: "other", toolCall: { toolCallId: "t" }, options: [] },
    },
  ];
  const never = () => Promise.reject(new Error("asked"));
  const terminals = {
    create: never,
    output: never,
    waitForExit: never,
    kill: never,
    release: never,
    close: async () => {},
  };
  await using run = await scripted(
    { turns: [{ steps }] },
    { services: { files: () => ({ read: never, write: never }), terminals: () => terminals } },
  );
  const session = await run.agent.newSession({ cwd: "/" });
  await session.prompt("go");
  expect(run.wire.answers()).toEqual(steps.map(() => expect.objectContaining({ code: -32002 })));
});

it("[R153, R157, G-06] what still runs for the agent is aborted, and its terminals are closed, when the session ends", async () => {
  const waiting = Promise.withResolvers<AbortSignal>();
  const closed = Promise.withResolvers<void>();
  const terminals: Terminals = {
    create: async () => ({ terminalId: "t" }),
    output: async () => ({ output: "", truncated: false }),
    waitForExit: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        waiting.resolve(signal);
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
    kill: async () => ({}),
    release: async () => ({}),
    close: async () => closed.resolve(),
  };
  const steps: Step[] = [{ type: "call", method: "terminal/wait_for_exit", params: { terminalId: "t" } }];
  await using run = await scripted({ turns: [{ steps }] }, { services: { terminals: () => terminals } });
  const session = await run.agent.newSession({ cwd: "/" });
  void session.prompt("go");
  const signal = await waiting.promise;
  await session.close();
  expect(signal.aborted).toBe(true);
  await closed.promise;
  await run.wire.when("client", (message) => "error" in message && message.error.code === -32800);
});

it("closes the terminals of every session when the agent dies", async () => {
  const closed = Promise.withResolvers<void>();
  const terminals = (): Terminals => ({
    create: async () => ({ terminalId: "t" }),
    output: async () => ({ output: "", truncated: false }),
    waitForExit: async () => ({ exitCode: 0 }),
    kill: async () => ({}),
    release: async () => ({}),
    close: async () => closed.resolve(),
  });
  const steps: Step[] = [
    { type: "call", method: "terminal/create", params: { command: "x" } },
    { type: "exit", code: 1 },
  ];
  await using run = await scripted({ turns: [{ steps }] }, { services: { terminals } });
  const session = await run.agent.newSession({ cwd: "/" });
  await expect(session.prompt("go")).rejects.toMatchObject({ code: "agent_exited" });
  await closed.promise;
});

const form = { mode: "form", message: "Who?", requestedSchema: { type: "object", properties: {} } };
const url = { mode: "url", message: "Sign in", elicitationId: "e1", url: "https://example.com/" };

it("[R142, R149] refuses modes of elicitation that were not advertised, and unknown modes", async () => {
  const modes = [form, url, { mode: "_vendor/dance", message: "Dance", steps: 3 }];
  const steps = modes.map((params): Step => ({ type: "call", method: "elicitation/create", params }));
  const elicitation = { form: async () => ({ action: "decline" as const }) };
  await using run = await scripted({ turns: [{ steps }] }, { services: { elicitation } });
  const session = await run.agent.newSession({ cwd: "/" });
  await session.prompt("go");
  const refused = expect.objectContaining({ code: -32602 });
  expect(run.wire.answers()).toEqual([{ action: "decline" }, refused, refused]);
});

it("[R147] is notified that a visit is complete if it was asked for, and once", async () => {
  const complete = (elicitationId: string): Step => ({
    type: "write",
    text: `${JSON.stringify({ jsonrpc: "2.0", method: "elicitation/complete", params: { elicitationId } })}\n`,
  });
  const heard: string[] = [];
  const elicitation = {
    url: async () => ({ action: "accept" as const }),
    complete: (elicitationId: string) => void heard.push(elicitationId),
  };
  const odd: Step = { type: "write", text: '{"jsonrpc":"2.0","method":"elicitation/complete","params":3}\n' };
  const steps: Step[] = [complete("e1"), odd, { type: "call", method: "elicitation/create", params: url }];
  const after = [complete("e1"), complete("e1"), complete("other")];
  await using run = await scripted({ turns: [{ steps: [...steps, ...after] }] }, { services: { elicitation } });
  const session = await run.agent.newSession({ cwd: "/" });
  await session.prompt("go");
  expect(heard).toEqual(["e1"]);
});

it("[R71] cancelling the turn takes back what was elicited", async () => {
  const asked = Promise.withResolvers<void>();
  const elicitation = {
    form: () => {
      asked.resolve();
      return new Promise<never>(() => {});
    },
  };
  const steps: Step[] = [{ type: "call", method: "elicitation/create", params: form }];
  await using run = await scripted({ turns: [{ steps }] }, { services: { elicitation } });
  const session = await run.agent.newSession({ cwd: "/" });
  const prompting = session.prompt("go");
  await asked.promise;
  await session.cancel();
  await expect(prompting).resolves.toEqual({ stopReason: "cancelled" });
  await run.wire.when("client", (message) => "result" in message);
  expect(run.wire.answers()).toEqual([{ action: "cancel" }]);
  expect(run.wire.messages.findLast(({ message }) => message && calls("session/cancel")(message))).toBeDefined();
});
