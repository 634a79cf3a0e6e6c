import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import type { SessionUpdate } from "@agentclientprotocol/sdk";
import { type Model, rehearsalModel } from "@tenon/agent";
import { expect, it } from "vitest";

import { CHINESE, ENGLISH, FILES, FURTHER, type NaturalRequest, REVIEWED, UNSEEN } from "./natural-requests.ts";
import { connectAgent } from "../support/connect-agent.ts";

const READ = /^read_file /;
const require = createRequire(import.meta.url);

it(
  "[B10] does what newcomers ask, in English and Chinese, and suggests only what works",
  { timeout: 120_000 },
  async () => {
    await using stage = await openStage();
    expect(await wrongOf(stage, ENGLISH)).toEqual([]);
    expect(await wrongOf(stage, CHINESE)).toEqual([]);
    expect(await wrongOf(stage, FURTHER)).toEqual([]);
    expect(await wrongOf(stage, UNSEEN)).toEqual([]);
    expect(await wrongOf(stage, REVIEWED)).toEqual([]);
    expect(await stage.follow()).toEqual([]);
  },
);

type Stage = Awaited<ReturnType<typeof openStage>>;

async function wrongOf(stage: Stage, requests: readonly NaturalRequest[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const request of requests) {
    const problem = await stage.tryOut(request);
    if (problem) wrong.push(`${request.say}: ${problem}`);
  }
  return wrong;
}

/** One session with the real servers of `npm start`; the folder is the same before each request. */
async function openStage() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "tenon-natural-")));
  const calls: string[] = [];
  const client = await connectAgent({ model: observed(rehearsalModel(), calls) });
  const { sessionId } = await client.newSession({
    cwd: folder,
    mcpServers: [
      { name: "everything", command: process.execPath, args: [binOf("server-everything"), "stdio"], env: [] },
      { name: "filesystem", command: process.execPath, args: [binOf("server-filesystem"), folder], env: [] },
    ],
  });
  await client.prompt(sessionId, "/tools");
  const suggested = new Set<string>(Object.values(rehearsalModel().suggestions ?? {}).flat());

  async function reset(): Promise<void> {
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
    await mkdir(folder, { recursive: true });
    for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
  }

  async function say(text: string) {
    const before = client.updates(sessionId).length;
    calls.length = 0;
    await client.prompt(sessionId, text);
    const turn = readTurn(client.updates(sessionId).slice(before), calls);
    for (const [, suggestion = ""] of turn.prose.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)) suggested.add(suggestion);
    return turn;
  }

  return {
    async tryOut({
      say: asked,
      replies = [],
      calls: expectedCalls,
      says,
      files = {},
    }: NaturalRequest): Promise<string | undefined> {
      await reset();
      const turns = [await say(asked)];
      for (const answer of replies) turns.push(await say(answer));
      const seen = turns.flatMap((turn) => turn.calls);
      const shown = turns.map((turn) => turn.shown).join("\n");
      const got = `${seen.map((call) => `${call.status} ${call.text}`).join("; ")} | ${shown}`.slice(0, 400);
      if (expectedCalls) {
        // A file is read before it is changed.
        let at = 0;
        const fit = seen.every(({ text }) => (expectedCalls[at]?.test(text) ? ++at > 0 : READ.test(text)));
        if (!fit || at < expectedCalls.length || seen.some(({ status }) => status !== "completed"))
          return `calls: ${got}`;
      }
      if (says && !says.test(shown)) return `says: ${got}`;
      if (/I will call|answered:|\(an image/.test(shown)) return `narrates: ${got}`;
      for (const [name, expected] of Object.entries(files)) {
        const text = await readFile(join(folder, name), "utf8").catch(() => null);
        if (text === null ? expected !== null : !expected?.test(text)) return `${name} is ${text}: ${got}`;
      }
      return undefined;
    },
    /** Sends everything that was suggested, and returns what failed. */
    async follow(): Promise<string[]> {
      const failing: string[] = [];
      for (const suggestion of suggested) {
        await reset();
        const turn = await say(suggestion);
        if (turn.calls.some(({ status }) => status !== "completed") || /no tool for|没有适合/.test(turn.shown)) {
          failing.push(`${suggestion}: ${turn.shown.slice(0, 200)}`);
        }
      }
      return failing;
    },
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

/** What a user sees of one turn. */
function readTurn(updates: readonly SessionUpdate[], made: readonly string[]) {
  const statuses = new Map<string, string>();
  let prose = "";
  let results = "";
  for (const update of updates) {
    if (update.sessionUpdate === "agent_message_chunk" && update.content.type === "text") prose += update.content.text;
    if (update.sessionUpdate !== "tool_call" && update.sessionUpdate !== "tool_call_update") continue;
    statuses.set(update.toolCallId, update.status ?? statuses.get(update.toolCallId) ?? "");
    for (const block of update.content ?? []) {
      if (block.type === "content")
        results += block.content.type === "text" ? block.content.text : `[${block.content.type}]`;
    }
  }
  const calls = [...statuses.values()].map((status, at) => ({ status, text: made[at] ?? "" }));
  return { calls, prose, shown: `${results}\n${prose}` };
}

/** The same model; its calls are added to `calls`. */
function observed(model: Model, calls: string[]): Model {
  return {
    ...model,
    async *answer(request) {
      for await (const event of model.answer(request)) {
        if (event.type === "tool-call") calls.push(`${event.name} ${JSON.stringify(event.args)}`);
        yield event;
      }
    },
  };
}

/** The program of one of the reference servers. */
function binOf(server: string): string {
  const manifest = require.resolve(`@modelcontextprotocol/${server}/package.json`);
  const { bin } = require(manifest) as { bin: Record<string, string> };
  return join(dirname(manifest), Object.values(bin)[0] ?? "");
}
