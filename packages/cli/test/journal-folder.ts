/**
 * A data folder of its own for one test, with sessions in its journal, and `tenon log` to look at them.
 */

import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type NewRecord, type NewSession, openSqliteJournal } from "@tenon/journal";

import { runInResident } from "./resident/resident-tenon.ts";
import { tenon } from "./tenon.ts";

export interface JournalFolder extends AsyncDisposable {
  readonly folder: string;
  readonly file: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Writes a session into the journal, at the given time, and closes it again. */
  record(session: Partial<NewSession>, records: readonly NewRecord[], at?: number): Promise<void>;
  log(...words: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }>;
  /** `tenon log …` with its output into another command; how `tenon` ended. */
  piped(words: string, into: string): Promise<{ code: number; stderr: string }>;
}

export const BEGIN = Date.UTC(2026, 9, 1, 14, 30);

export async function journalFolder(): Promise<JournalFolder> {
  const folder = await mkdtemp(join(tmpdir(), "tenon-log-"));
  const file = join(folder, "journal.db");
  const { FORCE_COLOR: _, ...inherited } = process.env;
  const environment = { ...inherited, TENON_DATA: folder, TZ: "UTC" };
  return {
    folder,
    file,
    environment,
    async record(session, records, at = BEGIN) {
      await using journal = await openSqliteJournal({ file, now: () => at });
      await using writer = await journal.create({ id: "1111-aaaa", cwd: "/project", agent: "tenon", ...session });
      if (records.length > 0) await writer.append(...records);
    },
    log: (...words) => runInResident({ args: ["log", ...words], cwd: folder, env: environment }),
    piped: (words, into) =>
      new Promise((resolve) => {
        const script = `{ "$0" "$1" log ${words}; echo "code $?" >&2; } | ${into}`;
        execFile("sh", ["-c", script, process.execPath, tenon], { env: environment }, (_error, _stdout, stderr) => {
          const [, text = "", code] = /^(.*)code (\d+)\n$/s.exec(stderr) ?? [];
          resolve({ code: Number(code), stderr: text });
        });
      }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

function fromClient(message: object): NewRecord {
  return { from: "client", text: JSON.stringify({ jsonrpc: "2.0", ...message }) };
}

function fromAgent(message: object): NewRecord {
  return { from: "agent", text: JSON.stringify({ jsonrpc: "2.0", ...message }) };
}

export function update(update: object): NewRecord {
  return fromAgent({ method: "session/update", params: { sessionId: "s1", update } });
}

export function says(text: string): NewRecord {
  return update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
}

export function prompt(text: string, id = 2): NewRecord {
  const params = { sessionId: "s1", prompt: [{ type: "text", text }] };
  return fromClient({ id, method: "session/prompt", params });
}

export function turnEnd(stopReason = "end_turn", id = 2): NewRecord {
  return fromAgent({ id, result: { stopReason } });
}

/** A turn with text before and after a tool call. */
export const oneTurn: readonly NewRecord[] = [
  fromClient({ id: 1, method: "session/new", params: { cwd: "/project", mcpServers: [] } }),
  fromAgent({ id: 1, result: { sessionId: "s1" } }),
  prompt("What is in the file?"),
  says("I shall "),
  says("look."),
  update({ sessionUpdate: "tool_call", toolCallId: "c1", title: "Read notes.txt", kind: "read", status: "pending" }),
  update({
    sessionUpdate: "tool_call_update",
    toolCallId: "c1",
    status: "completed",
    content: [{ type: "content", content: { type: "text", text: "milk\neggs" } }],
  }),
  says("Milk and eggs."),
  turnEnd(),
];
