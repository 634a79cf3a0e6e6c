/**
 * Writes lines that lie side by side in memory as one piece: most lines that pass came in one chunk, and a write for each
 * would cost more than everything else about it.
 */

export interface GatheredLines {
  /** A promise if no more may be written until then; rejects when the reader has gone. */
  write(line: Uint8Array): Promise<void> | undefined;
  /** Resolves when everything is written. */
  flushed(): Promise<void>;
}

/** `write` is called with what has gathered at the end of the tick, or when the next line lies elsewhere. */
export function gatherLines(write: (bytes: Uint8Array) => Promise<void> | undefined): GatheredLines {
  let memory: ArrayBufferLike | undefined;
  let start = 0;
  let end = 0;
  let isScheduled = false;
  let blocked: Promise<void> | undefined;
  return {
    write(line) {
      if (line.buffer !== memory || line.byteOffset !== end) {
        flush();
        memory = line.buffer;
        start = line.byteOffset;
      }
      end = line.byteOffset + line.byteLength;
      if (!isScheduled) process.nextTick(flushLater);
      isScheduled = true;
      return blocked;
    },
    async flushed() {
      flush();
      await blocked;
    },
  };

  function flushLater(): void {
    isScheduled = false;
    flush();
  }

  function flush(): void {
    if (!memory) return;
    const bytes = new Uint8Array(memory, start, end - start);
    memory = undefined;
    const taken = write(bytes);
    blocked = taken;
    // Stays after a failure: the next line is refused too.
    taken?.then(
      () => void (blocked = blocked === taken ? undefined : blocked),
      () => {},
    );
  }
}
