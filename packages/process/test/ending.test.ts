import { describe, expect, it } from "vitest";

import { startChild, type EndingTimes } from "../src/index.ts";
import { isLive, liveProcesses } from "./support/live-processes.ts";
import { asDaemon, behindNpx, behindShell, ignoresAll, ignoresEof, newPlace, polite, sh } from "./support/programs.ts";
import { readLines } from "./support/read-lines.ts";

// No step is cut short on a slow machine, unless the test is about going on to the next one.
const patient: EndingTimes = { graceMs: 30_000, termMs: 30_000, killMs: 30_000 };
const noGrace = { ending: { ...patient, graceMs: 50 } };
const noPatience = { ending: { ...patient, graceMs: 50, termMs: 50 } };

describe("close()", () => {
  it("lets a polite child leave by itself when its stdin closes", async () => {
    const { mark, place } = newPlace();
    await using child = await startChild({ ...polite, ...place }, { ending: patient });
    await readLines(child.stdout)();
    expect(await child.close()).toEqual({ code: 0, signal: null, survivors: [] });
    expect(liveProcesses(mark)).toEqual([]);
  });

  it("keeps reading while the child says goodbye", async () => {
    const { place } = newPlace();
    const program = sh("echo ready; cat >/dev/null; echo saved");
    await using child = await startChild({ ...program, ...place }, { ending: patient });
    const nextLine = readLines(child.stdout);
    await nextLine();
    expect(await child.close()).toMatchObject({ code: 0 });
    expect(await nextLine()).toBe("saved");
  });

  it("[G-07] sends SIGTERM to a child that ignores the end of its stdin", async () => {
    const { mark, place } = newPlace();
    await using child = await startChild({ ...ignoresEof, ...place }, noGrace);
    await readLines(child.stdout)();
    expect(await child.close()).toEqual({ code: null, signal: "SIGTERM", survivors: [] });
    expect(liveProcesses(mark)).toEqual([]);
  });

  it("[G-08, P5] sends SIGKILL to a child that ignores SIGTERM too", async () => {
    const { mark, place } = newPlace();
    await using child = await startChild({ ...ignoresAll, ...place }, noPatience);
    await readLines(child.stdout)();
    expect(await child.close()).toEqual({ code: null, signal: "SIGKILL", survivors: [] });
    expect(liveProcesses(mark)).toEqual([]);
  });

  it("[P5] ends ten stubborn children together", async () => {
    const { mark, place } = newPlace();
    const start = () => startChild({ ...ignoresAll, ...place }, noPatience);
    const children = await Promise.all(Array.from({ length: 10 }, start));
    await Promise.all(children.map((child) => readLines(child.stdout)()));
    const ends = await Promise.all(children.map((child) => child.close()));
    expect(ends).toEqual(children.map(() => ({ code: null, signal: "SIGKILL", survivors: [] })));
    expect(liveProcesses(mark)).toEqual([]);
  });

  it.each([
    ["[G-01, P2] a shell that waits for the real program", behindShell(ignoresAll)],
    ["[G-01, P2] a wrapper like npx that passes no signal on", behindNpx(ignoresAll)],
    ["[P2] a wrapper in a wrapper", behindShell(behindNpx(behindShell(ignoresAll)))],
    ["a shell with job control, which gives each job a group", sh("set -m; sleep 600 & echo ready; wait")],
  ])("ends what is behind %s", async (_, program) => {
    const { mark, place } = newPlace();
    await using child = await startChild({ ...program, ...place }, noPatience);
    await readLines(child.stdout)();
    expect(liveProcesses(mark).length).toBeGreaterThan(1);
    expect(await child.close()).toMatchObject({ survivors: [] });
    expect(liveProcesses(mark)).toEqual([]);
  });

  it.each([
    ["left the group and the session", asDaemon(ignoresAll, "--stay")],
    ["did so with an empty environment, while its parent lives", asDaemon(ignoresAll, "--stay", "--bare")],
  ])("ends a descendant that %s", async (_, program) => {
    const { mark, place } = newPlace();
    await using child = await startChild({ ...program, ...place }, { ending: { ...patient, termMs: 50 } });
    const nextLine = readLines(child.stdout);
    const lines = [await nextLine(), await nextLine()];
    const daemon = Number(lines.find((line) => line !== "ready"));
    expect(isLive(daemon)).toBe(true);
    expect(await child.close()).toEqual({ code: 0, signal: null, survivors: [] });
    expect(isLive(daemon)).toBe(false);
    expect(liveProcesses(mark)).toEqual([]);
  });

  it("may be called again and again, and is always the same promise", async () => {
    const { place } = newPlace();
    await using child = await startChild({ ...polite, ...place });
    const first = child.close();
    expect(child.close()).toBe(first);
    expect(child.closed).toBe(first);
    await first;
    expect(child.close()).toBe(first);
  });

  it("is what an aborted signal means", async () => {
    const { mark, place } = newPlace();
    const controller = new AbortController();
    const options = { ...noGrace, signal: controller.signal };
    await using child = await startChild({ ...ignoresEof, ...place }, options);
    await readLines(child.stdout)();
    controller.abort();
    expect(await child.closed).toEqual({ code: null, signal: "SIGTERM", survivors: [] });
    expect(liveProcesses(mark)).toEqual([]);
  });
});

describe("a child that leaves by itself", () => {
  it("closes with its exit code", async () => {
    const { place } = newPlace();
    await using child = await startChild({ ...sh("exit 7"), ...place });
    expect(await child.exited).toEqual({ code: 7, signal: null });
    expect(await child.closed).toEqual({ code: 7, signal: null, survivors: [] });
    expect(await child.close()).toEqual({ code: 7, signal: null, survivors: [] });
  });

  it("[P3] takes its group along when it is killed", async () => {
    const { mark, place } = newPlace();
    await using child = await startChild({ ...behindShell(ignoresAll), ...place }, noPatience);
    await readLines(child.stdout)();
    process.kill(child.pid, "SIGKILL");
    expect(await child.closed).toEqual({ code: null, signal: "SIGKILL", survivors: [] });
    expect(liveProcesses(mark)).toEqual([]);
  });

  it("[P13] is known to have left before its stubborn descendants are gone", async () => {
    const { mark, place } = newPlace();
    const ending = { ...patient, termMs: 2_000_000 };
    await using child = await startChild({ ...behindShell(ignoresAll), ...place }, { ending });
    await readLines(child.stdout)();
    process.kill(child.pid, "SIGKILL");
    expect(await child.exited).toEqual({ code: null, signal: "SIGKILL" });
    const left = liveProcesses(mark);
    expect(left.length).toBeGreaterThan(0);
    for (const pid of left) process.kill(pid, "SIGKILL");
  });

  it("[P3, P4] takes along a grandchild that holds its pipes", async () => {
    const { mark, place } = newPlace();
    const program = sh("sleep 600 & echo said; echo warned >&2");
    await using child = await startChild({ ...program, ...place }, { ending: patient });
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(await child.closed).toEqual({ code: 0, signal: null, survivors: [] });
    expect(liveProcesses(mark)).toEqual([]);
    expect((await child.stdout.toArray()).join("")).toBe("said\n");
    expect(child.lastWords()).toBe("warned\n");
  });

  it("takes along a daemon in a session of its own that belongs to init by now", async () => {
    const { mark, place } = newPlace();
    await using child = await startChild({ ...asDaemon(ignoresAll), ...place }, noPatience);
    expect(await child.closed).toEqual({ code: 0, signal: null, survivors: [] });
    expect(liveProcesses(mark)).toEqual([]);
  });

  it("[P4] closes, and so does its stdout, while a process that cannot be found holds the pipes", async () => {
    const { place } = newPlace();
    await using child = await startChild({ ...asDaemon(sh("exec sleep 600"), "--bare"), ...place });
    const [pid] = (await child.stdout.toArray()).join("").split("\n");
    try {
      expect(await child.closed).toEqual({ code: 0, signal: null, survivors: [] });
    } finally {
      process.kill(Number(pid), "SIGKILL");
    }
  });
});
