/**
 * Finds words in what people read.
 *
 * The index is brought up to date first: it is made from the records, so nothing is lost with it, and no turn pays for it
 * who does not search. The last turn of a session is made again each time, because it may have gone on.
 */

import { createRecordReader, createTimeline, type Entry } from "@tenon/timeline";

import type { SearchHit, SearchQuery, SearchResult } from "../journal.ts";
import type { IndexedSession, IndexedText, Store, TextHit, TextIndex } from "../store/store.ts";
import { entryWords } from "./entry-words.ts";
import { storedRecords } from "./stored-records.ts";

const DEFAULT_LIMIT = 50;
const SESSIONS_A_STEP = 20;
/** So long a search may index; what is left is for the next one. */
const PATIENCE_MS = 2_000;
const EXCERPT = 160;

export async function searchTexts(store: Store, query: SearchQuery, closed: AbortSignal): Promise<SearchResult> {
  const { texts } = store;
  const words = query.text.toLowerCase().split(/\s+/u).filter(Boolean);
  if (!texts || words.length === 0) return { hits: [], isComplete: true };
  const isComplete = await catchUp(store, texts, closed);
  const { limit = DEFAULT_LIMIT, sessionIds } = query;
  const found = await texts.find({ words, limit, sessionIds });
  return { hits: found.map((hit) => withExcerpt(hit, words)), isComplete };
}

/** False if there was not enough time. */
async function catchUp(store: Store, texts: TextIndex, closed: AbortSignal): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const behind = await texts.behind(SESSIONS_A_STEP);
    if (behind.length === 0) return true;
    for (const session of behind) {
      if (closed.aborted || performance.now() > deadline) return false;
      await indexSession(store, texts, session);
    }
  }
}

async function indexSession(store: Store, texts: TextIndex, { key, next, lastSeq }: IndexedSession): Promise<void> {
  const reader = createRecordReader();
  const timeline = createTimeline();
  const seqs = new Map<string, number>();
  let lastPrompt = next;
  for await (const record of storedRecords(store, key, { after: next, before: lastSeq + 1 })) {
    if (record.kind === "session/prompt" || record.kind === "prompt") lastPrompt = record.seq - 1;
    for (const event of reader.read(record)) {
      for (const { key: entry } of timeline.add(event)) if (!seqs.has(entry)) seqs.set(entry, record.seq);
    }
  }
  const made = joined(timeline.entries, seqs);
  await texts.put(key, made, { after: next, next: lastPrompt, seen: lastSeq });
}

/** One text for each record that begins entries: its number is their name. */
function joined(entries: readonly Entry[], seqs: ReadonlyMap<string, number>): readonly IndexedText[] {
  const bySeq = new Map<number, string>();
  for (const entry of entries) {
    const [seq, text] = [seqs.get(entry.key), entryWords(entry)];
    if (seq !== undefined && text !== "") bySeq.set(seq, [bySeq.get(seq) ?? "", text].filter(Boolean).join("\n"));
  }
  return [...bySeq].map(([seq, text]) => ({ seq, text }));
}

function withExcerpt({ sessionId, seq, text }: TextHit, words: readonly string[]): SearchHit {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(...places, text.length) - EXCERPT / 4);
  const excerpt = text
    .slice(start, start + EXCERPT)
    .replaceAll(/\s+/gu, " ")
    .trim()
    .toWellFormed();
  const [before, after] = [start > 0 ? "…" : "", start + EXCERPT < text.length ? "…" : ""];
  return { sessionId, seq, excerpt: `${before}${excerpt}${after}` };
}
