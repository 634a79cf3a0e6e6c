/**
 * Keeps what was found out about servers in one small file of the user's, so that the next process asks nothing twice.
 *
 * The file is a convenience: one that is missing, damaged or cannot be written costs a question to the server, and no
 * failure here is ever reported. It holds hashes and revisions, no names and no secrets.
 */

import { readFileSync } from "node:fs";

import { isObject, objectOf } from "@tenon/basis";
import { writePrivateFile } from "@tenon/basis/node";

import type { DatedVerdict, VerdictStore } from "./revision-memory.ts";

// More servers than anyone has; the file must not grow with every temporary path in a command.
const MAX_VERDICTS = 500;

export function verdictFile(file: string): VerdictStore {
  let writing = Promise.resolve();
  return {
    read,
    write(key, verdict) {
      writing = writing.then(() => save(key, verdict)).catch(() => {}); // the next process asks again
    },
  };

  function read(): ReadonlyMap<string, DatedVerdict> {
    try {
      const content: unknown = JSON.parse(readFileSync(file, "utf8"));
      return new Map(Object.entries(objectOf(content)).filter(isEntry));
    } catch {
      return new Map(); // missing or damaged
    }
  }

  /** Other processes write too: only this verdict is ours to change. */
  async function save(key: string, verdict: DatedVerdict | undefined): Promise<void> {
    const verdicts = new Map(read());
    if (verdict) verdicts.set(key, verdict);
    else verdicts.delete(key);
    const newest = [...verdicts].toSorted(([, one], [, other]) => other.at - one.at).slice(0, MAX_VERDICTS);
    await writePrivateFile(file, `${JSON.stringify(Object.fromEntries(newest))}\n`);
  }
}

function isEntry(entry: [string, unknown]): entry is [string, DatedVerdict] {
  const [, verdict] = entry;
  if (!isObject(verdict)) return false;
  const { revision, transport, tookMs, at } = verdict;
  return (
    (revision === "2025-11-25" || revision === "2026-07-28") &&
    (transport === undefined || transport === "http" || transport === "sse") &&
    (tookMs === undefined || typeof tookMs === "number") &&
    typeof at === "number"
  );
}
