/**
 * Ways to spoil a wire that real agents have been seen with. The messages stay what they are; how they stand on the
 * wire, and between what, does not.
 */

import { readLine } from "../wire/wire-line.ts";
import type { Wire } from "../wire/wire.ts";

export interface BadManners {
  /** Written before anything else, as it stands. */
  readonly banner?: string;
  /** Lines that are written between the messages, one before each, in turn. */
  readonly noise?: readonly string[];
  readonly endsLinesWithCrLf?: boolean;
  /** Messages take several indented lines. */
  readonly isPrettyPrinted?: boolean;
  /** Takes a prompt while another turn of the session is running [R76]. */
  readonly overlapsTurns?: boolean;
  /** Stays when its stdin has ended; only an agent in its own process can. */
  readonly ignoresEnd?: boolean;
}

/** Lines that have been taken for messages, or have broken who read them. */
export const classicNoise: readonly string[] = [
  "[agent] ready, listening on stdio",
  "\u001B[2K\u001B[1G\u001B[32m✔\u001B[39m Loading tools…",
  "",
  "42",
  '"ok"',
  "null",
  "[]",
  '{"level":"info","id":0,"msg":"handled"}',
];

export function spoil(wire: Wire, manners: BadManners): Wire {
  const { banner, noise = [], isPrettyPrinted = false, endsLinesWithCrLf = false } = manners;
  let messages = 0;
  // Fails only if the peer is gone already.
  if (banner !== undefined) wire.write(banner).catch(() => {});
  return { ...wire, write: (text) => wire.write(text === "" ? "" : frame(text)) };

  function frame(text: string): string {
    const { message: value } = readLine(text.trimEnd());
    const message = value && isPrettyPrinted ? `${JSON.stringify(value, null, 2)}\n` : text;
    const lines = noise.length > 0 ? `${noise[messages % noise.length]}\n${message}` : message;
    messages += 1;
    return endsLinesWithCrLf ? lines.replaceAll("\n", "\r\n") : lines;
  }
}
