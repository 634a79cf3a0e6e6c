import type { CheckpointTable, IndexedText, SessionRow, StoredCheckpoint, TextIndex } from "./store.ts";

interface Indexed {
  texts: readonly IndexedText[];
  next: number;
  seen: number;
}

/** The texts of a journal in memory; `rows` are its sessions. */
export function createMemoryIndex(rows: () => readonly SessionRow[]): TextIndex {
  const indexed = new Map<number, Indexed>();
  const newest = () =>
    rows()
      .filter(({ isHidden }) => !isHidden)
      .toSorted((one, other) => other.updatedAt - one.updatedAt || other.key - one.key);
  return {
    async behind(limit) {
      return newest()
        .filter(({ key, lastSeq }) => lastSeq > (indexed.get(key)?.seen ?? 0))
        .slice(0, limit)
        .map(({ key, lastSeq }) => ({ key, lastSeq, next: indexed.get(key)?.next ?? 0 }));
    },
    async put(key, texts, { after, next, seen }) {
      const kept = (indexed.get(key)?.texts ?? []).filter(({ seq }) => seq <= after);
      indexed.set(key, { texts: [...kept, ...texts], next, seen });
    },
    async find({ words, limit, sessionIds }) {
      return newest()
        .filter(({ id }) => sessionIds?.includes(id) ?? true)
        .flatMap(({ key, id }) =>
          (indexed.get(key)?.texts ?? [])
            .filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)))
            .map((text) => ({ ...text, sessionId: id }))
            .toReversed(),
        )
        .slice(0, limit);
    },
  };
}

/** The checkpoints of a journal in memory; `of` gives those of a session, in order. */
export function createMemoryCheckpoints(of: (key: number) => StoredCheckpoint[] | undefined): CheckpointTable {
  return {
    last: async (key, { seq, format }) => of(key)?.findLast((one) => one.seq <= seq && one.format === format),
    async put(key, checkpoints) {
      of(key)?.push(...checkpoints);
    },
  };
}
