import type { AnyMessage } from "@agentclientprotocol/sdk";
import { type AgentWire, startAgentWire } from "@tenon/client";
import { leaveNothing } from "@tenon/testkit";
import { type AgentScript, stdioAgent } from "@tenon/testkit/acp";
import { expect, it } from "vitest";

it("[R162] carries messages as they are, both ways, and reports what is none", async () => {
  const noise: string[] = [];
  const script = { manners: { noise: ["Welcome!"] } };
  await using wire = await startAgentWire(program(script), { onNoise: (line) => void noise.push(line) });
  const [answer] = await exchange(wire, initialize);
  expect(answer).toMatchObject({ jsonrpc: "2.0", id: "odd id", result: { protocolVersion: 1 } });
  await wire.close();
  await expect(wire.closed).resolves.toBeUndefined();
  expect(noise).toEqual(expect.arrayContaining([expect.stringContaining("Welcome!")]));
});

it("[R166] ends when the agent leaves, after all that it sent, and reports its last words", async () => {
  const say = { type: "say" as const, text: ["one", "two", "three"] };
  const turns = [
    { steps: [say, { type: "stderr" as const, text: "no more ideas\n" }, { type: "exit" as const, code: 7 }] },
  ];
  await using wire = await startAgentWire(program({ turns }));
  const messages = await exchange(wire, initialize, newSession, prompt);
  const said = messages.filter((message) => "method" in message && message.method === "session/update");
  expect(said).toHaveLength(3);
  await expect(wire.closed).resolves.toMatchObject({
    code: "agent_exited",
    details: { exit: { code: 7 }, stderr: expect.stringContaining("no more ideas") },
  });
});

it("[G] closing it twice ends the agent once, and leaves nothing", async () => {
  await leaveNothing(async ({ environment }) => {
    const wire = await startAgentWire(program({}, environment));
    await Promise.all([wire.close(), wire.close()]);
    const { done } = await wire.stream.readable.getReader().read();
    expect(done).toBe(true);
  });
});

it("rejects when there is no such program", async () => {
  const missing = { command: "/no/such/agent", cwd: "/", env: {} };
  await expect(startAgentWire(missing)).rejects.toMatchObject({ code: "agent_not_found" });
});

const initialize: AnyMessage = { jsonrpc: "2.0", id: "odd id", method: "initialize", params: { protocolVersion: 1 } };
const newSession: AnyMessage = { jsonrpc: "2.0", id: 1, method: "session/new", params: { cwd: "/", mcpServers: [] } };
const prompt: AnyMessage = {
  jsonrpc: "2.0",
  id: 2,
  method: "session/prompt",
  params: { sessionId: "session-1", prompt: [] },
};

/** Sends each when the one before is answered; resolves with all that came, to the answer of the last or to the end. */
async function exchange(wire: AgentWire, ...sent: readonly AnyMessage[]): Promise<readonly AnyMessage[]> {
  const reader = wire.stream.readable.getReader();
  const writer = wire.stream.writable.getWriter();
  const received: AnyMessage[] = [];
  for (const message of sent) {
    await writer.write(message);
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      received.push(next.value);
      if ("id" in message && "id" in next.value && next.value.id === message.id) break;
    }
  }
  reader.releaseLock();
  return received;
}

function program(script: AgentScript, environment: Readonly<Record<string, string>> = {}) {
  const { command, args, env } = stdioAgent(script);
  return { command, args, cwd: "/", env: { ...environment, ...env } };
}
