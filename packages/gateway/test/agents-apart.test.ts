/**
 * Two agents at one client: neither reaches what is the other's.
 */

import { randomUUID } from "node:crypto";

import { type Journal, openMemoryJournal } from "@tenon/journal";
import { type AgentScript, calls, everyClientCapability, type Step } from "@tenon/testkit/acp";
import { expect, it } from "vitest";

import { forAgent, openGateway } from "./support/open-gateway.ts";

const VICTIM = "the-other-agents-session";

it("[M3] drops an answer to a request that went to another agent", async () => {
  await using scene = await open({ say: [JSON.stringify({ jsonrpc: "2.0", id: "mine", result: forged })] });
  const { client } = scene;
  await client.send(promptOf(VICTIM, "mine"));
  await scene.provoke();
  await client.notify("session/cancel", { sessionId: VICTIM });
  const { text } = await client.transcript.when(
    ({ from, message }) => from === "agent" && message !== undefined && "id" in message && message.id === "mine",
  );
  expect(JSON.parse(text).result).toEqual({ stopReason: "cancelled" });
});

it("[M3] drops updates and refuses requests under the id of another agent's session, and warns once", async () => {
  const methods = ["session/request_permission", "fs/read_text_file", "fs/write_text_file", "terminal/create", "_x/y"];
  const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "forged" } };
  const say = [
    { method: "session/update", params: { sessionId: VICTIM, update } },
    { method: "elicitation/complete", params: { elicitationId: "theirs" } },
    { method: "mcp/message", params: { serverId: "theirs", method: "x" } },
    ...methods.map((method, index) => ({ id: `forged-${index}`, method, params: { sessionId: VICTIM, options: [] } })),
    { id: "forged-mcp", method: "mcp/message", params: { serverId: "theirs", method: "tools/list" } },
    { id: "forged-scope", method: "elicitation/create", params: { requestId: "mine", mode: "form", message: "?" } },
  ].map((message) => JSON.stringify({ jsonrpc: "2.0", ...message }));
  await using scene = await open({ say });
  await scene.provoke();
  const { client } = scene;
  expect(client.updates(VICTIM)).toEqual([]);
  const received = client.transcript.messages("agent");
  expect(received.filter((message) => JSON.stringify(message).includes("forged"))).toEqual([]);
  expect(received.filter((message) => "method" in message && message.method !== "session/update")).toEqual([]);
  expect(scene.gateway.warnings.filter((warning) => warning.includes("another agent"))).toHaveLength(1);
  const frames = await scene.gateway.frames(VICTIM, (frame) => frame.includes("caughtUp"));
  expect(frames.join("")).not.toContain("forged");
});

it("[M3] an agent that is opening a session again cannot begin one under the id of another agent's", async () => {
  await using journal = openMemoryJournal();
  const bad = { answers: { "session/resume": { result: {} } }, capabilities: { sessionCapabilities: { resume: {} } } };
  const before = await recorded(journal, bad);
  const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "forged" } };
  const noise = [JSON.stringify({ jsonrpc: "2.0", method: "session/update", params: { sessionId: VICTIM, update } })];
  await using scene = await open({ say: [], journal, script: { ...bad, manners: { noise } } });
  await scene.client.request("session/resume", { sessionId: before, cwd: "/", mcpServers: [] });
  expect(scene.client.text(VICTIM)).toBe("");
});

it("[M3] an elicitation is completed once, and then its id is nothing of the agent's any more", async () => {
  const complete = { jsonrpc: "2.0", method: "elicitation/complete", params: { elicitationId: "e1" } };
  const question = { mode: "url", elicitationId: "e1", url: "https://example.com/", message: "Sign in" };
  const steps: Step[] = [
    { type: "call", method: "elicitation/create", params: question },
    ...[1, 2].map((): Step => ({ type: "write", text: `${JSON.stringify(complete)}\n` })),
  ];
  await using gateway = openGateway({ scripts: { other: { turns: [{ steps }] } } });
  await using client = gateway.connect({
    agent: "other",
    answers: { "elicitation/create": () => ({ action: "accept" }) },
  });
  await client.initialize({ clientCapabilities: everyClientCapability });
  const { sessionId } = await client.newSession();
  await client.prompt(sessionId, "go");
  expect(client.transcript.entries.filter(calls("elicitation/create"))).toHaveLength(1);
  expect(client.transcript.entries.filter(calls("elicitation/complete"))).toHaveLength(1);
});

/** A session of the bad agent, from before it was. */
async function recorded(journal: Journal, bad: AgentScript): Promise<string> {
  await using gateway = openGateway({ journal, scripts: { bad } });
  await using client = await gateway.client({ agent: "bad" });
  return (await client.newSession({ cwd: "/" })).sessionId;
}

const forged = { stopReason: "end_turn", _meta: { forged: true } };

function promptOf(sessionId: string, id: string) {
  return {
    jsonrpc: "2.0",
    id,
    method: "session/prompt",
    params: { sessionId, prompt: [{ type: "text", text: "wait" }] },
  } as const;
}

interface SceneOptions {
  /** On the wire, by the bad agent. */
  readonly say: readonly string[];
  readonly script?: AgentScript;
  readonly journal?: Journal;
}

/** A client that has a session of a good agent, and one of another that says what it should not. */
async function open({ say, script = {}, journal }: SceneOptions) {
  const ids: string[] = [];
  const gateway = openGateway({
    ...(journal && { journal }),
    newId: () => ids.pop() ?? randomUUID(),
    scripts: {
      good: { turns: [{ steps: [{ type: "wait-for-cancel" }] }] },
      bad: {
        ...script,
        turns: [{ steps: [...say.map((text) => ({ type: "write" as const, text: `${text}\n` })), DONE] }],
      },
    },
  });
  const client = await gateway.client({ agent: "good", capabilities: everyClientCapability, answers: {} });
  ids.push(VICTIM);
  expect((await client.newSession()).sessionId).toBe(VICTIM);
  return {
    gateway,
    client,
    async provoke() {
      const { sessionId } = await client.newSession(forAgent("bad"));
      await client.prompt(sessionId, "go");
      expect(client.text(sessionId)).toContain("done");
    },
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await gateway[Symbol.asyncDispose]();
    },
  };
}

const DONE = { type: "say", text: "done" } as const;
