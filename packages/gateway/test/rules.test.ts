/**
 * The user's rules hold for other agents: servers, files, commands and questions.
 */

import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { findFloor, NO_RULES, parseRules } from "@tenon/policy";
import { allow, calls, reject, type Step } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { type ClientOptions, openGateway, type TestGateway } from "./support/open-gateway.ts";

const RULES = [
  { effect: "deny", when: { server: "bad" } },
  { effect: "deny", when: { path: "private/**" }, why: "it is private" },
  { effect: "deny", when: { command: "git push *" }, why: "CI does that" },
  { effect: "ask", when: { command: "make *" } },
  { effect: "allow", when: { command: "npm test *" } },
];

describe("[H11] a rule of the user's", () => {
  it("keeps a server from another agent", async () => {
    await using place = await openPlace([]);
    const { sessionId } = await place.client.newSession({
      cwd: place.path,
      mcpServers: ["good", "bad"].map((name) => ({ name, command: `/usr/bin/${name}`, args: [], env: [] })),
    });
    const frames = await place.gateway.frames(sessionId, (frame) => frame.includes('"receipt"'));
    const opened = frames.find((frame) => frame.includes('"session/new"'));
    expect(opened).toContain("/usr/bin/good");
    expect(opened).not.toContain("/usr/bin/bad");
    expect(frames.at(-1)).toContain('"server":"bad","state":"refused"');
  });

  it("[A3] keeps a server from another agent whose session runs", async () => {
    await using place = await openPlace([]);
    const { client } = place;
    const { sessionId } = await client.newSession({ cwd: place.path });
    const server = { name: "bad", command: "/usr/bin/bad", args: [], env: [] };
    const attached = client.request("_tenon/servers/attach", { sessionId, server });
    await expect(attached).rejects.toMatchObject({ code: -32_602, message: expect.stringContaining("rule") });
    const frames = await place.gateway.frames(sessionId, (frame) => frame.includes("caughtUp"));
    expect(frames.some((frame) => frame.includes("/usr/bin/bad"))).toBe(false);
  });

  it("keeps another agent from files and commands, also through an editor that has them", async () => {
    const steps = (path: string): Step[] => [
      call("fs/read_text_file", { path: join(path, "private/a") }),
      call("fs/write_text_file", { path: join(path, "private/a"), content: "x" }),
      call("terminal/create", { command: "git -C . push" }),
      call("fs/read_text_file", { path: join(path, "public") }),
    ];
    for (const editor of [false, true]) {
      await using place = await openPlace(steps, editor ? EDITOR : {});
      await place.prompt();
      expect(place.text().match(/it is private/g)).toHaveLength(2);
      expect(place.text()).toContain("CI does that");
      expect(place.text()).toContain("hello");
      await expect(readFile(join(place.path, "private/a"), "utf8")).resolves.toBe("secret");
      expect(place.asked("fs/read_text_file")).toHaveLength(editor ? 1 : 0);
      expect(place.asked("terminal/create")).toHaveLength(0);
    }
  });

  it.each([
    ["yes", allow, "terminalId"],
    ["no", reject, "was not given"],
  ] as const)("that asks is put to the people of the session: %s", async (_, answer, expected) => {
    await using place = await openPlace([call("terminal/create", { command: "make", args: ["-v"] })], {}, answer);
    await place.prompt();
    expect(place.asked("session/request_permission")).toMatchObject([{ toolCall: { title: "Run make -v" } }]);
    expect(place.text()).toContain(expected);
  });

  it("is asked about with text that hides nothing and stays on its line", async () => {
    const args = ["-v\u202E\u200B", "\n\u001B[2Kharmless"];
    await using place = await openPlace([call("terminal/create", { command: "make", args })], {}, reject);
    await place.prompt();
    expect(place.asked("session/request_permission")).toMatchObject([{ toolCall: { title: "Run make -v harmless" } }]);
  });

  it("[H3] is not needed for the floor to hold", async () => {
    const steps = (path: string): Step[] => [
      call("fs/write_text_file", { path: join(path, ".git/hooks/pre-commit"), content: "x" }),
    ];
    await using place = await openPlace(steps, {}, reject);
    await place.prompt();
    expect(place.asked("session/request_permission")).toHaveLength(1);
    await expect(readFile(join(place.path, ".git/hooks/pre-commit"), "utf8")).rejects.toThrow("ENOENT");
  });

  it("answers the agent's own questions, with what was sent of the call before", async () => {
    const steps: Step[] = [
      {
        type: "update",
        update: {
          sessionUpdate: "tool_call",
          toolCallId: "1",
          title: "git push",
          kind: "execute",
          rawInput: { command: "git push" },
        },
      },
      question("1"),
      {
        type: "update",
        update: {
          sessionUpdate: "tool_call",
          toolCallId: "2",
          title: "npm test",
          kind: "execute",
          rawInput: { command: "npm test" },
        },
      },
      question("2"),
      {
        type: "update",
        update: {
          sessionUpdate: "tool_call",
          toolCallId: "3",
          title: "ls",
          kind: "execute",
          rawInput: { command: "ls" },
        },
      },
      question("3"),
    ];
    await using place = await openPlace(steps);
    await place.prompt();
    expect(place.asked("session/request_permission")).toMatchObject([{ toolCall: { toolCallId: "3" } }]);
    expect(place.text().match(/"optionId":"no"/g)).toHaveLength(1);
    expect(place.text().match(/"optionId":"yes"/g)).toHaveLength(2);
  });

  it("for source remote holds for a client on another machine, whichever agent it has", async () => {
    for (const agent of ["other", "tenon"]) {
      await using place = await openPlace([], { agent, isRemote: true });
      const { sessionId } = await place.client.newSession({
        cwd: place.path,
        mcpServers: [{ name: "far", command: "/usr/bin/far", args: [], env: [] }],
      });
      const frames = await place.gateway.frames(sessionId, (frame) => frame.includes('"refused"'));
      expect(frames.at(-1)).toContain("a client on another machine may not start programs here");
    }
  });
});

const EDITOR: ClientOptions = { capabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true } };

function call(method: string, params: Readonly<Record<string, unknown>>): Step {
  return { type: "call", method, params };
}

function question(toolCallId: string): Step {
  const options = [
    { optionId: "yes", name: "Yes", kind: "allow_once" },
    { optionId: "no", name: "No", kind: "reject_once" },
  ];
  return call("session/request_permission", { toolCall: { toolCallId }, options });
}

async function openPlace(
  given: readonly Step[] | ((path: string) => Step[]),
  options: ClientOptions = {},
  answer: typeof allow = allow,
) {
  const path = await realpath(await mkdtemp(join(tmpdir(), "tenon-rules-")));
  await mkdir(join(path, "private"));
  await writeFile(join(path, "private/a"), "secret");
  await writeFile(join(path, "public"), "hello");
  const steps = typeof given === "function" ? given(path) : given;
  const gateway: TestGateway = openGateway({
    scripts: { other: { turns: [{ steps: [...steps] }] } },
    rules: async (roots) => ({
      ...NO_RULES,
      floor: await findFloor({ roots, environment: {}, home: "/nowhere" }),
      layers: [{ name: "user", rules: parseRules({ rules: RULES }) }],
      close: async () => {},
    }),
  });
  const client = gateway.connect({
    agent: "other",
    answers: {
      "session/request_permission": answer,
      "fs/read_text_file": () => ({ content: "hello" }),
      "terminal/create": () => ({ terminalId: "the editor's" }),
    },
    ...options,
  });
  await client.initialize({
    ...options.capabilities,
    ...(!options.capabilities && { _meta: { tenon: { host: true } } }),
  });
  let sessionId = "";
  return {
    path,
    gateway,
    client,
    async prompt() {
      ({ sessionId } = await client.newSession({ cwd: path }));
      await client.prompt(sessionId, "go");
    },
    text: () => client.text(sessionId),
    asked: (method: string) =>
      client.transcript.entries.filter(calls(method)).map(({ text }) => JSON.parse(text).params),
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]?.();
      await gateway[Symbol.asyncDispose]();
      await rm(path, { recursive: true, force: true });
    },
  };
}
