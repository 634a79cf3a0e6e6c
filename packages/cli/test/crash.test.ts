/**
 * The agent is killed at any moment of a turn with calls side by side, and another one goes on with the session: the
 * history is one that the provider takes, and nothing is shown that did not happen.
 *
 * Which moment it is, its seed decides: so many lines of the agent, or so many steps of its servers.
 */

import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { SessionUpdate } from "@agentclientprotocol/sdk";
import { seededRandom } from "@tenon/testkit";
import { allow, type SpawnedClient, spawnedClient } from "@tenon/testkit/acp";
import { type HttpServer, startHttpServer } from "@tenon/testkit/mcp";
import { type Answer, type ModelServer, startModelServer, text, toolCall } from "@tenon/testkit/model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { historyFaults } from "./editor-session/history-faults.ts";
import { noConfiguration, tenon } from "./tenon.ts";

const MODELS = [
  "anthropic/claude-sonnet-5",
  "google/gemini-3.8-flash",
  "openai/gpt-6-sol",
  "openai-compatible/gpt-oss-120b",
];
// `CRASH_SEEDS` asks for another number of moments; two for each model by default.
const SEEDS = Array.from({ length: Number(process.env["CRASH_SEEDS"] ?? 8) }, (_, seed) => seed);
const LINES = 40;
const STEPS = 16;
const SAID = ["Let me ", "have ", "a look. "];

describe("killed in the middle of a turn", () => {
  let folder: string;
  let server: HttpServer;
  let provider: ModelServer;
  /** One for each model, with the same journal: those who go on. */
  let survivors: readonly SpawnedClient[];
  const faults: string[] = [];

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), "tenon-crash-")));
    server = await startHttpServer({ tools: ["a", "b", "c", "d"].map((name) => ({ name, call: [{ type: "echo" }] })) });
    provider = await startModelServer({
      script(request) {
        faults.push(...historyFaults(request));
        return answerTo(request.rawBody);
      },
    });
    survivors = await Promise.all(MODELS.map(startAgent));
  });

  afterAll(async () => {
    await Promise.all(survivors.map((survivor) => survivor[Symbol.asyncDispose]()));
    await provider.close();
    await server.close();
    await rm(folder, { recursive: true });
  });

  it.each(SEEDS)("[N-01] [N-04] [E-01] [R47] [R83] [G-06] [W12] seed %i", async (seed) => {
    const random = seededRandom(seed);
    const place = { cwd: folder, mcpServers: [{ type: "http", name: "web", url: server.url, headers: [] }] };

    let sessionId: string;
    let live: readonly SessionUpdate[];
    {
      await using before = await startAgent(MODELS[seed % MODELS.length] ?? "");
      ({ sessionId } = await before.request<{ sessionId: string }>("session/new", place));
      const turn = before.prompt(sessionId, `Work ${seed}`).catch(() => {});
      const moment = random() < 0.5 ? linesOf(before, random) : stepsOf(server, random);
      await Promise.race([moment, turn]);
      before.kill("SIGKILL");
      await before.exited;
      live = before.updates(sessionId);
    }

    const after = survivors[seed % MODELS.length];
    if (!after) throw new Error("No client goes on");
    await after.request("session/load", { sessionId, ...place });
    const loaded = after.updates(sessionId);
    const states = statesOf(loaded);
    expect([...states.values()].filter((state) => state !== "completed" && state !== "failed")).toEqual([]);
    // What the client had seen is still there, as it was: the call that was done is done.
    const done = [...statesOf(live)].filter(([, state]) => state === "completed");
    expect(done.filter(([toolCallId]) => states.get(toolCallId) !== "completed")).toEqual([]);
    expect(wordsOf(loaded).startsWith(wordsOf(live))).toBe(true);
    expect(
      SAID.join("")
        .repeat(9)
        .startsWith(wordsOf(loaded).replace(/All done\.$/, "")),
    ).toBe(true);
    await expect(after.prompt(sessionId, "Go on")).resolves.toEqual({ stopReason: "end_turn" });
    expect(after.text(sessionId)).toContain("All done.");
    expect(faults).toEqual([]);
    expect(after.transcript.problems("agent")).toEqual([]);
    await after.request("session/close", { sessionId });
  });

  async function startAgent(model: string): Promise<SpawnedClient> {
    const agent = await spawnedClient(
      {
        command: process.execPath,
        args: [tenon, "agent", "--model", model],
        cwd: folder,
        env: { ...noConfiguration, HOME: folder, TENON_DATA: join(folder, "data"), ...provider.environment },
      },
      { answers: { "session/request_permission": allow } },
    );
    await agent.initialize();
    return agent;
  }
});

/** Three rounds of four calls, then the end. After a crash, the end at once. */
function answerTo(body: string): Answer {
  // Each of the four stands in the history twice: in the call, and in what it echoed.
  const rounds = (body.split("round-").length - 1) / 8;
  if (body.includes("Go on") || rounds >= 3) return text("All done.");
  const word = `round-${Math.floor(rounds)}`;
  return [text(...SAID), ...["a", "b", "c", "d"].map((name) => toolCall(`mcp__web__${name}`, { word }))];
}

async function linesOf(agent: SpawnedClient, random: () => number): Promise<void> {
  const lines = agent.transcript.messages("agent").length + Math.floor(random() * LINES);
  let seen = 0;
  await agent.transcript.when(({ from }) => from === "agent" && (seen += 1) > lines);
}

async function stepsOf(server: HttpServer, random: () => number): Promise<void> {
  const before = (await server.recorded()).filter(({ type }) => type === "call-start").length;
  const steps = before + 1 + Math.floor(random() * STEPS);
  let seen = 0;
  await server.until("call-start", () => (seen += 1) >= steps);
}

function statesOf(updates: readonly SessionUpdate[]): ReadonlyMap<string, string> {
  const states = new Map<string, string>();
  for (const update of updates)
    if ("toolCallId" in update && update.status) states.set(update.toolCallId, update.status);
  return states;
}

function wordsOf(updates: readonly SessionUpdate[]): string {
  return updates
    .flatMap((update) =>
      update.sessionUpdate === "agent_message_chunk" && update.content.type === "text" ? [update.content.text] : [],
    )
    .join("");
}
