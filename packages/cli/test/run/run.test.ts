import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { descendantsOf } from "@tenon/testkit";
import { type AgentScript, type Step, stdioAgent } from "@tenon/testkit/acp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { screen } from "../timeline-view/screen.ts";
import { type Ended, type Home, openHome } from "./run-agent.ts";

let home: Home;
beforeEach(async () => void (home = await openHome()));
afterEach(() => home[Symbol.asyncDispose]());

const tool: Step = { type: "tool", title: "Run tests", kind: "execute", rawInput: { command: "npm test" }, ask: true };
const work = turn(
  { type: "say", text: ["I will ", "look.\n"] },
  { ...tool, output: "ok" },
  { type: "say", text: "Done." },
);

describe("on a terminal", () => {
  it("shows no fences, and what was read once: in the answer", async () => {
    const read: Step = { type: "tool", title: "Read notes.txt", kind: "read", output: "```\nmilk\neggs\n```" };
    const answer: Step = { type: "say", text: "It says:\n\n```\nmilk\neggs\n```\n" };
    const { code, stdout } = await home.runOnTerminal(turn(read, answer), "read it");
    expect(code).toBe(0);
    const terminal = screen(80);
    await terminal.write(stdout);
    const rows = terminal.rows.map((row) => row.trim());
    expect(rows.filter((row) => row.includes("```"))).toEqual([]);
    expect(rows.filter((row) => row === "milk")).toHaveLength(1);
    expect(rows).toContain("2 lines");
  });
});

describe("in a pipe", () => {
  it("standard output is what the agent says, standard error what it does", async () => {
    const ended = await home.run(work, "--policy", "allow", "test it");
    expect(ended).toMatchObject({ code: 0, stdout: "I will look.\n\nDone.\n" });
    expect(ended.stderr).toMatch(/^✓ execute Run tests {2}(\d+ ms|\d\.\d s)\n$/);
  });

  it("--quiet leaves out what it does, --verbose adds the agent's standard error", async () => {
    expect(await home.run(work, "--policy", "allow", "--quiet", "test it")).toMatchObject({ code: 0, stderr: "" });
    const chatty = turn({ type: "stderr", text: "warming up\n" }, { type: "say", text: "Hi" });
    const ended = await home.run(chatty, "--verbose", "test it");
    expect(ended.stderr).toContain("agent stderr: warming up");
  });

  it("--attach warns that the agent does not accept images, and sends a link", async () => {
    await writeFile(join(home.project, "dot.png"), "\x89PNG");
    const ended = await home.run(turn({ type: "say", text: "Hi" }), "--attach", "dot.png", "look");
    expect(ended).toMatchObject({ code: 0, stdout: "Hi\n" });
    expect(ended.stderr).toContain("The agent does not accept images; dot.png is sent as a link.");
  });

  it("--json is one object a line; the first is the session, the last the result", async () => {
    const ended = await home.run(work, "--json", "--policy", "allow", "test it");
    const lines = jsonLines(ended);
    expect(lines[0]).toMatchObject({ type: "session", sessionId: "session-1", cwd: home.project });
    expect(lines.slice(1, -1).every(({ type }) => type === "event")).toBe(true);
    expect(lines.at(-1)).toMatchObject({
      type: "result",
      exitCode: 0,
      stopReason: "end_turn",
      text: "I will look.\n\n\nDone.",
      denied: [],
    });
  });

  it("[W-01] ends with everything written when the reader is slower than the agent", async () => {
    const { stdout } = await home.run(turn({ type: "say-at-length", bytes: 3_000_000 }), "talk");
    expect(stdout.length).toBe(3_000_001);
  });

  it("a reader that leaves early ends the run, and nothing is left of it", async () => {
    const endless = turn(...Array.from({ length: 200 }, (): Step => ({ type: "say-at-length", bytes: 100_000 })));
    const { child, ended, said } = home.start(endless, "talk");
    const family = descendantsOf(child.pid ?? 0);
    await said("xxx");
    child.stdout?.destroy();
    const { code, stderr } = await ended;
    expect(code).toBe(1);
    expect(stderr).toContain("Standard output was closed");
    await family.gone({ within: 20_000 });
  });
});

describe("the exit code says what happened", () => {
  it.each<[string, AgentScript, number, string]>([
    ["out of tokens", { turns: [{ steps: [], stopReason: "max_tokens" }] }, 4, "output token limit"],
    ["an error", turn({ type: "fail", error: { code: -32603, message: "Overloaded" } }), 1, "Overloaded"],
    [
      "an agent that dies",
      turn({ type: "stderr", text: "out of memory\n" }, { type: "exit", code: 3 }),
      1,
      "out of memory",
    ],
  ])("%s", async (_, script, code, words) => {
    const ended = await home.run(script, "do it");
    expect(ended.code).toBe(code);
    expect(ended.stderr).toContain(words);
  });

  it("out of time: the turn is cancelled, and nothing is left", async () => {
    // Long enough for the turn to begin on a slow machine: only a turn that has begun is cancelled.
    const { child, ended } = home.start(turn({ type: "wait-for-cancel" }), "--timeout", "8", "--json", "wait");
    const family = descendantsOf(child.pid ?? 0);
    const result = await ended;
    expect(result.code).toBe(4);
    expect(jsonLines(result).at(-1)).toMatchObject({ type: "result", exitCode: 4, stopReason: "cancelled" });
    expect(result.stderr).toContain("--timeout");
    await family.gone({ within: 20_000 });
  });

  it.each<[readonly string[], string]>([
    [["run"], "The prompt is empty"],
    [["run", "--agent", "gemeni", "hi"], 'Did you mean "gemini"?'],
    [["run", "--continue", "hi"], "No session in"],
  ])("%j was not understood: 2", async (words, hint) => {
    const { code, stdout, stderr } = await home.tenon(...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(hint);
  });
});

describe("permission", () => {
  it("[D-15] [D-21] denies without a terminal, says how to allow it, and never exits with 0", async () => {
    const ended = await home.run(work, "--json", "test it");
    expect(ended.code).toBe(5);
    expect(ended.stderr).toContain('denied: Run tests {"command":"npm test"}');
    expect(ended.stderr).toMatch(/Needs approval, but there is no terminal to ask on\.\n +To allow it, pass --policy/);
    const result = jsonLines(ended).at(-1);
    expect(result).toMatchObject({ exitCode: 5, stopReason: "end_turn", text: expect.stringContaining("Done.") });
    expect(result?.["denied"]).toMatchObject([{ toolCallId: "tool-call-1" }]);
  });

  it("rules of a file allow and deny, also what the question itself does not repeat", async () => {
    const file = join(home.folder, "rules.json");
    const rules = (effect: string) => ({ rules: [{ effect, when: { command: "npm test" }, why: "CI does that" }] });
    const shown = turn({ ...tool, title: "npm test" });
    await writeFile(file, JSON.stringify(rules("allow")));
    expect(await home.run(shown, "--policy", file, "test it")).toMatchObject({ code: 0 });
    await writeFile(file, JSON.stringify(rules("deny")));
    const denied = await home.run(shown, "--policy", file, "test it");
    expect(denied.code).toBe(5);
    expect(denied.stderr).toContain("CI does that");
  });

  it("files outside the session's folder are denied, files inside are written", async () => {
    const write = (path: string): Step => ({
      type: "call",
      method: "fs/write_text_file",
      params: { path, content: "hello" },
    });
    const inside = join(home.project, "a.txt");
    expect(await home.run(turn(write(inside)), "write")).toMatchObject({ code: 0 });
    await expect(readFile(inside, "utf8")).resolves.toBe("hello");
    const outside = await home.run(turn(write(join(home.folder, "b.txt"))), "write");
    expect(outside.code).toBe(5);
    expect(outside.stderr).toContain("b.txt");
  });

  it("--policy deny denies commands that the agent runs without a question", async () => {
    const params = { command: "touch", args: ["made"] };
    const command = turn({ type: "call", method: "terminal/create", params });
    expect(await home.run(command, "--policy", "deny", "run it")).toMatchObject({ code: 5 });
    await expect(readFile(join(home.project, "made"))).rejects.toThrow("ENOENT");
  });
});

describe("[H11] the user's own rules", () => {
  it("hold for another agent, also with --policy allow: servers, files, commands and questions", async () => {
    const config = join(home.folder, "config/tenon");
    const rules = [
      { effect: "deny", when: { server: "bad" }, why: "no such servers here" },
      { effect: "deny", when: { path: "private/**" }, why: "it is private" },
      { effect: "deny", when: { command: ["touch *", "npm test *"] }, why: "nothing is touched" },
    ];
    await mkdir(config, { recursive: true });
    await writeFile(join(config, "tenon.json"), JSON.stringify({ policy: { rules } }));
    const call = (method: string, params: object): Step => ({ type: "call", method, params: { ...params } });
    const acts = turn(
      call("fs/write_text_file", { path: join(home.project, "private/a"), content: "x" }),
      call("terminal/create", { command: "env touch made" }),
      call("fs/write_text_file", { path: join(home.project, ".envrc"), content: "x" }),
    );
    const words = ["--policy", "allow", "--json", "--server", "bad=/usr/bin/bad", "go"];
    const ended = await home.run(acts, ...words);
    const asked = await home.run(work, "--policy", "allow", "test it");
    await rm(join(config, "tenon.json"));
    expect(ended).toMatchObject({ code: 5, stdout: expect.stringContaining('"state":"refused"') });
    expect(ended.stdout).toContain("it is private");
    expect(ended.stdout).toContain("nothing is touched");
    await expect(readFile(join(home.project, "made"))).rejects.toThrow("ENOENT");
    // Everything was allowed on the command line, and no rule forbids this.
    await expect(readFile(join(home.project, ".envrc"), "utf8")).resolves.toBe("x");
    expect(asked).toMatchObject({ code: 5, stderr: expect.stringContaining("nothing is touched") });
  });

  it("[H3] and without --policy allow, what others execute is not written", async () => {
    const params = { path: join(home.project, ".husky/pre-commit"), content: "x" };
    const ended = await home.run(turn({ type: "call", method: "fs/write_text_file", params }), "go");
    expect(ended.code).toBe(5);
    await expect(readFile(params.path)).rejects.toThrow("ENOENT");
  });
});

describe("our own agent", () => {
  it("calls a tool of a real MCP server, and no secret of the server is recorded", async () => {
    const main = fileURLToPath(import.meta.resolve("@modelcontextprotocol/server-everything/dist/index.js"));
    const file = join(home.folder, "servers.json");
    const everything = {
      command: process.execPath,
      args: [main, "stdio"],
      env: { API_TOKEN: "t0ken-that-nobody-may-see" },
    };
    await writeFile(file, JSON.stringify({ mcpServers: { everything } }));
    // It does not end with its standard input.
    await mkdir(join(home.folder, "config/tenon"), { recursive: true });
    await writeFile(join(home.folder, "config/tenon/tenon.json"), JSON.stringify({ limits: { endMs: 1 } }));
    const words = ["--mcp-config", file, "get the sum of 2 and 40"];
    const allowed = await home.tenon("run", "--policy", "allow", ...words);
    expect(allowed).toMatchObject({ code: 0, stdout: expect.stringContaining("The sum of 2 and 40 is 42.") });
    expect(allowed.stderr).toContain("✓");
    const journal = await readFile(join(home.folder, "data", "tenon", "journal.db"), "latin1");
    expect(journal).toContain("get the sum of 2 and 40");
    expect(journal).not.toContain("t0ken-that-nobody-may-see");
    expect(await home.tenon("run", "--policy", "deny", ...words)).toMatchObject({ code: 5 });
  });
});

describe("sessions", () => {
  const stored = (cwd: string): AgentScript => ({
    sessions: [
      {
        sessionId: "session-1",
        cwd,
        history: [
          { sessionUpdate: "user_message_chunk", content: { type: "text", text: "first" } },
          { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "first answer" } },
        ],
      },
    ],
    turns: [{ steps: [{ type: "echo" }] }],
  });

  it("[A-08] a server of --server that does not start is a failed run, one of --optional-server is not", async () => {
    const failed = await home.tenon("run", "--agent", "tenon", "--server", "x=/no/such/program", "hello");
    expect(failed).toMatchObject({ code: 1, stdout: expect.stringContaining("rehearsal model") });
    expect(failed.stderr).toContain("The run failed because x could not be used");
    const served = await home.tenon("run", "--agent", "tenon", "--optional-server", "x=/no/such/program", "hello");
    expect(served).toMatchObject({ code: 0 });
  });

  it("--model sets the session's model, and says so where the agent has none to choose", async () => {
    const own = await home.tenon("run", "--agent", "tenon", "--model", "rehearsal", "--quiet", "thanks");
    expect(own).toMatchObject({ code: 0, stdout: "You are welcome.\n" });
    const other = await home.run(turn({ type: "say", text: "Hi" }), "--model", "x", "hello");
    expect(other).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--model: the agent does not let clients choose"),
    });
  });

  it("[H19] [M51] what is known of an agent holds however it is typed: one that drops servers as they are says so, and ends with 1", async () => {
    const { command, args, env = {} } = stdioAgent(turn({ type: "say", text: "Hi" }));
    const shim = join(home.project, "copilot");
    const words = [command, ...args].map((word) => `'${word}'`).join(" ");
    const variables = Object.entries(env).map(([name, value]) => `${name}='${value}'`);
    await writeFile(shim, `#!/bin/sh\n${variables.join(" ")} exec ${words}\n`, { mode: 0o755 });
    const given = ["--agent", `${shim} --acp`, "--server", "node server.mjs", "hello"];
    const ended = await home.tenon("run", "--no-tools", ...given);
    expect(ended).toMatchObject({ code: 1, stdout: "Hi\n" });
    expect(ended.stderr).toContain("GitHub Copilot CLI ignores stdio MCP servers passed by a client");
    const optional = given.map((word) => (word === "--server" ? "--optional-server" : word));
    const withTools = await home.tenon("run", ...optional);
    expect(withTools).toMatchObject({ code: 0, stdout: "Hi\n" });
    expect(withTools.stderr).not.toContain("ignores stdio MCP servers");
    expect(await home.tenon("run", "--agent", `${shim} --acp`, "hello")).toMatchObject({ code: 0 });
  });

  it("[M51] a program that is not recognised gets the work-arounds of the agent that it says it is", async () => {
    const agentInfo = { name: "gemini-cli", title: "Gemini CLI", version: "0.61.0" };
    const call: Step = { type: "call", method: "fs/read_text_file", params: { path: join(home.project, "a.txt") } };
    const ended = await home.run({ ...turn(call), agentInfo }, "hello");
    // Not offered, so not known.
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining("-32601") });
    const cline = { ...turn({ type: "say", text: "Hi" } as const), agentInfo: { name: "cline", version: "3.0.65" } };
    const dropped = await home.run(cline, "--server", "node server.mjs", "hello");
    expect(dropped).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Cline CLI has no tools of this session"),
    });
  });

  it("[M51] a change that fails at our files is explained, and the run ends with 1 unless it is made later", async () => {
    const path = join(home.project, "new", "a.txt");
    const read: Step = { type: "call", method: "fs/read_text_file", params: { path } };
    const write: Step = { type: "call", method: "fs/write_text_file", params: { path, content: "x" } };
    const edit: Step = { type: "tool", title: `Write ${path}`, kind: "edit", steps: [read], fails: true };
    const ended = await home.run(turn(edit), "--policy", "allow", "--json", "write it");
    expect(ended.code).toBe(1);
    expect(jsonLines(ended).at(-1)).toMatchObject({
      stopReason: "end_turn",
      failedChanges: [{ title: `Write ${path}`, reason: expect.stringContaining("no such file") }],
    });
    const told = await home.run(turn(edit), "--policy", "allow", "write it");
    expect(told.stderr).toMatch(/failed: Write .*a\.txt\n {2}.*no such file/);
    expect(await home.run(turn(read), "--policy", "allow", "look")).toMatchObject({ code: 0 });
    expect(await home.run(turn(edit, write), "--policy", "allow", "write it")).toMatchObject({ code: 0 });
    await rm(path);
    await mkdir(path);
    const failed = await home.run(turn(write), "--policy", "allow", "write it");
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining(`failed: write ${path}`) });
  });

  it.each([
    "[M50] [M52] [M56] --continue prints no old answers that an agent replays after it has loaded, and --json begins with the session",
    "[M50] also when the replay is long",
  ])("%s", async (title) => {
    const program = fileURLToPath(new URL("../../../gateway/test/fixtures/late-replay-agent.mjs", import.meta.url));
    const length = title.includes("long") ? "long" : "";
    const run = (...words: readonly string[]) =>
      home.tenon("run", "--agent", `'${process.execPath}' '${program}' ${length}`, ...words);
    expect(jsonLines(await run("--json", "first"))[0]).toMatchObject({ type: "session" });
    expect(await run("--continue", "second")).toMatchObject({ code: 0, stdout: "Answer to second\n" });
    const lines = jsonLines(await run("--continue", "--json", "third"));
    expect(lines[0]).toMatchObject({ type: "session" });
    expect(lines.at(-1)).toMatchObject({ type: "result", text: "Answer to third" });
  });

  it("--continue goes on with the latest session, shows only what is new, and records all of it", async () => {
    const first = jsonLines(await home.run({}, "--json", "first"))[0];
    const ended = await home.run(stored(home.project), "--continue", "second");
    expect(ended).toMatchObject({ code: 0, stdout: "second\n" });
    const again = await home.run(
      stored(home.project),
      "--json",
      "--session",
      String(first?.["journalId"]).slice(0, 8),
      "third",
    );
    expect(jsonLines(again)[0]).toMatchObject({ journalId: first?.["journalId"] });
    const { stdout } = await home.tenon("log", "show", String(first?.["journalId"]));
    for (const words of ["first", "second", "third"]) expect(stdout).toContain(words);
    expect(stdout).not.toContain("first answer");
  });

  it("an agent that cannot load a session says so, and where to read the old one", async () => {
    await home.run({}, "first");
    const ended = await home.run({}, "--continue", "second");
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain("cannot continue an earlier session");
    expect(ended.stderr).toContain("tenon log show");
  });

  it("--no-journal records nothing", async () => {
    expect(await home.run({}, "--no-journal", "first")).toMatchObject({ code: 0, stdout: "first\n" });
    expect(await home.run({}, "--continue", "second")).toMatchObject({ code: 2 });
  });

  it("--mode and --option set what the agent offers, and name it when they cannot", async () => {
    const modes = {
      currentModeId: "ask",
      availableModes: [
        { id: "ask", name: "Ask" },
        { id: "code", name: "Code" },
      ],
    };
    const script: AgentScript = { newSession: { modes }, answers: { "session/set_mode": { result: {} } } };
    expect(await home.run(script, "--mode", "code", "hi")).toMatchObject({ code: 0, stdout: "hi\n" });
    const wrong = await home.run(script, "--mode", "fast", "hi");
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain("Available: ask, code.");
  });

  it("an agent that wants a sign-in says how, and --sign-in does it", async () => {
    const script: AgentScript = { authRequired: true, authMethods: [{ id: "key", name: "API key" }] };
    const before = await home.run(script, "hi");
    expect(before.code).toBe(1);
    expect(before.stderr).toContain("tenon run --sign-in key");
    expect(await home.run(script, "--sign-in", "key", "hi")).toMatchObject({ code: 0, stdout: "hi\n" });
    expect(await home.run(script, "--sign-in", "kee", "hi")).toMatchObject({ code: 2 });
  });
});

describe("Ctrl-C", () => {
  it("[G-08] cancels the turn, closes everything, and ends by the signal", async () => {
    const script = turn({ type: "say", text: "waiting" }, { type: "wait-for-cancel" });
    const { child, ended, said } = home.start(script, "--json", "wait");
    const family = descendantsOf(child.pid ?? 0);
    await said("waiting");
    child.kill("SIGINT");
    const result = await ended;
    expect(result.signal).toBe("SIGINT");
    expect(jsonLines(result).at(-1)).toMatchObject({ exitCode: 130, stopReason: "cancelled" });
    await family.gone({ within: 20_000 });
  });

  it("[C-03] a second one ends at once an agent that does not stop, with its commands", async () => {
    const script: AgentScript = {
      turns: [
        {
          steps: [
            { type: "say", text: "waiting" },
            { type: "terminal", command: "sleep", args: ["600"] },
          ],
          onCancel: "ignore",
        },
      ],
      manners: { ignoresEnd: true },
    };
    const { child, ended, said } = home.start(script, "--json", "wait");
    const family = descendantsOf(child.pid ?? 0);
    await said('"type":"terminal-created"');
    child.kill("SIGINT");
    await said('"type":"cancel"');
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ signal: "SIGINT" });
    await family.gone({ within: 20_000 });
  });
});

function turn(...steps: readonly Step[]): AgentScript {
  return { turns: [{ steps }] };
}

function jsonLines({ stdout }: Ended): Record<string, unknown>[] {
  return stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
