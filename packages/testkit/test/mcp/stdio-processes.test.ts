/**
 * Servers that do not go when they should, and processes that are started by way of others.
 */

import { expect, it } from "vitest";

import { stdioServer, type StdioMisbehaviour } from "../../src/mcp/index.ts";
import { livingProcesses } from "../../src/process-table.ts";
import { isAlive, spawnRaw } from "./raw-process.ts";

const misbehaving = (stdio: StdioMisbehaviour) => stdioServer({ misbehaviour: { stdio } });

it("a well-behaved server goes when its input ends", async () => {
  await using server = await misbehaving({});
  await using child = spawnRaw(server);
  await child.initialize();
  child.endInput();
  expect(await child.exited).toEqual({ code: 0, signal: null });
});

it("a well-behaved server exits when it is asked to", async () => {
  await using server = await misbehaving({});
  await using child = spawnRaw(server);
  await child.initialize();
  child.kill("SIGTERM");
  expect(await child.exited).toEqual({ code: null, signal: "SIGTERM" });
});

it("[P5] stays when its input ends", async () => {
  await using server = await misbehaving({ ignoresEndOfInput: true });
  await using child = spawnRaw(server);
  await child.initialize();
  child.endInput();
  await server.until("input-end");
  await server.recorded();
  expect(await isAlive(child.pid)).toBe(true);
});

it("[P5] stays when it is asked to exit, and goes when the test is over", async () => {
  await using server = await misbehaving({ ignoresEndOfInput: true, ignoresSigterm: true });
  await using child = spawnRaw(server);
  await child.initialize();
  child.endInput();
  child.kill("SIGTERM");
  await server.until("signal", ({ name }) => name === "SIGTERM");
  await server.recorded();
  expect(await isAlive(child.pid)).toBe(true);
  await server.close();
  expect(await child.exited).toMatchObject({ signal: null });
});

it.each(["sh", "node"] as const)("[P2] is started through %s, which takes no server with it", async (wrapper) => {
  await using server = await misbehaving({ wrapper, ignoresEndOfInput: true });
  await using child = spawnRaw(server);
  await child.initialize();
  const { pid } = await server.until("start");
  expect(pid).not.toBe(child.pid);
  child.kill("SIGKILL");
  await child.exited;
  await server.recorded();
  expect(await isAlive(pid)).toBe(true);
});

it.each(["sh", "node"] as const)("passes its exit code on through %s", async (wrapper) => {
  await using server = await misbehaving({ wrapper, exitAtOnce: { exitCode: 42 } });
  await using child = spawnRaw(server);
  expect(await child.exited).toMatchObject({ code: 42 });
});

it("[P3] starts a process that outlives it", async () => {
  await using server = await misbehaving({ grandchild: "own-pipes" });
  await using child = spawnRaw(server);
  const { pid } = await server.until("start", ({ role }) => role === "grandchild");
  child.kill("SIGKILL");
  await child.exited;
  await child.outputEnded;
  expect(await isAlive(pid)).toBe(true);
  await server.close();
  await expect.poll(() => isAlive(pid)).toBe(false);
});

it("[P4] starts a process that holds its pipes", async () => {
  await using server = await misbehaving({ grandchild: "holding-pipes" });
  await using child = spawnRaw(server);
  await server.until("start", ({ role }) => role === "grandchild");
  await child.initialize();
  child.endInput();
  await child.exited;
  await server.recorded();
  expect(child.stdout.isEnded).toBe(false);
  await server.close();
  await child.outputEnded;
});

it("[P2] starts a process without a parent or a group", async () => {
  await using server = await misbehaving({ grandchild: "double-forked" });
  await using child = spawnRaw(server);
  const { pid } = await server.until("start", ({ role }) => role === "grandchild");
  const parent = async () => (await livingProcesses()).find((living) => living.pid === pid)?.parent;
  const { pid: serverPid } = await server.until("start", ({ role }) => role === "server");
  expect(serverPid).toBe(child.pid);
  expect(await parent()).not.toBe(serverPid);
  // The group has the number of its leader.
  expect(process.kill(-pid, 0)).toBe(true);
});
