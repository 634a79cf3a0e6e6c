import { createHash } from "node:crypto";

import { classicNoise, loadSchemaCheck } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { journalFolder } from "../journal-folder.ts";
import { runTenon } from "../tenon.ts";
import { wrapped } from "./wrapped.ts";

const schemaViolations = loadSchemaCheck();

it("a client has a session with a wrapped agent, and the journal has it under the agent's name", async () => {
  await using wrap = await wrapped({ turns: [{ steps: [{ type: "say", text: ["Hello ", "world"] }] }] });
  const { client, data } = wrap;
  await client.initialize();
  const { sessionId } = await client.newSession({ cwd: data.folder });
  await expect(client.prompt(sessionId, "greet me")).resolves.toEqual({ stopReason: "end_turn" });
  expect(client.text(sessionId)).toBe("Hello world");
  expect(schemaViolations(client.transcript.entries)).toEqual([]);

  // While it runs, from another process.
  const { stdout } = await data.log("list", "--json");
  const [session] = JSON.parse(stdout);
  expect(session).toMatchObject({ cwd: data.folder, title: "greet me", agentSessionId: sessionId });
  expect(session.agent).toContain("stdio-agent-main");
  expect((await data.log("show", session.id)).stdout).toContain("Hello world");
  await client.end();
  expect(await client.exited).toEqual({ code: 0, signal: null });
});

it("[R1] [B-02] what the agent prints beside its messages is on standard error, with its own standard error", async () => {
  const steps = [{ type: "stderr", text: "a warning of the agent\n" } as const];
  await using wrap = await wrapped({ manners: { noise: classicNoise, banner: "Welcome!\n" }, turns: [{ steps }] });
  const { client } = wrap;
  await client.initialize();
  const { sessionId } = await client.newSession();
  await client.prompt(sessionId, "hello");
  await client.end();
  await client.exited;
  expect(client.transcript.problems("agent")).toEqual([]);
  expect(client.stderr()).toContain("Welcome!");
  expect(client.stderr()).toContain("a warning of the agent");
});

it("[W4] a promise that nothing awaits is reported, and the sessions go on", async () => {
  const planted = `const { stdout } = process;
    if (process.argv.includes("wrap")) stdout.write = function (...rest) {
      delete stdout.write;
      Promise.reject(new Error("planted"));
      return stdout.write(...rest);
    };`;
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(planted)}` };
  await using wrap = await wrapped({}, { env });
  const { client } = wrap;
  await client.initialize();
  const { sessionId } = await client.newSession();
  await expect(client.prompt(sessionId, "hello")).resolves.toEqual({ stopReason: "end_turn" });
  expect(client.stderr()).toContain("Error: planted");
});

it("--no-journal records nothing", async () => {
  await using wrap = await wrapped({}, { flags: ["--no-journal", "--no-tools"] });
  const { client, data } = wrap;
  await client.initialize();
  const { sessionId } = await client.newSession();
  await client.prompt(sessionId, "hello");
  expect((await data.log("list", "--json")).stdout.trim()).toBe("[]");
});

it("[G-12] [W15] two at once, with one journal, have a session each", async () => {
  await using data = await journalFolder();
  await using first = await wrapped({}, { data });
  await using second = await wrapped({}, { data });
  const texts = [first, second].map(async ({ client }, index) => {
    await client.initialize();
    const { sessionId } = await client.newSession();
    await client.prompt(sessionId, `prompt ${index}`);
    return client.text(sessionId);
  });
  expect(await Promise.all(texts)).toEqual(["prompt 0", "prompt 1"]);
  expect(JSON.parse((await data.log("list", "--json")).stdout)).toHaveLength(2);
});

describe("the exit code is the agent's", () => {
  it.each([
    ["0", "process.exit(0)", 0],
    ["its own", "process.exit(42)", 42],
    ["128 and the number of the signal that ended it", 'process.kill(process.pid, "SIGABRT")', 134],
  ])("%s", async (_what, program, code) => {
    await using wrap = await wrapped({}, { command: ["--", process.execPath, "-e", program] });
    const answer = await wrap.client.initialize().catch((error: unknown) => String(error));
    expect(answer).toContain("RequestFailed: The agent");
    expect((await wrap.client.exited).code).toBe(code);
  });
});

it.each([
  ["a name that is not known", ["gemni"], /Unknown agent "gemni". Did you mean "gemini"\?/],
  ["a program that is not there", ["--", "/no/such/agent", "--acp"], /no such program/],
])("%s: the first request says so, and the command fails", async (_what, command, reason) => {
  await using wrap = await wrapped({}, { command });
  await expect(wrap.client.initialize()).rejects.toThrow(reason);
  expect((await wrap.client.exited).code).toBe(1);
  expect(wrap.client.stderr()).toMatch(reason);
});

it("--help says what it is for", async () => {
  const { stdout } = await runTenon("wrap", "--help");
  expect(stdout).toContain("tenon wrap gemini");
  expect(stdout).toContain("tenon wrap -- my-agent --acp");
});

// Answers a prompt with the hash of its line.
const MEASURING_AGENT = `
const { createHash } = require("node:crypto");
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
let rest = [];
process.stdin.on("data", (chunk) => {
  for (let end; (end = chunk.indexOf(10)) !== -1; chunk = chunk.subarray(end + 1)) {
    const line = Buffer.concat([...rest, chunk.subarray(0, end)]);
    rest = [];
    const { id, method } = JSON.parse(line);
    if (method === "initialize") say({ id, result: { protocolVersion: 1 } });
    if (method === "session/new") say({ id, result: { sessionId: "s" } });
    if (method !== "session/prompt") continue;
    say({ id, result: { stopReason: "end_turn", hash: createHash("sha256").update(line).digest("hex") } });
  }
  rest.push(chunk);
});
process.stdin.on("end", () => process.exit());
`;

it("[B-03] a message of 60 MB passes byte for byte, with tools and a record, and the session goes on", async () => {
  const command = ["--", process.execPath, "-e", MEASURING_AGENT];
  await using wrap = await wrapped({}, { flags: [], command });
  const { client } = wrap;
  await client.initialize();
  const { sessionId } = await client.newSession();
  const text = "0123456789abcdef".repeat((60 * 1024 * 1024) / 16);
  const sent = `{"jsonrpc":"2.0","id":"big","method":"session/prompt","params":{"sessionId":"s","prompt":[{"type":"text","text":"${text}"}]}}`;
  await client.write(`${sent}\n`);
  const hash = createHash("sha256").update(sent).digest("hex");
  await client.transcript.when(({ from, text: line }) => from === "agent" && line.includes(hash));
  expect(await client.prompt(sessionId, "hello")).toMatchObject({ stopReason: "end_turn" });
});
