/**
 * A session that several clients close and load at once.
 */

import { openMemoryJournal } from "@tenon/journal";
import { leaveNothing } from "@tenon/testkit";
import type { AgentScript } from "@tenon/testkit/acp";
import { foldRecords } from "@tenon/timeline";
import { describe, expect, it } from "vitest";

import { lateAgent } from "./support/late-agent.ts";
import { forAgent, openGateway, scripted, type TestClient } from "./support/open-gateway.ts";
import { slowToClose } from "./support/slow-to-close.ts";

const SESSION_NOT_FOUND = -32_002;
const SETUP = { cwd: "/", mcpServers: [] };
const ROUNDS = 5;

/** Its agent is ours. */
async function openClosing() {
  const { journal, closing, finish } = slowToClose(openMemoryJournal());
  const gateway = openGateway({ journal });
  const [closer, other] = [await gateway.client(), await gateway.client()];
  const { sessionId } = await closer.newSession({ cwd: "/" });
  await other.request("session/load", { sessionId, ...SETUP });
  const closed = closer.request("session/close", { sessionId });
  await closing;
  return { gateway, closed, other, sessionId, finish };
}

describe("while a client closes a session", () => {
  it("another that loads it waits, and has it open", async () => {
    const { gateway, closed, other, sessionId, finish } = await openClosing();
    await using _ = gateway;
    const loaded = other.request("session/load", { sessionId, ...SETUP });
    // Answered when the gateway has read the request before it.
    await other.request("session/list", {});
    finish();
    await Promise.all([closed, loaded]);
    await expect(other.prompt(sessionId, "still there?")).resolves.toMatchObject({ stopReason: "end_turn" });
  });

  it("another that prompts it hears that it is gone, and one that closes it too that it is closed", async () => {
    const { gateway, closed, other, sessionId, finish } = await openClosing();
    await using _ = gateway;
    const prompted = other.prompt(sessionId, "wait").catch((error: unknown) => error);
    const closedToo = other.request("session/close", { sessionId });
    await other.request("session/list", {});
    finish();
    await closed;
    expect(await prompted).toMatchObject({ code: SESSION_NOT_FOUND });
    expect(await closedToo).toEqual({});
  });
});

// It counts its sessions from one, and knows the first again whenever it is started.
const stored: AgentScript = { sessions: [{ sessionId: "session-1", cwd: "/", history: [] }] };

it.each([
  ["that closes sessions", (environment: Environment) => scripted("other", stored, environment)],
  ["that cannot close any", late],
])("another agent %s has every prompt once, however often it is closed and loaded", async (_, agentIn) => {
  await leaveNothing(async ({ environment }) => {
    await using gateway = openGateway({ agents: [agentIn(environment)] });
    await using one = await gateway.client();
    await using two = await gateway.client();
    const { name } = agentIn(environment);
    const { sessionId } = await one.newSession({ cwd: "/", ...forAgent(name) });
    await one.prompt(sessionId, "first");
    const prompts = ["first"];
    const round = async (client: TestClient, prompt: string) => {
      prompts.push(prompt);
      // Refused by an agent that cannot, and by the gateway if the other client was first.
      await client.request("session/close", { sessionId }).catch(() => {});
      await client.request("session/load", { sessionId, ...SETUP });
      await client.prompt(sessionId, prompt);
    };
    for (let count = 0; count < ROUNDS; count += 1) {
      await Promise.all([round(one, `one ${count}`), round(two, `two ${count}`)]);
    }
    const { entries } = foldRecords(await gateway.journal.read(sessionId));
    const textsOf = (type: "user-message" | "agent-message") =>
      entries.flatMap((entry) =>
        entry.type === type ? [entry.content.map((block) => ("text" in block ? block.text : "")).join("")] : [],
      );
    expect(textsOf("user-message").toSorted()).toEqual(prompts.toSorted());
    expect(
      textsOf("agent-message")
        .map((text) => text.replace("Answer to ", ""))
        .toSorted(),
    ).toEqual(prompts.toSorted());
    expect(gateway.warnings).toEqual([]);
  });
});

type Environment = Readonly<Record<string, string>>;

function late(environment: Environment): typeof lateAgent {
  const program: typeof lateAgent.program = async (place) => ({
    ...(await lateAgent.program(place)),
    env: environment,
  });
  return { ...lateAgent, program };
}
