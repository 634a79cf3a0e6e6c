import { connectAgent } from "@tenon/client";
import { leaveNothing, manualClock } from "@tenon/testkit";
import type { AnyMessage } from "@agentclientprotocol/sdk";
import { expect, it } from "vitest";

import { clientInfo, program, recording, scripted } from "../support/scripted.ts";

it("[R26] sends `initialize` first, and nothing else until it is answered", async () => {
  await using run = await scripted({});
  await run.agent.newSession({ cwd: "/" });
  const order = run.wire.messages.map(({ from, message }) => `${from} ${nameOf(message)}`);
  expect(order.slice(0, 3)).toEqual(["client initialize", "agent answer", "client session/new"]);
});

it("[R28, R33, R34, R35, Y-08] says its version, its name and no more than it can do", async () => {
  await using run = await scripted({}, { clientInfo: { name: "test", title: "A test", version: "1.2.3" } });
  expect(run.wire.sent("initialize")).toEqual([
    {
      protocolVersion: 1,
      clientCapabilities: { session: { configOptions: { boolean: {} }, notices: {}, compaction: {} } },
      clientInfo: { name: "test", title: "A test", version: "1.2.3" },
    },
  ]);
});

it("[R35, R37, R99] advertises exactly the services that are there", async () => {
  const nothing = () => Promise.reject(new Error("not asked for"));
  const terminals = { create: nothing, output: nothing, waitForExit: nothing, kill: nothing, release: nothing };
  await using run = await scripted(
    {},
    {
      services: {
        files: () => ({ read: nothing, write: nothing }),
        terminals: () => ({ ...terminals, close: async () => {} }),
        elicitation: { form: nothing, url: nothing },
        terminalSignIn: true,
      },
    },
  );
  expect(run.wire.sent("initialize")).toMatchObject([
    {
      clientCapabilities: {
        fs: { readTextFile: true, writeTextFile: true },
        terminal: true,
        elicitation: { form: {}, url: {} },
        auth: { terminal: true },
      },
    },
  ]);
});

it("[R35, R142] advertises only the modes of elicitation that it has, and none if it has none", async () => {
  const form = async () => ({ action: "decline" as const });
  await using some = await scripted({}, { services: { elicitation: { form } } });
  expect(some.wire.sent("initialize")).toMatchObject([{ clientCapabilities: { elicitation: { form: {} } } }]);
  await using none = await scripted({}, { services: { elicitation: {} } });
  expect(none.wire.sent("initialize")).not.toMatchObject([{ clientCapabilities: { elicitation: {} } }]);
});

it.each([2, 99, "1", undefined])(
  "[R31, Y-01, Y-05] stops before `session/new` if the agent speaks version %s",
  async (protocolVersion) => {
    const wire = recording();
    const answers = { initialize: { result: { protocolVersion, agentCapabilities: {} } } };
    const connecting = connectAgent(program({ answers }), { clientInfo, record: wire.record });
    await expect(connecting).rejects.toMatchObject({
      code: "agent_unsupported_version",
      details: { protocolVersion },
    });
    expect(wire.messages.filter(({ from }) => from === "client")).toHaveLength(1);
  },
);

it.each([
  ["nothing at all", {}],
  ["null", { agentCapabilities: null, authMethods: null, agentInfo: null }],
  ["the wrong types", { agentCapabilities: "yes", authMethods: { id: 1 }, agentInfo: "me" }],
  ["wrong parts", { agentCapabilities: { loadSession: "yes", sessionCapabilities: [], mcpCapabilities: 3, _x: 1 } }],
])("[R34, R38, X-04, Y-13] takes an answer with %s for an agent that can do the least", async (_, rest) => {
  await using run = await scripted({ answers: { initialize: { result: { protocolVersion: 1, ...rest } } } });
  await expect(run.agent.loadSession("s", { cwd: "/" })).rejects.toMatchObject({ code: "not_advertised" });
  const session = await run.agent.newSession({ cwd: "/" });
  await expect(session.prompt("hi")).resolves.toEqual({ stopReason: "end_turn" });
});

it("[R38] takes one malformed capability for missing, and the others for what they are", async () => {
  const agentCapabilities = { loadSession: 1, promptCapabilities: { image: true, audio: "yes" } };
  const answers = { initialize: { result: { protocolVersion: 1, agentCapabilities } } };
  await using run = await scripted({ answers });
  const session = await run.agent.newSession({ cwd: "/" });
  await session.prompt([{ type: "image", data: "", mimeType: "image/png" }]);
  const sound = { type: "audio", data: "", mimeType: "audio/wav" } as const;
  await expect(session.prompt([sound])).rejects.toMatchObject({ code: "not_advertised" });
});

it("[U-04] names an agent that cannot be found, and where it was looked for", async () => {
  const missing = { command: "no-such-agent", cwd: "/", env: { PATH: "/nowhere" } };
  await expect(connectAgent(missing, { clientInfo })).rejects.toMatchObject({
    code: "agent_not_found",
    message: expect.stringMatching(/no-such-agent.*\/nowhere/s),
    details: { command: "no-such-agent" },
  });
  const homeless = { command: process.execPath, cwd: "/no/such/place", env: {} };
  await expect(connectAgent(homeless, { clientInfo })).rejects.toMatchObject({ code: "agent_not_started" });
});

it("[Y-06] an agent that dies before it speaks leaves its last words", async () => {
  await leaveNothing(async ({ environment }) => {
    const source = `console.log("on stdout: no token"); console.error("on stderr: giving up"); process.exitCode = 3`;
    const dying = { command: process.execPath, args: ["-e", source], cwd: "/", env: environment };
    await expect(connectAgent(dying, { clientInfo })).rejects.toMatchObject({
      code: "agent_exited",
      message: expect.stringMatching(/exited with code 3.*on stderr: giving up.*on stdout: no token/s),
      details: { exit: { code: 3, signal: null }, stderr: "on stderr: giving up\n", noise: "on stdout: no token\n" },
    });
  });
});

it("[Y-06] an agent that never answers is given up in time, with what it wrote", async () => {
  await leaveNothing(async ({ environment }) => {
    const clock = manualClock();
    const said = Promise.withResolvers<void>();
    const source = `console.error("downloading…"); setInterval(() => {}, 1 << 30); process.stdin.resume()`;
    const silent = { command: process.execPath, args: ["-e", source], cwd: "/", env: environment };
    const connecting = connectAgent(silent, { clientInfo, clock, onStderr: () => said.resolve() });
    await said.promise;
    await Promise.all([
      expect(connecting).rejects.toMatchObject({
        code: "agent_silent",
        message: expect.stringMatching(/120 seconds.*downloading…/s),
      }),
      clock.advance(120_000),
    ]);
  });
});

it("[B-02] rejects a program whose output is not ACP", async () => {
  await leaveNothing(async ({ environment }) => {
    const source = `const line = "y\\n".repeat(1000); const go = () => process.stdout.write(line, go); go()`;
    const chatter = { command: process.execPath, args: ["-e", source], cwd: "/", env: environment };
    await expect(connectAgent(chatter, { clientInfo })).rejects.toMatchObject({ code: "agent_not_acp" });
  });
});

it("an agent that refuses to begin is quoted", async () => {
  const answers = { initialize: { error: { code: -32603, message: "licence expired" } } };
  await expect(connectAgent(program({ answers }), { clientInfo })).rejects.toMatchObject({
    code: "agent_refused",
    message: expect.stringContaining("licence expired"),
  });
});

it("rejects with the reason of its signal, and leaves nothing behind", async () => {
  await leaveNothing(async ({ environment }) => {
    const abort = new AbortController();
    const { env, ...rest } = program({ answers: { initialize: { never: true } } });
    const wire = recording();
    const { signal } = abort;
    const connecting = connectAgent(
      { ...rest, env: { ...env, ...environment } },
      { clientInfo, record: wire.record, signal },
    );
    await wire.when("client", () => true);
    abort.abort(new Error("enough"));
    await expect(connecting).rejects.toThrow("enough");
    await expect(connectAgent(program({}), { clientInfo, signal })).rejects.toThrow("enough");
  });
});

function nameOf(message: AnyMessage | undefined): string {
  return message && "method" in message ? message.method : "answer";
}
