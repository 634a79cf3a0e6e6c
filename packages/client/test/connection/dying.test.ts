import { connectAgent } from "@tenon/client";
import type { TimelineEvent } from "@tenon/timeline";
import { expect, it } from "vitest";

import { calls, clientInfo, scripted } from "../support/scripted.ts";

const dying = [
  { type: "say", text: "one moment" },
  { type: "write", text: "fatal: no quota left\n" },
  { type: "stderr", text: "out of luck\n" },
  { type: "exit", code: 7 },
] as const;

it("[B-04, G-06, I-03] everything that waits fails with the agent's last words, after everything it sent", async () => {
  await using run = await scripted({ turns: [{ steps: dying }], answers: { "session/close": { never: true } } });
  const events: TimelineEvent[] = [];
  const onEvent = async (event: TimelineEvent) => void events.push(event);
  const session = await run.agent.newSession({ cwd: "/", onEvent });
  const other = await run.agent.newSession({ cwd: "/" });
  const closing = other.close();
  const failed = {
    code: "agent_exited",
    message: expect.stringMatching(/exited with code 7.*out of luck.*fatal: no quota left/s),
    details: { exit: { code: 7, signal: null }, stderr: "out of luck\n", noise: "fatal: no quota left\n" },
  };
  await expect(session.prompt("hi")).rejects.toMatchObject(failed);
  await closing;
  expect(events.map(({ type }) => type)).toEqual(["prompt", "update", "interruption"]);
  await expect(run.agent.closed).resolves.toMatchObject(failed);
  await expect(session.prompt("again")).rejects.toMatchObject(failed);
  await expect(run.agent.newSession({ cwd: "/" })).rejects.toMatchObject(failed);
});

it("[I-14] the death of one agent leaves another alone", async () => {
  await using first = await scripted({ turns: [{ steps: dying }] });
  await using second = await scripted({});
  const dead = await first.agent.newSession({ cwd: "/" });
  const alive = await second.agent.newSession({ cwd: "/" });
  await expect(dead.prompt("hi")).rejects.toMatchObject({ code: "agent_exited" });
  await expect(alive.prompt("hi")).resolves.toEqual({ stopReason: "end_turn" });
});

it("fails what waits when we close, and says that it was us", async () => {
  await using run = await scripted({ turns: [{ steps: [{ type: "wait-for-cancel" }] }] });
  const session = await run.agent.newSession({ cwd: "/" });
  const prompting = session.prompt("hi");
  await run.wire.when("client", calls("session/prompt"));
  await Promise.all([expect(prompting).rejects.toMatchObject({ code: "closed" }), run.agent.close()]);
  await expect(run.agent.closed).resolves.toBeUndefined();
});

it("[M22] gives the agent the time to end that it was given", async () => {
  const slow = `
    process.stdin.on("data", (line) => {
      const { id } = JSON.parse(line);
      console.log(JSON.stringify({ jsonrpc: "2.0", id, result: { protocolVersion: 1, agentCapabilities: {} } }));
    });
    process.stdin.on("end", () => setTimeout(() => console.error("saved"), 800));`;
  const program = { command: process.execPath, args: ["-e", slow], cwd: "/", env: {} };
  const heard: string[] = [];
  const onStderr = (text: string) => void heard.push(text);
  const agent = await connectAgent(program, { clientInfo, onStderr, ending: { graceMs: 60_000 } });
  await agent.close();
  expect(heard.join("")).toBe("saved\n");
});

it("closes when its signal aborts", async () => {
  const abort = new AbortController();
  await using run = await scripted({}, { signal: abort.signal });
  const session = await run.agent.newSession({ cwd: "/" });
  abort.abort();
  await expect(run.agent.closed).resolves.toBeUndefined();
  await expect(session.prompt("hi")).rejects.toMatchObject({ code: "closed" });
});

it("fails the prompt that cannot be recorded, and not the connection", async () => {
  const failure = new Error("disk full");
  const record = ({ text }: { readonly text: string }) =>
    text.includes("hi there") ? Promise.reject(failure) : undefined;
  await using run = await scripted({}, { record });
  const events: TimelineEvent[] = [];
  const session = await run.agent.newSession({ cwd: "/", onEvent: (event) => void events.push(event) });
  await expect(session.prompt("hi there")).rejects.toMatchObject({
    code: "agent_refused",
    message: expect.stringContaining("disk full"),
  });
  const [prompt, end] = events.slice(-2);
  expect(prompt).toMatchObject({ type: "prompt" });
  expect(end).toMatchObject({ type: "turn-end", error: { message: "disk full" } });
  await expect(session.prompt("hi")).resolves.toMatchObject({ stopReason: "end_turn" });
});
