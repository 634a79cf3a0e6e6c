/**
 * What a command wrote since the last read, in a length that a model can read: the beginning, the end, and a
 * sentence for what is left out between them. As soon as that is needed, all of the output is kept in a file.
 *
 * Memory does not grow with the output.
 */

import { stripVTControlCharacters } from "node:util";

import { keepOutput, type KeptOutput } from "./kept-output.ts";

export interface CommandLog {
  add(text: string): void;
  /** What came since it was last taken; empty if nothing did. Never rejects. */
  take(): Promise<string>;
}

// Errors are mostly at the end, and what was run at the beginning.
const HEAD_LENGTH = 8_000;
const TAIL_LENGTH = 16_000;

export function createCommandLog(file: { readonly folder: string; readonly name: string }): CommandLog {
  let beginning = "";
  let kept: KeptOutput | undefined;
  let news = nothing();
  return {
    add(text) {
      keepWhole(text);
      const { head, tail, bytes, length } = news;
      const room = HEAD_LENGTH - head.length;
      const end = tail + text.slice(room);
      news = {
        head: head + text.slice(0, room),
        // Cut seldom, so that adding costs the same however much is kept.
        tail: end.length > 2 * TAIL_LENGTH ? end.slice(-TAIL_LENGTH) : end,
        bytes: bytes + Buffer.byteLength(text),
        length: length + text.length,
      };
    },
    async take() {
      const { head, tail, bytes, length } = news;
      news = nothing();
      if (length <= HEAD_LENGTH + TAIL_LENGTH) return plainOutput(head + tail);
      const [begin, end] = [wholeLines(head), linesAtEnd(tail.slice(-TAIL_LENGTH))];
      const leftOut = bytes - Buffer.byteLength(begin) - Buffer.byteLength(end);
      const where = await kept?.where();
      return `${plainOutput(begin)}\n[${leftOut} of ${bytes} bytes were left out here. ${where}]\n${plainOutput(end)}`;
    },
  };

  /** In memory until it is more than one look can show. */
  function keepWhole(text: string): void {
    if (kept) return kept.add(text);
    beginning += text;
    if (beginning.length <= HEAD_LENGTH + TAIL_LENGTH) return;
    kept = keepOutput(file);
    kept.add(beginning);
    beginning = "";
  }
}

function nothing() {
  return { head: "", tail: "", bytes: 0, length: 0 };
}

/** Up to the end of a line if one is near, and never in the middle of a character [F-05]. */
function wholeLines(text: string): string {
  const end = text.lastIndexOf("\n");
  return end > text.length / 2 ? text.slice(0, end) : text.replace(/[\uD800-\uDBFF]$/, "");
}

function linesAtEnd(text: string): string {
  const start = text.indexOf("\n") + 1;
  return start > 0 && start < text.length / 2 ? text.slice(start) : text.replace(/^[\uDC00-\uDFFF]/, "");
}

/** As a terminal shows it in the end: without colours, and of a line that was overwritten, the last version. */
export function plainOutput(text: string): string {
  return stripVTControlCharacters(text)
    .split("\n")
    .map((line) => {
      const written = line.endsWith("\r") ? line.slice(0, -1) : line;
      return written.slice(written.lastIndexOf("\r") + 1);
    })
    .join("\n");
}
