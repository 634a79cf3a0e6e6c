import { connectAgent } from "@tenon/client";
import { type AgentScript, stdioAgent } from "@tenon/testkit/acp";
import { expect, it } from "vitest";

it("starts an agent, opens a session and shows its updates in order", async () => {
  const updates: string[] = [];
  await using agent = await connect({ turns: [{ steps: [{ type: "say", text: ["Hello ", "you"] }] }] }, updates);
  const session = await agent.newSession({ cwd: "/" });
  await expect(session.prompt("hi")).resolves.toBe("end_turn");
  expect(updates).toEqual(["Hello ", "you"]);
});

it("[G-06] a request that waits fails with the agent's last words when it dies", async () => {
  const steps = [{ type: "stderr", text: "out of luck\n" } as const, { type: "exit", code: 7 } as const];
  await using agent = await connect({ turns: [{ steps }] });
  const session = await agent.newSession({ cwd: "/" });
  await expect(session.prompt("hi")).rejects.toThrow(/exited with code 7.*out of luck/s);
});

it("[U-04] an agent that cannot be started is named", async () => {
  const command = { command: "no-such-agent", cwd: "/", env: { PATH: "/nowhere" } };
  await expect(connectAgent(command, handlers([]))).rejects.toThrow(/no-such-agent.*\/nowhere/s);
});

async function connect(script: AgentScript, updates: string[] = []) {
  const { command, args, env } = stdioAgent(script);
  return await connectAgent({ command, args, cwd: "/", env: { ...process.env, ...env } }, handlers(updates));
}

function handlers(updates: string[]): Parameters<typeof connectAgent>[1] {
  return {
    clientInfo: { name: "test", version: "0.0.0" },
    onUpdate: ({ update }) => {
      if (update.sessionUpdate === "agent_message_chunk" && update.content.type === "text")
        updates.push(update.content.text);
    },
    onPermission: async () => ({ outcome: { outcome: "cancelled" } }),
  };
}
