import { once } from "node:events";
import { PassThrough } from "node:stream";

import { type AgentError, runAgent } from "@tenon/client";
import { leaveNothing } from "@tenon/testkit";
import { describe, expect, it } from "vitest";

import { createDrain } from "../../src/wire/drain.ts";
import { passEverything } from "../../src/wire/interceptor.ts";
import { wrapAgent } from "../../src/wire/wrap-agent.ts";
import { readMessages, send } from "./joined.ts";

describe("an agent that ends by itself", () => {
  it("before the client has sent anything: the first request gets its last words", async () => {
    const { client, end } = wrap("console.error('no licence'); process.exit(3)");
    send(client.writes, { id: "a", method: "initialize", params: {} });
    const message = expect.stringMatching(/exited with code 3. The end of its stderr:\nno licence$/);
    expect(await readMessages(client.reads, 1)).toMatchObject([{ id: "a", error: { code: -32_603, message } }]);
    expect(exitOf(await end)).toEqual({ by: "agent", exit: { code: 3, signal: null } });
  });

  it("in the middle of a turn: what it wrote arrives, then an error for each open request", async () => {
    const { client, end } = wrap(
      `process.stdin.once("data", () => {
        process.stdout.write('{"jsonrpc":"2.0","method":"session/update","params":{}}\\nlast noise\\n{"jsonrpc":"2.0","id":2,"result":1}');
        process.stdout.end(() => process.kill(process.pid, "SIGKILL"));
      })`,
    );
    send(client.writes, { id: 1, method: "a" }, { id: 2, method: "b" }, { id: 3, method: "c" });
    const error = { message: expect.stringContaining("was ended by SIGKILL. The end of its stdout:\nlast noise") };
    expect(await readMessages(client.reads, 4)).toMatchObject([
      { method: "session/update" },
      { id: 2, result: 1 },
      { id: 1, error },
      { id: 3, error },
    ]);
    expect(exitOf(await end)).toEqual({ by: "agent", exit: { code: null, signal: "SIGKILL" } });
  });

  it("with status 0 and nothing open: nothing is reported", async () => {
    const { client, end } = wrap(`process.stdin.once("data", () => process.exit(0))`);
    send(client.writes, { method: "exit" });
    expect(exitOf(await end)).toEqual({ by: "agent", exit: { code: 0, signal: null } });
    expect(client.reads.read()).toBeNull();
  });

  it("and leaves children behind: they end too", async () => {
    await leaveNothing(async ({ environment }) => {
      const { client, end } = wrap(
        `require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"], { stdio: "inherit", detached: true }).unref();
        process.stdin.once("data", () => process.exit(0))`,
        environment,
      );
      send(client.writes, { method: "exit" });
      await end;
    });
  });
});

it("an agent that cannot be started: the first request says why, also if it comes late", async () => {
  const { client, end } = wrap(undefined);
  await once(client.writes.resume(), "resume");
  send(client.writes, { id: 1, method: "initialize" });
  const message = expect.stringContaining('Could not start "/no/such/agent"');
  expect(await readMessages(client.reads, 1)).toMatchObject([{ id: 1, error: { message } }]);
  expect(await end).toMatchObject({ by: "agent", error: { code: "agent_not_found" } });
});

describe("a client that ends", () => {
  it("lets the agent answer what was asked, and leave by itself", async () => {
    const { client, end } = wrap(
      `let text = ""; process.stdin.on("data", (chunk) => text += chunk).on("end", () => {
        console.log(JSON.stringify({ jsonrpc: "2.0", id: 1, result: text.length })); process.exitCode = 7; })`,
    );
    send(client.writes, { id: 1, method: "initialize" });
    client.writes.end();
    expect(await readMessages(client.reads, 1)).toMatchObject([{ id: 1, result: 47 }]);
    expect(exitOf(await end)).toEqual({ by: "client", exit: { code: 7, signal: null } });
  });

  it("ends an agent with its children, also one that hears nothing", async () => {
    await leaveNothing(async ({ environment }) => {
      const { client, end } = wrap(
        `process.on("SIGTERM", () => {}); setInterval(() => {}, 1e6);
        require("node:child_process").spawn(process.execPath, ["-e", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1e6)"], { detached: true });
        console.log('{"jsonrpc":"2.0","method":"ready"}')`,
        environment,
      );
      await readMessages(client.reads, 1);
      client.writes.end();
      expect(await end).toEqual({ by: "client", error: undefined });
    });
  });

  it("and reads no more is gone, though it has not closed its own end", async () => {
    const { client, end } = wrap(`setInterval(() => console.log('{"jsonrpc":"2.0","method":"tick"}'), 1)`);
    await readMessages(client.reads, 1);
    client.reads.destroy();
    expect(await end).toMatchObject({ by: "client" });
  });
});

it("a signal ends the agent without waiting for a client that does not read", async () => {
  await leaveNothing(async ({ environment }) => {
    const { client, end, stop } = wrap(
      `const line = '{"jsonrpc":"2.0","method":"flood","params":"' + "x".repeat(1000) + '"}\\n';
      const flood = () => { while (process.stdout.write(line)); process.stdout.once("drain", flood); }; flood();`,
      environment,
    );
    await once(client.reads, "readable");
    stop.abort();
    expect(await end).toMatchObject({ by: "signal" });
  });
});

/** Undefined for a program that is not there. */
function wrap(program: string | undefined, environment: Readonly<Record<string, string>> = {}) {
  const client = { writes: new PassThrough(), reads: new PassThrough() };
  const drained = createDrain(client.reads);
  const stop = new AbortController();
  const command = program === undefined ? "/no/such/agent" : process.execPath;
  const agent = runAgent({ command, args: ["-e", program ?? ""], cwd: "/", env: environment }, {});
  agent.catch(() => {});
  const end = wrapAgent({
    client: {
      input: client.writes,
      write(bytes) {
        if (client.reads.destroyed) return Promise.reject(new Error("gone"));
        return client.reads.write(bytes) ? undefined : drained();
      },
    },
    agent,
    intercept: passEverything,
    onNoise: () => {},
    onWarning: () => {},
    signal: stop.signal,
  });
  return { client, end, stop };
}

function exitOf({ by, error }: { readonly by: string; readonly error?: Error | AgentError | undefined }) {
  return { by, exit: error && "details" in error ? error.details.exit : undefined };
}
