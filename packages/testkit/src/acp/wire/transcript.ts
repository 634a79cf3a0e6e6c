/**
 * Everything that went over one connection, both ways, in the order one side saw it.
 */

import type { AnyMessage } from "@agentclientprotocol/sdk";

import type { WireLine } from "./wire-line.ts";

export type Role = "client" | "agent";

export interface TranscriptEntry extends WireLine {
  /** Who sent it. */
  readonly from: Role;
}

export interface Transcript {
  readonly entries: readonly TranscriptEntry[];
  /** The messages alone, those of one side or of both. */
  messages(from?: Role): readonly AnyMessage[];
  /** What each broken line of this side was, and why: none if everything it wrote was a JSON-RPC message. */
  problems(from: Role): readonly string[];
  /** The first entry that fits, past or future; rejects if the connection ends before there is one. */
  when(fits: (entry: TranscriptEntry) => boolean): Promise<TranscriptEntry>;
  /** Runs at the very moment an entry that fits is recorded, once. */
  atOnce(fits: (entry: TranscriptEntry) => boolean, run: () => void): void;
}

export interface TranscriptKeeper extends Transcript {
  record(entry: TranscriptEntry): void;
  end(): void;
}

/** Fits a request or notification of this method. */
export function calls(method: string): (entry: TranscriptEntry) => boolean {
  return ({ message }) => message !== undefined && "method" in message && message.method === method;
}

export function keepTranscript(): TranscriptKeeper {
  const entries: TranscriptEntry[] = [];
  const watchers = new Set<(entry: TranscriptEntry) => void>();
  const ended = new AbortController();
  return {
    entries,
    messages: (from) => of(from).flatMap(({ message }) => message ?? []),
    problems: (from) => of(from).flatMap(({ text, problem }) => (problem ? [`${problem}: ${excerpt(text)}`] : [])),
    when(fits) {
      return new Promise((resolve, reject) => {
        const past = entries.find(fits);
        if (past) return resolve(past);
        const giveUp = () => reject(new Error("The connection ended without what the test waits for"));
        if (ended.signal.aborted) return giveUp();
        ended.signal.addEventListener("abort", giveUp, { once: true });
        watchers.add(function watcher(entry) {
          try {
            if (!fits(entry)) return;
            resolve(entry);
          } catch (error) {
            reject(error); // the test's own mistake, which must not look like a broken connection
          }
          watchers.delete(watcher);
          ended.signal.removeEventListener("abort", giveUp);
        });
      });
    },
    atOnce(fits, run) {
      watchers.add(function watcher(entry) {
        if (!fits(entry)) return;
        watchers.delete(watcher);
        run();
      });
    },
    record(entry) {
      entries.push(entry);
      for (const watcher of watchers) watcher(entry);
    },
    end: () => ended.abort(),
  };

  function of(from: Role | undefined) {
    return from ? entries.filter((entry) => entry.from === from) : entries;
  }
}

function excerpt(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}
