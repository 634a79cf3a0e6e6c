import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import type { NewRecord } from "@tenon/journal";
import { describe, expect, it } from "vitest";

import { BEGIN, type JournalFolder, journalFolder, oneTurn, prompt, says, turnEnd, update } from "./journal-folder.ts";
import { tenon } from "./tenon.ts";

describe("tenon log follow", () => {
  it("shows what another process writes, each entry when it is finished, and ends by Ctrl-C", async () => {
    await using journal = await journalFolder();
    await using writer = startWriter(journal, "live");
    await writer.write(prompt("Go"), says("First."));
    await using follow = startTenon(journal, "follow", "live");
    expect(await follow.line()).toBe("> Go");
    await writer.write(update({ sessionUpdate: "tool_call", toolCallId: "c", title: "Think", status: "in_progress" }));
    expect([await follow.line(), await follow.line()]).toEqual(["", "First."]);
    await writer.write(says("Second."), turnEnd());
    const rest = [await follow.line(), await follow.line(), await follow.line(), await follow.line()];
    expect(rest).toEqual(expect.arrayContaining(["✗ Think  never finished", "Second."]));
    follow.child.kill("SIGINT");
    expect(await once(follow.child, "exit")).toEqual([null, "SIGINT"]);
  });

  it("--json gives every change at once, and the newest revision of a key is what show gives", async () => {
    await using journal = await journalFolder();
    await using writer = startWriter(journal, "live");
    await writer.write(...oneTurn.slice(0, 3));
    await using follow = startTenon(journal, "follow", "live", "--json");
    const entries = new Map<string, unknown>();
    const read = async () => {
      const entry = JSON.parse(await follow.line());
      entries.set(entry.key, entry);
      return entry;
    };
    expect(await read()).toMatchObject({ type: "user-message" });
    await writer.write(...oneTurn.slice(3));
    while ((await read()).type !== "turn-end");
    const { stdout } = await journal.log("show", "live", "--json");
    const shown = stdout.trimEnd().split("\n");
    expect([...entries.values()]).toEqual(shown.map((line) => JSON.parse(line)));
  });
});

describe("after a crash", () => {
  it("shows all that a killed writer had on disk, says what was open, and lets it be deleted", async () => {
    await using journal = await journalFolder();
    const call = {
      sessionUpdate: "tool_call",
      toolCallId: "c",
      title: "Build",
      kind: "execute",
      status: "in_progress",
    };
    {
      await using writer = startWriter(journal, "killed");
      await writer.write(prompt("Build it"), says("At once."), update(call));
      expect((await journal.log("list")).stdout).toMatch(/^killed .* live/m);
      writer.child.kill("SIGKILL");
      await writer.ended;
    }
    const { code, stdout, stderr } = await journal.log("show", "killed");
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /\n> Build it\n\nAt once\.\n\n✗ execute Build {2}interrupted\nThe turn was interrupted\.\n$/,
    );
    expect(stderr).toMatch(/^tenon: session killed: The session ended in the middle of a turn/);
    expect((await journal.log("show", "killed")).stderr).toBe("");
    expect((await journal.log("list")).stdout).not.toContain("live");
    expect((await journal.log("fork", "killed")).code).toBe(0);
    expect((await journal.log("delete", "--yes", "killed")).code).toBe(0);
  });
});

describe("tenon log replay", () => {
  it("--at-once is what show gives", async () => {
    await using journal = await journalFolder();
    await journal.record({ title: "Notes" }, oneTurn);
    const { stdout: shown } = await journal.log("show", "last");
    expect(await journal.log("replay", "last", "--at-once")).toEqual({ code: 0, stdout: shown, stderr: "" });
  });

  it("shows the same in its own time; no pause is longer than it may be", async () => {
    await using journal = await journalFolder();
    const slow = oneTurn.map((record, index) => ({ ...record, at: BEGIN + index * 3_600_000 }));
    await journal.record({ title: "Notes" }, slow);
    const { stdout: shown } = await journal.log("show", "last");
    const { stdout } = await journal.log("replay", "last", "--speed", "100", "--max-pause", "2s");
    expect(stdout).toBe(shown);
  });

  it("Ctrl-C ends it in the middle", async () => {
    await using journal = await journalFolder();
    await journal.record({}, [
      { ...prompt("Go"), at: BEGIN },
      { ...says("Never said"), at: BEGIN + 3_600_000 },
      { ...turnEnd(), at: BEGIN + 3_600_000 },
    ]);
    await using replay = startTenon(journal, "replay", "last", "--max-pause", "1h");
    while ((await replay.line()) !== "> Go");
    replay.child.kill("SIGINT");
    expect(await once(replay.child, "exit")).toEqual([null, "SIGINT"]);
  });

  it("--at-once has no speed", async () => {
    await using journal = await journalFolder();
    expect((await journal.log("replay", "last", "--at-once", "--speed", "2")).code).toBe(2);
  });
});

function startTenon(journal: JournalFolder, ...words: readonly string[]) {
  return startProcess([tenon, "log", ...words], journal.environment);
}

function startWriter(journal: JournalFolder, id: string) {
  const program = fileURLToPath(new URL("./fixtures/journal-writer.ts", import.meta.url));
  const writer = startProcess(["--conditions=tenon:source", program, journal.file, id], journal.environment);
  return {
    ...writer,
    async write(...records: readonly NewRecord[]): Promise<void> {
      for (const record of records) {
        writer.child.stdin.write(`${JSON.stringify(record)}\n`);
        await writer.line();
      }
    },
  };
}

/** Its output line by line. It ends with the handle at the latest. */
function startProcess(args: readonly string[], environment: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, args, { env: environment, stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "close");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    ended,
    async line(): Promise<string> {
      const next = await lines.next();
      if (next.done) throw new Error("It has ended");
      return next.value;
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
