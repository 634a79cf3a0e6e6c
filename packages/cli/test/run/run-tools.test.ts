/**
 * `tenon run` gives another agent the tools of the command line's servers and the user's own, as `tenon wrap` does.
 */

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { descendantsOf } from "@tenon/testkit";
import type { AgentScript, McpStep } from "@tenon/testkit/acp";
import { stdioServer, type StdioServer } from "@tenon/testkit/mcp";
import { afterEach, beforeEach, expect, it } from "vitest";

import { type Home, openHome } from "./run-agent.ts";

let home: Home;
let server: StdioServer;
beforeEach(async () => {
  home = await openHome();
  server = await stdioServer({
    tools: [
      { name: "greet", call: [{ type: "report", of: ["arguments"] }] },
      { name: "hang", call: [{ type: "never-answer" }] },
    ],
  });
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

const greet: McpStep = { type: "mcp", server: "tenon", tool: "world__greet", arguments: { name: "you" } };
const GREETS: AgentScript = { turns: [{ steps: [greet] }] };
const ASKS: AgentScript = { turns: [{ steps: [{ ...greet, ask: true }] }] };

it("[H19] gives an agent the tools of --mcp-config, and records receipts and messages and no key", async () => {
  const ended = await home.run(GREETS, "--policy", "allow", "--mcp-config", await serversFile(), "greet");
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining("you") });
  const [session] = JSON.parse((await home.tenon("log", "list", "--json")).stdout);
  const { stdout: recorded } = await home.tenon("log", "export", session.id);
  expect(recorded).toContain("world: greet");
  expect(recorded).toMatch(/receipt.*world.*listed/);
  expect(recorded).toMatch(/mcp-message.*world.*tools\/call/);
  expect(recorded).not.toContain("TENON_ENDPOINT_TOKEN");
});

it("[H10] gives it the user's own servers too, also in a session that is continued", async () => {
  await configure({ mcpServers: { world: { command: server.command, args: server.args, env: server.env } } });
  const script = { ...GREETS, sessions: [{ sessionId: "session-1", cwd: home.project, history: [] }] };
  const words = ["--policy", "allow", "greet"];
  expect(await home.run(script, ...words)).toMatchObject({ code: 0, stdout: expect.stringContaining("you") });
  const continued = await home.run(script, "--continue", ...words);
  expect(continued).toMatchObject({ code: 0, stdout: expect.stringContaining("you") });
});

it("lends it the files and commands of the run, under its policy", async () => {
  const write: McpStep = {
    type: "mcp",
    server: "tenon",
    tool: "Write",
    arguments: { file_path: "made.txt", content: "made" },
  };
  const bash: McpStep = { type: "mcp", server: "tenon", tool: "Bash", arguments: { command: "cat made.txt" } };
  const script = { turns: [{ steps: [write, bash] }] };
  const allowed = await home.run(script, "--policy", "allow", "--client-tools=tenon", "go");
  expect(allowed).toMatchObject({ code: 0, stdout: expect.stringContaining("made") });
  expect(await readFile(join(home.project, "made.txt"), "utf8")).toBe("made");
  const denied = await home.run(script, "--policy", "deny", "--client-tools=tenon", "go");
  expect(denied.code).toBe(5);
});

it("[D-15] without a terminal a call is denied once, whether the agent asks or not, and the run ends with 5", async () => {
  for (const script of [GREETS, ASKS]) {
    const ended = await home.run(script, "--json", "--mcp-config", await serversFile(), "greet");
    expect(ended.code).toBe(5);
    const result = JSON.parse(ended.stdout.trimEnd().split("\n").at(-1) ?? "");
    expect(result.denied).toMatchObject([{ title: expect.stringContaining("world: greet (you)") }]);
  }
});

it("[H11] a rule of the user's allows a call, and --policy denies it all the same", async () => {
  await configure({ policy: { rules: [{ effect: "allow", when: { server: "world", tool: "greet" } }] } });
  const words = ["--mcp-config", await serversFile(), "greet"];
  expect(await home.run(ASKS, ...words)).toMatchObject({ code: 0, stdout: expect.stringContaining("you") });
  expect(await home.run(GREETS, "--policy", "deny", ...words)).toMatchObject({ code: 5 });
  const forbidding = join(home.folder, "rules.json");
  const rule = { effect: "deny", when: { server: "world", tool: "greet" }, why: "not today" };
  await writeFile(forbidding, JSON.stringify({ rules: [rule] }));
  const byFile = await home.run(GREETS, "--policy", forbidding, ...words);
  expect(byFile).toMatchObject({ code: 5, stderr: expect.stringContaining("not today") });
});

it("[D-15] a call that a rule of the user's denies is a denial of the run, once", async () => {
  const rule = { effect: "deny", when: { server: "world", tool: "greet" }, why: "not today" };
  await configure({ policy: { rules: [rule] } });
  for (const script of [GREETS, ASKS]) {
    const ended = await home.run(script, "--json", "--mcp-config", await serversFile(), "greet");
    expect(ended.code).toBe(5);
    const result = JSON.parse(ended.stdout.trimEnd().split("\n").at(-1) ?? "");
    expect(result.denied).toEqual([
      { title: expect.stringContaining("world: greet"), reason: expect.stringContaining("not today") },
    ]);
  }
});

it("an agent that takes no servers is reported once", async () => {
  const script = { ...GREETS, agentInfo: { name: "cline", version: "3.0.65" }, turns: [] };
  const ended = await home.run(script, "--policy", "allow", "--mcp-config", await serversFile(), "greet");
  expect(`${ended.stdout}${ended.stderr}`.match(/ignores (?:the )?MCP servers/g)).toHaveLength(1);
});

it("--no-tools passes servers to the agent as they are", async () => {
  const direct: AgentScript = { turns: [{ steps: [{ ...greet, server: "world", tool: "greet" }] }] };
  const ended = await home.run(direct, "--no-tools", "--mcp-config", await serversFile(), "greet");
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining("you") });
});

it("[W1] interrupted in the middle of a call, leaves neither agent, shim nor server", async () => {
  const hang: AgentScript = { turns: [{ steps: [{ ...greet, tool: "world__hang" }] }] };
  const { child, ended } = home.start(hang, "--policy", "allow", "--mcp-config", await serversFile(), "go");
  const family = descendantsOf(child.pid ?? 0);
  await server.until("call-start");
  child.kill("SIGTERM");
  expect(await ended).toMatchObject({ signal: "SIGTERM" });
  await family.gone({ within: 20_000 });
});

async function serversFile(): Promise<string> {
  const { command, args, env } = server;
  const file = join(home.folder, "servers.json");
  await writeFile(file, JSON.stringify({ mcpServers: { world: { command, args, env } } }));
  return file;
}

async function configure(configuration: object): Promise<void> {
  const folder = join(home.folder, "config/tenon");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "tenon.json"), JSON.stringify(configuration));
}
