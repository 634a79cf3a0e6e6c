import { mkdir, rename, rm, symlink } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";

import { manualClock } from "@tenon/testkit";
import { describe, expect, it } from "vitest";

import type { Configuration } from "../../src/config/configuration.ts";
import { diffServers } from "../../src/config/diff-servers.ts";
import { type WatchOptions, watchConfiguration } from "../../src/config/watch/watch-configuration.ts";
import { type ProjectFolder, projectFolder, readySpecs } from "./project-folder.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

const server = (command: string) => ({ mcpServers: { x: { command } } });

describe("watching the files", () => {
  it.each([
    ["written", "write"],
    ["replaced by a rename", "replace"],
  ] as const)("[O-03] notices a file that is %s", async (_what, how) => {
    await using folder = await projectFolder({ "project/tenon.json": "{}", "user/tenon.json": "{}" });
    await using watching = await watched(folder);
    await folder[how]("user/tenon.json", { mcpServers: { z: { command: "c" } } });
    await watching.untilCommands("z: c");
    await folder[how]("project/.mcp.json", { mcpServers: { y: { command: "b" } } });
    await watching.untilCommands("y: b", "z: c");
    await folder[how]("project/tenon.json", { mcpServers: { x: { command: "a" } } });
    await watching.untilCommands("x: a", "y: b", "z: c");
  });

  it("[O-03] reports before and after, so that only what changed is touched", async () => {
    await using folder = await projectFolder({
      "project/tenon.json": {
        mcpServers: { stays: { command: "s" }, goes: { command: "g" }, changes: { command: "1" } },
      },
    });
    await using watching = await watched(folder);
    await folder.replace("project/tenon.json", {
      mcpServers: { changes: { command: "2" }, comes: { command: "c" }, stays: { args: [], command: "s" } },
    });
    await watching.untilCommands("changes: 2", "comes: c", "stays: s");
    const [change] = watching.seen;
    expect(change?.after).toBe(watching.configuration);
    expect(
      diffServers(readySpecs(change?.before.servers ?? []), readySpecs(change?.after.servers ?? [])),
    ).toMatchObject({
      added: [{ name: "comes" }],
      removed: [{ name: "goes" }],
      changed: [{ after: { name: "changes", command: "2" }, needsRestart: true }],
      unchanged: [{ name: "stays" }],
    });
  });

  it("keeps the last good version of a broken file, reports the line, and follows once it is fixed", async () => {
    await using folder = await projectFolder({
      "project/tenon.json": server("good"),
      "user/tenon.json": { mcpServers: { y: { command: "y" } } },
    });
    await using watching = await watched(folder);
    for (const [line, broken] of ["oh", "\n5", '\n\n{"mcpServers": {"x": {"command": 1}}}'].entries()) {
      await folder.replace("project/tenon.json", broken);
      await watching.until(({ problems }) => problems[0]?.line === line + 1);
      expect(watching.configuration.problems).toMatchObject([
        { level: "error", file: folder.at("project/tenon.json") },
      ]);
      expect(commands(watching.configuration)).toEqual(["x: good", "y: y"]);
    }
    await folder.replace("user/tenon.json", { mcpServers: { y: { command: "new" } } });
    await watching.untilCommands("x: good", "y: new");
    await folder.replace("project/tenon.json", server("better"));
    await watching.untilCommands("x: better", "y: new");
    expect(watching.configuration.problems).toEqual([]);
  });

  it("says nothing of an edit that changes nothing", async () => {
    await using folder = await projectFolder({ "project/tenon.json": server("a") });
    await using watching = await watched(folder);
    await folder.replace("project/tenon.json", server("a"));
    await watching.reload();
    await folder.replace("project/tenon.json", '// A comment\n{"mcpServers": {"x": {"command": "a", "args": []},},}');
    await watching.reload();
    await folder.write("project/another.json", server("b"));
    await watching.reload();
    await folder.replace("project/tenon.json", server("b"));
    await watching.untilCommands("x: b");
    expect(watching.seen.map(({ after }) => commands(after))).toEqual([["x: b"]]);
  });

  it("loses the servers of a file that is removed, and gets them with it back", async () => {
    await using folder = await projectFolder({ "project/tenon.json": server("a") });
    await using watching = await watched(folder);
    await rm(folder.at("project/tenon.json"));
    await watching.untilCommands();
    await folder.write("project/tenon.json", server("b"));
    await watching.untilCommands("x: b");
  });

  it("waits for a folder that is not there yet, and for one that is made anew", async () => {
    await using folder = await projectFolder();
    await using watching = await watched(folder, { userFolder: folder.at("home/.config/tenon") });
    await folder.write("home/.config/tenon/tenon.json", server("a"));
    await watching.untilCommands("x: a");
    await rm(folder.at("home/.config"), { recursive: true });
    await watching.untilCommands();
    await folder.write("elsewhere/tenon/tenon.json", server("b"));
    await rename(folder.at("elsewhere"), folder.at("home/.config"));
    await watching.untilCommands("x: b");
    await folder.replace("home/.config/tenon/tenon.json", server("c"));
    await watching.untilCommands("x: c");
  });

  it("notices an edit where a link leads to", async () => {
    await using folder = await projectFolder({ "dotfiles/one.json": server("a"), "other/two.json": server("b") });
    await mkdir(folder.at("user"));
    await symlink(folder.at("dotfiles/one.json"), folder.at("user/tenon.json"));
    await using watching = await watched(folder);
    await folder.replace("dotfiles/one.json", server("edited"));
    await watching.untilCommands("x: edited");
    await symlink(folder.at("other/two.json"), folder.at("user/link"));
    await rename(folder.at("user/link"), folder.at("user/tenon.json"));
    await watching.untilCommands("x: b");
    await folder.write("other/two.json", server("c"));
    await watching.untilCommands("x: c");
  });

  it("[K-02] starts what was trusted once it is asked to look again, and holds back what is edited then", async () => {
    await using folder = await projectFolder({ "project/tenon.json": server("a") });
    const trusted = new Set<string>();
    const isTrusted = (_folder: string, content: string) => trusted.has(content);
    await using watching = await watched(folder, { isTrusted });
    expect(commands(watching.configuration)).toEqual([]);
    for (const { content } of watching.configuration.waiting) trusted.add(content);
    await watching.reload();
    expect(commands(watching.configuration)).toEqual(["x: a"]);
    await folder.replace("project/tenon.json", server("b"));
    await watching.untilCommands();
    expect(watching.configuration.servers).toMatchObject([{ name: "x", state: "waiting for trust" }]);
  });

  it("reads when the writing is over, and not before", async () => {
    await using folder = await projectFolder({ "project/tenon.json": server("a") });
    const clock = manualClock();
    const asked: string[] = [];
    const noticed = Promise.withResolvers<void>();
    const isTrusted = (_folder: string, content: string) => asked.push(content) > 0;
    const after = (milliseconds: number, signal: AbortSignal) => {
      noticed.resolve();
      return clock.after(milliseconds, signal);
    };
    await using watching = await watched(folder, { isTrusted, clock: { after } });
    await folder.write("project/tenon.json", server("b"));
    await noticed.promise;
    await folder.write("project/tenon.json", server("c"));
    expect(clock.waiting).toBe(1);
    expect(asked).toHaveLength(1);
    await clock.advance(100);
    await watching.untilCommands("x: c");
    expect(watching.seen).toHaveLength(1);
  });

  it("is not woken by each change of a busy folder: it looks there once a second, and misses no edit", async () => {
    await using folder = await projectFolder({ "project/tenon.json": server("a") });
    const clock = manualClock();
    await using watching = await watched(folder, { clock });
    // Two files are watched there, the other one is not there.
    for (let file = 0; clock.waiting < 2; file += 1) await folder.write(`project/log-${file}.txt`, "A line");
    await folder.replace("project/tenon.json", server("b"));
    await folder.write("project/.mcp.json", { mcpServers: { y: { command: "y" } } });
    await clock.advance(999);
    expect(watching.seen).toEqual([]);
    await clock.advance(101);
    await watching.untilCommands("x: b", "y: y");
    await folder.replace("project/tenon.json", server("c"));
    while (clock.waiting === 0) await setImmediate();
    await clock.advance(100);
    await watching.untilCommands("x: c", "y: y");
  });

  it.each(["close", "signal"] as const)("calls no listener after its %s", async (how) => {
    await using folder = await projectFolder({ "project/tenon.json": server("a") });
    const controller = new AbortController();
    const clock = manualClock();
    const watching = await watched(folder, { signal: controller.signal, clock });
    await folder.replace("project/tenon.json", server("b"));
    const reloading = watching.reload();
    if (how === "signal") controller.abort();
    await watching.close();
    await watching.close();
    await reloading;
    await watching.reload();
    await clock.advance(1_000);
    expect(watching.seen).toEqual([]);
    expect(clock.waiting).toBe(0);
  });

  it("does not begin under a signal that is aborted", async () => {
    await using folder = await projectFolder();
    await expect(watched(folder, { signal: AbortSignal.abort(new Error("too late")) })).rejects.toThrow("too late");
  });
});

/** Without a quiet time, so that a test takes no longer than its events: it may read a file that is half written. */
async function watched(folder: ProjectFolder, options: Partial<WatchOptions> = {}) {
  const seen: { readonly after: Configuration; readonly before: Configuration }[] = [];
  let changed = Promise.withResolvers<void>();
  const watching = await watchConfiguration({
    ...folder.options,
    clock: { after: () => setImmediate() },
    onChange(after, before) {
      seen.push({ after, before });
      changed.resolve();
      changed = Promise.withResolvers();
    },
    ...options,
  });
  return Object.assign(watching, { seen, until, untilCommands });

  async function until(isWanted: (configuration: Configuration) => boolean): Promise<void> {
    while (!isWanted(watching.configuration)) await changed.promise;
  }

  async function untilCommands(...wanted: readonly string[]): Promise<void> {
    await until((configuration) => isDeepStrictEqual(commands(configuration), wanted));
  }
}

function commands({ servers }: Configuration): readonly string[] {
  return readySpecs(servers).map((spec) => `${spec.name}: ${spec.type === "stdio" ? spec.command : spec.type}`);
}
