import { leaveNothing, markedProcesses } from "@tenon/testkit";
import { neverAnswer, spawnedClient, stdioAgent, type AgentScript } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

describe("an agent in a process of its own", () => {
  it("[R22] leaves by itself when its stdin ends, and nothing of it is left", async () => {
    const exit = await leaveNothing(async ({ environment }) => {
      const program = stdioAgent();
      await using client = await spawnedClient({ ...program, env: { ...program.env, ...environment } });
      await client.initialize();
      await client.end();
      return await client.exited;
    });
    expect(exit).toEqual({ code: 0, signal: null });
  });

  it("is killed when it ignores the end of its stdin", async () => {
    const mark = { name: "TENON_SPAWN_TEST", value: crypto.randomUUID() };
    const program = stdioAgent({ manners: { ignoresEnd: true } });
    const client = await spawnedClient(
      { ...program, env: { ...program.env, [mark.name]: mark.value } },
      { grace: 100 },
    );
    await client.initialize();
    expect((await markedProcesses(mark).living()).map(({ pid }) => pid)).toEqual([client.pid]);
    await client[Symbol.asyncDispose]();
    await expect(client.exited).resolves.toEqual({ code: null, signal: "SIGKILL" });
    await markedProcesses(mark).gone({ within: 30_000 });
  });

  it("dies in the middle of a turn, with an exit code and last words", async () => {
    await using client = await begin({
      turns: [
        {
          steps: [
            { type: "say", text: "I was about to" },
            { type: "stderr", text: "fatal: out of ideas\n" },
            { type: "exit", code: 42 },
          ],
        },
      ],
    });
    await expect(client.prompt("session-1", "go")).rejects.toThrow("The agent has gone");
    await expect(client.exited).resolves.toEqual({ code: 42, signal: null });
    await expect(client.prompt("session-1", "still there?")).rejects.toThrow("The agent has gone");
    expect(client.text("session-1")).toBe("I was about to");
    expect(client.stderr()).toBe("fatal: out of ideas\n");
    expect(client.transcript.problems("agent")).toEqual([]);
  });

  it("dies while it waits for permission", async () => {
    await using client = await begin(
      {
        turns: [
          {
            steps: [
              { type: "ask", title: "May I?", isHasty: true },
              { type: "exit", code: 1 },
            ],
          },
        ],
      },
      { answers: { "session/request_permission": neverAnswer } },
    );
    await expect(client.prompt("session-1", "go")).rejects.toThrow("The agent has gone");
    await expect(client.exited).resolves.toEqual({ code: 1, signal: null });
    expect(client.transcript.messages("agent").at(-1)).toMatchObject({ method: "session/request_permission" });
  });

  it("[R5] writes a megabyte to stderr, which is drained", async () => {
    const line = `${"noise ".repeat(20)}\n`;
    const repeat = Math.ceil(2 ** 20 / line.length);
    await using client = await begin({
      turns: [{ steps: [{ type: "stderr", text: line, repeat }, { type: "echo" }] }],
    });
    await expect(client.prompt("session-1", "go")).resolves.toEqual({ stopReason: "end_turn" });
    await client.end();
    await client.exited;
    expect(client.stderr()).toHaveLength(line.length * repeat);
  });

  it("[R21] sends a single message of 64 MiB", async () => {
    const bytes = 64 * 2 ** 20;
    await using client = await begin({ turns: [{ steps: [{ type: "say-at-length", bytes }] }] });
    await client.prompt("session-1", "go");
    expect(client.text("session-1")).toHaveLength(bytes);
    expect(client.transcript.problems("agent")).toEqual([]);
  });

  it("[R1] is seen to print what is no message, also in its last moment", async () => {
    await using client = await begin({
      manners: { banner: "[agent] starting\n" },
      turns: [
        {
          steps: [
            { type: "write", text: '{"jsonrpc":"2.0","id":2,"res' },
            { type: "exit", code: 0 },
          ],
        },
      ],
    });
    await client.prompt("session-1", "go").catch(() => {});
    await client.exited;
    expect(client.transcript.problems("agent")).toEqual([
      'not JSON: "[agent] starting"',
      'the last line does not end: "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":2,\\"res"',
    ]);
  });

  it("gets the working directory and environment it was given", async () => {
    const print = "process.stdout.write(JSON.stringify([process.cwd(), process.env.COLOUR]))";
    await using client = await spawnedClient({
      command: process.execPath,
      args: ["-e", print],
      cwd: "/",
      env: { COLOUR: "blue" },
    });
    await client.exited;
    expect(client.transcript.entries.map(({ text }) => text)).toEqual(['["/","blue"]']);
  });

  it("cannot be started when there is no such program", async () => {
    await expect(spawnedClient({ command: "/no/such/program" })).rejects.toMatchObject({ code: "ENOENT" });
  });
});

async function begin(script: AgentScript, options?: Parameters<typeof spawnedClient>[1]) {
  const client = await spawnedClient(stdioAgent(script), options);
  await client.initialize();
  await client.newSession();
  return client;
}
