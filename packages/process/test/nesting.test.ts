import { describe, expect, it } from "vitest";

import { startChild } from "../src/index.ts";
import { hostArgs } from "./support/host.ts";
import { liveProcesses } from "./support/live-processes.ts";
import { newPlace } from "./support/programs.ts";
import { readLines } from "./support/read-lines.ts";

const ending = { graceMs: 30_000, termMs: 50, killMs: 30_000 };

describe("a child that is a Tenon itself", () => {
  it.each([
    ["closed", (child: { close(): unknown }) => void child.close()],
    ["killed from outside", (child: { pid: number }) => void process.kill(child.pid, "SIGKILL")],
  ])("takes its own children and its watcher along when it is %s", async (_, end) => {
    const { place } = newPlace();
    const host = { command: process.execPath, args: hostArgs, ...place };
    await using child = await startChild(host, { ending, onStderr: (text) => process.stderr.write(text) });
    const nextLine = readLines(child.stdout);
    const ask = (word: string) => (child.stdin.write(`${word}\n`), nextLine());
    const tree = await ask("tree");
    await ask("start");
    expect(liveProcesses(tree).length).toBeGreaterThan(2);
    end(child);
    expect(await child.closed).toMatchObject({ survivors: [] });
    expect(liveProcesses(tree)).toEqual([]);
  });
});
