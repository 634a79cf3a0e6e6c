import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { posixScript } from "../src/reaper/watcher-program.ts";
import { eventually, leftOver, liveProcesses } from "./support/live-processes.ts";
import { ignoresAll, newPlace } from "./support/programs.ts";

// The way it finds processes on Linux, and the way it does everywhere else; here both work.
const platforms: readonly NodeJS.Platform[] = process.platform === "linux" ? ["linux", "freebsd"] : [process.platform];

describe.each(platforms)("the watcher's script, as it is on %s", (platform) => {
  it("ends the groups it knows and every process with a mark when its stdin closes", async () => {
    const { mark, place } = newPlace();
    const marks = `${mark}.`;
    const watcher = startScript();
    const member = startStubborn({});
    const released = startStubborn({});
    const marked = startStubborn({ TENON_TREE: `outer.1:${marks}7` });
    await Promise.all([member, released, marked].map((child) => once(child.stdout, "data")));
    watcher.stdin.write(`${marks}\n\n?\n+${member.pid}\n?\n+${released.pid}\n-${released.pid}\n?\n.\n`);
    watcher.stdin.end();
    await Promise.all([once(member, "exit"), once(marked, "exit"), once(watcher, "exit")]);
    expect(liveProcesses(mark)).toContain(released.pid);
    process.kill(-released.pid!, "SIGKILL");
    expect(await leftOver(mark)).toEqual([]);

    function startStubborn(env: Readonly<Record<string, string>>) {
      const { command, args = [] } = ignoresAll;
      return spawn(command, args, {
        env: { ...place.env, ...env },
        detached: true,
        stdio: ["ignore", "pipe", "ignore"],
      });
    }
  });

  it("exits when there is nothing to do, even without any input", async () => {
    for (const news of ["", "mark.\n", "mark.\n\n", "mark.\n/nowhere\n", "mark.\n\n?\n+99999999\n-99999999\n"]) {
      const watcher = startScript();
      watcher.stdin.end(news);
      expect(await once(watcher, "exit")).toEqual([0, null]);
    }
  });

  it.runIf(process.platform === "linux")("outlives the signals that end us", async () => {
    const watcher = startScript();
    // Signals that came before its first line would be a test of the shell.
    await eventually(() => ignoresSigterm(watcher.pid), Boolean);
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) watcher.kill(signal);
    watcher.stdin.end();
    expect(await once(watcher, "exit")).toEqual([0, null]);
  });

  function startScript() {
    const env = { PATH: process.env["PATH"] };
    return spawn("/bin/sh", ["-c", posixScript(platform)], {
      env,
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
  }
});

function ignoresSigterm(pid: number | undefined): boolean {
  const [, mask = "0"] = /^SigIgn:\s*(\w+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return (BigInt(`0x${mask}`) & (1n << 14n)) !== 0n;
}
