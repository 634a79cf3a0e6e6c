/**
 * A session as JSON Lines: one line that says what it is, then one for each record, and one for each of its files.
 */

import { defined, objectOf, parseJson, stringOf } from "@tenon/basis";

import type { JournalRecord, SessionRecord } from "../journal.ts";
import { JournalError } from "../journal-error.ts";
import type { SessionHead } from "../store/store.ts";
import { type CopiedFile, isFileName } from "./copied-files.ts";

const FORMAT = "tenon-journal";
const VERSION = 1;

export function sessionLine(session: SessionRecord): string {
  // Whether it is being written now says nothing about the copy.
  return JSON.stringify({ format: FORMAT, version: VERSION, session: { ...session, isLive: undefined } });
}

export function recordLine({ seq, at, from, text }: JournalRecord): string {
  return JSON.stringify({ seq, at, from, text });
}

export function fileLine({ name, content }: CopiedFile): string {
  return JSON.stringify({ file: name, base64: Buffer.from(content).toString("base64") });
}

export type ExportedLine =
  | { readonly type: "session"; readonly head: SessionHead }
  | { readonly type: "record"; readonly record: ExportedRecord }
  | { readonly type: "file"; readonly file: CopiedFile };

type ExportedRecord = Omit<JournalRecord, "kind" | "message">;

/** Undefined if the line is none of them. Throws for an export of a newer version. */
export function readExportLine(line: string): ExportedLine | undefined {
  const fields = objectOf(parseJson(line));
  if (fields["format"] === FORMAT) return readSession(fields);
  const { seq, at, from, text, file, base64 } = fields;
  if (typeof file === "string" && typeof base64 === "string" && isFileName(file)) {
    return { type: "file", file: { name: file, content: Buffer.from(base64, "base64") } };
  }
  if (!isPlace(seq) || !isPlace(at) || typeof text !== "string") return undefined;
  if (from !== "client" && from !== "agent" && from !== "tenon") return undefined;
  return { type: "record", record: { seq, at, from, text } };
}

function readSession({ version, session }: Readonly<Record<string, unknown>>): ExportedLine | undefined {
  if (version !== VERSION) {
    throw new JournalError(
      "bad_export",
      `Export version ${String(version)} is not supported: this version of Tenon reads version ${VERSION}`,
    );
  }
  const head = readExportedHead(session);
  return head && { type: "session", head };
}

/** Undefined if it is none. */
export function readExportedHead(value: unknown): SessionHead | undefined {
  const fields = objectOf(value);
  const { id, cwd, agent, createdAt } = fields;
  if (typeof id !== "string" || typeof cwd !== "string" || typeof agent !== "string" || !isPlace(createdAt)) {
    return undefined;
  }
  const agentSessionId = stringOf(fields["agentSessionId"]);
  const title = stringOf(fields["title"]);
  const folders = readFolders(fields["additionalDirectories"]);
  const isArchived = fields["isArchived"] === true ? true : undefined;
  const { sessionId, at } = objectOf(fields["parent"]);
  const parent = typeof sessionId === "string" && isPlace(at) ? { sessionId, at } : undefined;
  return {
    id,
    cwd,
    agent,
    createdAt,
    ...defined({ agentSessionId, title, additionalDirectories: folders, isArchived, parent }),
  };
}

function readFolders(value: unknown): readonly string[] | undefined {
  const folders = Array.isArray(value) ? value.filter((folder: unknown) => typeof folder === "string") : [];
  return folders.length > 0 ? folders : undefined;
}

function isPlace(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
