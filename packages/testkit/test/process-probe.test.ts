import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";

import { descendantsOf, markedProcesses, ProcessesLeftError } from "@tenon/testkit";
import { describe, expect, it } from "vitest";

import { askPs } from "../src/process-table.ts";

describe("descendantsOf", () => {
  it("finds the whole tree, and nothing when it is gone", async () => {
    using tree = await startTree();
    const probe = descendantsOf(tree.root.pid!);
    expect(pids(await probe.living())).toEqual(sorted([tree.child, tree.grandchild]));

    tree.killAll();
    await probe.gone({ within: 30_000 });
    expect(await probe.living()).toEqual([]);
  });

  it("still finds a grandchild that has lost its parents", async () => {
    using tree = await startTree();
    const probe = descendantsOf(tree.root.pid!);
    await probe.living();
    tree.root.kill("SIGKILL");
    process.kill(tree.child, "SIGKILL");
    await once(tree.root, "exit");

    await expect(probe.gone({ within: 50 })).rejects.toThrow(ProcessesLeftError);
    expect(pids(await probe.living())).toContain(tree.grandchild);
    process.kill(tree.grandchild, "SIGKILL");
    await probe.gone({ within: 30_000 });
  });

  it("names who is left", async () => {
    using tree = await startTree();
    const error: unknown = await descendantsOf(tree.root.pid!)
      .gone({ within: 0 })
      .catch((error: unknown) => error);
    expect(error).toMatchObject({
      code: "processes_left",
      message: expect.stringContaining(`${tree.grandchild} sleep`),
    });
  });
});

describe("markedProcesses", () => {
  it("finds marked processes wherever they hang, and no others", async () => {
    const mark = { name: "TENON_PROBE_TEST", value: randomUUID() };
    using tree = await startTree({ [mark.name]: mark.value });
    using unmarked = await startTree({ [mark.name]: `${mark.value}-other` });
    tree.root.kill("SIGKILL");
    process.kill(tree.child, "SIGKILL");
    await once(tree.root, "exit");
    await waitUntil(async () => (await markedProcesses(mark).living()).length === 1);

    expect(pids(await markedProcesses(mark).living())).toEqual([tree.grandchild]);
    expect(unmarked.root.exitCode).toBe(null);
    process.kill(tree.grandchild, "SIGKILL");
    await markedProcesses(mark).gone({ within: 30_000 });
  });

  it("[P22] does not count a zombie as alive", async () => {
    const mark = { name: "TENON_PROBE_TEST", value: randomUUID() };
    // The shell becomes a `sleep`, which never collects the child that the shell had started.
    const script = "sleep 600 & echo $!; exec sleep 601";
    const parent = spawn("sh", ["-c", script], { env: { ...process.env, [mark.name]: mark.value }, stdio: "pipe" });
    try {
      const zombie = Number(await firstLine(parent));
      const marked = markedProcesses(mark);
      await waitUntil(async () => (await marked.living()).some(({ command }) => command === "sleep 601"));
      process.kill(zombie, "SIGKILL");
      await waitUntil(async () => (await marked.living()).length === 1);
      expect(pids(await marked.living())).toEqual([parent.pid]);
      expect(await descendantsOf(parent.pid!).living()).toEqual([]);
      // And yet it is still in the process table: a signal to it succeeds.
      expect(process.kill(zombie, 0)).toBe(true);
    } finally {
      parent.kill("SIGKILL");
      await once(parent, "exit");
    }
  });

  it("reads the same from ps, for systems without /proc", async () => {
    const mark = { name: "TENON_PROBE_TEST", value: randomUUID() };
    using tree = await startTree({ [mark.name]: mark.value });
    const found = await askPs(mark);
    expect(pids(found)).toEqual(sorted([tree.root.pid!, tree.child, tree.grandchild]));
    expect(found.find(({ pid }) => pid === tree.grandchild)).toMatchObject({ parent: tree.child });
  });
});

/** A shell that started a shell that started `sleep`. */
async function startTree(environment: Record<string, string> = {}) {
  const script = "sh -c 'sleep 600 & echo $$ $!; wait' & wait";
  const root = spawn("sh", ["-c", script], { env: { ...process.env, ...environment }, stdio: "pipe" });
  const [child = 0, grandchild = 0] = (await firstLine(root)).split(" ").map(Number);
  // `echo` may come before `sleep` has replaced the forked shell.
  await waitUntil(async () =>
    (await descendantsOf(child).living()).some(({ pid, command }) => pid === grandchild && command.startsWith("sleep")),
  );
  const killAll = () => {
    for (const pid of [root.pid!, child, grandchild]) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // has already ended
      }
    }
  };
  return { root, child, grandchild, killAll, [Symbol.dispose]: killAll };
}

async function firstLine(child: ChildProcess): Promise<string> {
  const [chunk]: unknown[] = await once(child.stdout!, "data");
  return String(chunk).trim();
}

async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
}

function pids(processes: readonly { readonly pid: number }[]): number[] {
  return sorted(processes.map(({ pid }) => pid));
}

function sorted(numbers: readonly number[]): number[] {
  return numbers.toSorted((a, b) => a - b);
}
