import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, rmdirSync } from "node:fs";
import { dirname } from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

import { startChild } from "../src/index.ts";
import { thisProcess } from "../src/this-process.ts";
import { createControlGroups } from "../src/tree/control-group.ts";
import { startHost } from "./support/host.ts";
import { eventually, isLive } from "./support/live-processes.ts";
import { asDaemon, ignoresAll, newPlace, sh } from "./support/programs.ts";
import { readLines } from "./support/read-lines.ts";

// Not everywhere may a program make control groups: without root or a user's systemd there are none.
const probe = createControlGroups(`probe-${process.pid}`);
const trial = probe.create("1");
trial?.remove();
if (trial && probe.folder) rmdirSync(probe.folder);
const hasGroups = trial !== undefined;

describe.runIf(hasGroups)("a control group", () => {
  const { folder = "" } = thisProcess.controlGroups;
  const groups = () => (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []);
  const groupNames = () => groups().flatMap((entry) => (entry.isDirectory() ? entry.name : []));

  it("[M48] ends a daemon that left the session, cleared its environment and lost its parent", async () => {
    const { place } = newPlace();
    await using child = await startChild({ ...asDaemon(ignoresAll, "--asked", "--bare"), ...place });
    // On a busy machine a program may run for a while before we can move it into its group.
    child.stdin.write("go\n");
    const daemon = Number(await readLines(child.stdout)());
    expect(await child.closed).toEqual({ code: 0, signal: null, survivors: [] });
    expect(isLive(daemon)).toBe(false);
  });

  it("[M48] ends a daemon of a command whose output is one stream, which may fork at once", async () => {
    const { place } = newPlace();
    const program = sh("env -i setsid -f sh -c 'echo $$; exec sleep 600'; exec sleep 600");
    await using child = await startChild({ ...program, ...place }, { streams: "one" });
    const daemon = Number(await readLines(child.stdout)());
    expect(await child.close()).toMatchObject({ survivors: [] });
    expect(isLive(daemon)).toBe(false);
  });

  it("is gone when its child is, also when the child could not be started", async () => {
    // Other tests of this process may have children that are still ending.
    const others = new Set(groupNames());
    const { place } = newPlace();
    await using child = await startChild({ ...sh("exit"), ...place });
    await child.closed;
    await expect(startChild({ command: "/bin/sh", ...place, cwd: "/nowhere" })).rejects.toThrow();
    const left = () => groupNames().filter((name) => !others.has(name));
    expect(await eventually(left, (names) => names.length === 0)).toEqual([]);
  });

  it("holds what groups below it hold, and is removed with them", async () => {
    const groups = createControlGroups(`test-${process.pid}`);
    const group = groups.create("outer");
    const inner = groups.create("outer/inner");
    const sleeper = spawn("sleep", ["600"], { stdio: "ignore" });
    onTestFinished(() => void sleeper.kill("SIGKILL"));
    inner?.add(sleeper.pid ?? 0);
    expect(group?.members()).toEqual(new Set([sleeper.pid]));
    sleeper.kill("SIGKILL");
    await once(sleeper, "exit");
    group?.remove();
    expect(existsSync(dirname(group?.entrance ?? ""))).toBe(false);
    rmdirSync(groups.folder ?? "");
  });

  it("is removed later where the kernel still holds a process that has left the list", async () => {
    const groups = createControlGroups(`busy-${process.pid}`);
    const group = groups.create("1");
    const sleeper = spawn("sleep", ["600"], { stdio: "ignore" });
    group?.add(sleeper.pid ?? 0);
    // Refused while the process is in it, as for a moment after a SIGKILL.
    group?.remove();
    expect(existsSync(group?.entrance ?? "")).toBe(true);
    sleeper.kill("SIGKILL");
    const isThere = () => existsSync(group?.entrance ?? "");
    expect(await eventually(isThere, (there) => !there)).toBe(false);
    rmdirSync(groups.folder ?? "");
  });

  it("[M48] leads the watcher to such a daemon when we are killed with SIGKILL, and is removed", async () => {
    await using host = startHost();
    const daemon = Number(await host.ask("start-bare-daemon"));
    const groups = await host.ask("control-groups");
    process.kill(host.pid, "SIGKILL");
    expect(
      await eventually(
        () => isLive(daemon),
        (live) => !live,
      ),
    ).toBe(false);
    expect(
      await eventually(
        () => existsSync(groups),
        (exists) => !exists,
      ),
    ).toBe(false);
  });
});

it("is not needed: where the system gives none, children run as before", async () => {
  expect(createControlGroups("../\0").create("x")).toBeUndefined();
});
