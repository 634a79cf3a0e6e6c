/**
 * The rules hold from a session's first message on, also where the agent speaks too early or the client does not say which
 * folder it means.
 */

import { fileURLToPath } from "node:url";

import { findFloor, NO_RULES, parseRules } from "@tenon/policy";
import { calls, reject } from "@tenon/testkit/acp";
import { expect, it } from "vitest";

import { openGateway, type TestClient } from "./support/open-gateway.ts";

const RULES = [{ effect: "deny", when: { command: "git push *" }, why: "CI does that" }];

it("[H11] the rules of the folder that is being opened hold before the agent has given the session's id", async () => {
  await using gateway = openEarly(1);
  await using client = await connect(gateway);
  const { sessionId } = await client.newSession({ cwd: "/srv" });
  await client.prompt(sessionId, "go");
  expect(client.text(sessionId).match(/CI does that/g)).toHaveLength(2);
  expectNothingDone(client);
  expect(asked(client, "session/request_permission")).toBe(2);
});

it("[H11] a session that may belong to either of two folders does nothing before it is open", async () => {
  await using gateway = openEarly(2);
  await using client = await connect(gateway);
  const [{ sessionId }] = await Promise.all([client.newSession({ cwd: "/srv" }), client.newSession({ cwd: "/opt" })]);
  await client.transcript.when(() => client.text(sessionId) !== "");
  expect(client.text(sessionId).match(/the session is not open yet/g)).toHaveLength(2);
  expectNothingDone(client);
});

it.each([{}, { cwd: null }])("[H11] the rules hold for a session that is opened again with %j", async (given) => {
  for (const method of ["session/load", "session/resume", "session/fork"]) {
    await using gateway = openEarly(0);
    await using first = await connect(gateway);
    const { sessionId } = await first.newSession({ cwd: "/srv" });
    if (method !== "session/fork") await first.request("session/close", { sessionId });
    await using client = await connect(gateway);
    const opened = await client.request<{ readonly sessionId?: string }>(method, {
      sessionId,
      mcpServers: [],
      ...given,
    });
    const reopened = opened.sessionId ?? sessionId;
    await client.prompt(reopened, "go");
    expect(client.text(reopened)).toContain("CI does that");
    expectNothingDone(client);
    const sent = await gateway.frames(reopened, (frame) => frame.includes('"caughtUp"'));
    expect(sent.findLast((frame) => /"session\/(?:resume|fork)"/.test(frame))).toContain('"cwd":"/srv"');
  }
});

it("[H11] a new session needs a folder", async () => {
  await using gateway = openEarly(0);
  await using client = await connect(gateway);
  for (const given of [{}, { cwd: null }, { cwd: 7 }, { cwd: "" }, { cwd: "here" }]) {
    await expect(client.request("session/new", { mcpServers: [], ...given })).rejects.toMatchObject({ code: -32_602 });
  }
});

it("[H11] rules that could not be read refuse what was asked, and are read again for the next", async () => {
  let readings = 0;
  await using gateway = openEarly(0, async () => {
    readings += 1;
    if (readings === 1) throw new Error("too many open files");
  });
  await using client = await connect(gateway);
  const { sessionId } = await client.newSession({ cwd: "/srv" });
  await client.prompt(sessionId, "go");
  expect(client.text(sessionId)).toContain("CI does that");
  expectNothingDone(client);
  expect(readings).toBe(2);
});

function openEarly(waitsFor: number, beforeRules = async () => {}) {
  const script = fileURLToPath(new URL("./fixtures/early-agent.mjs", import.meta.url));
  return openGateway({
    agents: [
      {
        name: "early",
        program: async () => ({
          command: process.execPath,
          args: [script, String(waitsFor)],
          cwd: import.meta.dirname,
          env: {},
        }),
      },
    ],
    rules: async (roots) => {
      await beforeRules();
      return {
        ...NO_RULES,
        floor: await findFloor({ roots, environment: {}, home: "/nowhere" }),
        layers: [{ name: "user", rules: parseRules({ rules: RULES }) }],
        close: async () => {},
      };
    },
  });
}

/** An editor that would do everything. */
async function connect(gateway: ReturnType<typeof openGateway>): Promise<TestClient> {
  return await gateway.client({
    agent: "early",
    capabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
    answers: {
      "session/request_permission": reject,
      "fs/write_text_file": () => ({}),
      "terminal/create": () => ({ terminalId: "1" }),
    },
  });
}

function expectNothingDone(client: TestClient) {
  expect(asked(client, "fs/write_text_file")).toBe(0);
  expect(asked(client, "terminal/create")).toBe(0);
}

function asked(client: TestClient, method: string): number {
  return client.transcript.entries.filter(calls(method)).length;
}
