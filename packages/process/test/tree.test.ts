import { spawn } from "node:child_process";
import { once } from "node:events";

import { describe, expect, it } from "vitest";

import { endTree } from "../src/terminate/end-tree.ts";
import { findCandidates, findMembers, type TreeRoot } from "../src/tree/find-members.ts";
import type { ProcessEntry } from "../src/tree/process-entry.ts";
import { createProcessTree, type ProcessTree } from "../src/tree/process-tree.ts";
import { parsePs, readPs } from "../src/tree/read-ps.ts";

describe("the members of a tree", () => {
  const root: TreeRoot = { pid: 100, startedAt: 50, mark: "a.1" };

  it.each([
    ["the child itself", process_({ pid: 100, startedAt: 50 })],
    ["who is in its group", process_({ groupId: 100 })],
    ["who is in its session", process_({ sessionId: 100 })],
    ["who carries its mark", process_({ marker: () => "a.1" })],
    ["who carries its mark among others", process_({ marker: () => "z.3:a.1:b.2" })],
  ])("include %s", (_, entry) => {
    expect(membersOf([entry])).toEqual([entry.pid]);
  });

  it.each([
    ["a stranger", process_({})],
    ["another child of ours", process_({ marker: () => "a.10" })],
    ["who is older than the child, whatever it carries", process_({ startedAt: 49, marker: () => "a.1" })],
    ["ourselves", process_({ pid: process.pid, marker: () => "a.1" })],
  ])("do not include %s", (_, entry) => {
    expect(membersOf([entry])).toEqual([]);
  });

  it("include everyone below a member", () => {
    const entries = [
      process_({ pid: 9, parentPid: 8 }),
      process_({ pid: 8, parentPid: 7 }),
      process_({ pid: 7, groupId: 100 }),
    ];
    expect(new Set(membersOf(entries))).toEqual(new Set([7, 8, 9]));
  });

  it("[G-10] do not include the next owner of the child's pid, nor its group", () => {
    const entries = [process_({ pid: 100, startedAt: 60, groupId: 100 }), process_({ pid: 101, groupId: 100 })];
    expect(membersOf(entries)).toEqual([]);
  });

  it("include who was a member before, but not the next owner of that pid", () => {
    const remembered = new Set(["7@70"]);
    expect(membersOf([process_({ pid: 7, startedAt: 70 })], remembered)).toEqual([7]);
    expect(membersOf([process_({ pid: 7, startedAt: 71 })], remembered)).toEqual([]);
  });

  it("[M48] include who is in the child's control group and carries nothing of ours", () => {
    const search = { root, remembered: new Set<string>(), grouped: new Set([7]) };
    expect(findMembers([process_({ pid: 7 }), process_({ pid: 8 })], search).map(({ pid }) => pid)).toEqual([7]);
  });

  function membersOf(entries: readonly ProcessEntry[], remembered: ReadonlySet<string> = new Set()) {
    const grouped = new Set<number>();
    return findMembers(findCandidates(entries, root), { root, remembered, grouped }).map(({ pid }) => pid);
  }
});

describe("the table that ps prints", () => {
  it("is read line by line, without zombies, headings and rubbish", () => {
    const entries = parsePs(
      [
        "    1     0     1 Ss   Thu Nov  5 09:00:00 2026     /sbin/launchd",
        "  501   499   501 S+   Sun Nov 15 16:22:01 2026     node server.js --flag PATH=/bin TENON_TREE=a.1:b.2 HOME=/x",
        "  502   501   501 Z    Sun Nov 15 16:22:02 2026     (sh)",
        "10503   501 10503 Ss   Sun Nov 15 16:22:03 2026     sh -c echo  two   spaces",
        "ps: something went wrong",
        "",
      ].join("\n"),
    );
    expect(entries.map(({ pid, parentPid, groupId, marker }) => [pid, parentPid, groupId, marker()])).toEqual([
      [1, 0, 1, undefined],
      [501, 499, 501, "a.1:b.2"],
      [10_503, 501, 10_503, undefined],
    ]);
    expect(entries[2]!.startedAt - entries[1]!.startedAt).toBe(2_000);
  });

  it("has us and a child with its marker in it", async () => {
    // Not one of the system's own programs, whose environment macOS hides.
    const args = ["-e", "setInterval(() => {}, 1000)"];
    const child = spawn(process.execPath, args, { detached: true, env: { TENON_TREE: "a.1" }, stdio: "ignore" });
    try {
      const entries = await readPs();
      expect(entries.find(({ pid }) => pid === process.pid)?.isAlive()).toBe(true);
      const entry = entries.find(({ pid }) => pid === child.pid);
      expect(entry).toMatchObject({ parentPid: process.pid, groupId: child.pid });
      expect(entry?.marker()).toBe("a.1");
    } finally {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
  });
});

describe("the ladder", () => {
  it("names who survives even SIGKILL, and does not wait for them for ever", async () => {
    const signals: string[] = [];
    const immortal = process_({ pid: 7, isAlive: () => true });
    const tree: ProcessTree = {
      members: async () => [immortal],
      signal: (_, signal) => void signals.push(signal),
      release: () => {},
    };
    expect(await endTree(tree, { graceMs: 1, termMs: 1, killMs: 1 })).toEqual([7]);
    expect(new Set(signals)).toEqual(new Set(["SIGTERM", "SIGKILL"]));
    expect(signals.at(-1)).toBe("SIGKILL");
  });

  it("still ends the group when the system does not say which processes there are", async () => {
    const child = spawn("/bin/sh", ["-c", "sleep 600 & wait"], { detached: true, stdio: "ignore" });
    const left = once(child, "exit");
    const root = { pid: child.pid!, mark: "a.1" };
    const blind = createProcessTree(root, { table: { read: async () => [] }, controlGroup: undefined });
    expect(await endTree(blind, { graceMs: 1, termMs: 30_000, killMs: 30_000 })).toEqual([]);
    expect(await left).toEqual([null, "SIGTERM"]);
  });
});

function process_(known: Partial<ProcessEntry>): ProcessEntry {
  return { pid: 7, parentPid: 1, groupId: 7, startedAt: 70, marker: () => undefined, isAlive: () => true, ...known };
}
