/**
 * One message as it passes through the proxy: parsed once, and its line as it came.
 *
 * A frame that no interceptor changes leaves with its own bytes: unknown methods and fields, numbers that JavaScript cannot
 * hold, spaces and the order of keys survive.
 */

import { joined, messageParts, writeMessage } from "@tenon/basis";

export interface Frame {
  /** The message; of unknown shape, since agents and clients of every version pass. Undefined if the line is not JSON. */
  readonly message: unknown;
  /** The line as it came, without its line feed. */
  readonly text: string;
  /** The bytes of the line. Absent if it did not come as bytes, or not as one line. */
  readonly line?: Uint8Array | undefined;
  /** The text in parts, if it has a large string in it: to encode them one by one copies less. */
  readonly parts?: readonly string[] | undefined;
}

const LINE_FEED = 0x0a;

/** A frame of our own. */
export function frameOf(message: unknown): Frame {
  const parts = messageParts(message);
  return { message, text: joined(parts) ?? writeMessage(message), parts };
}

/** The line to write, with its line feed. */
export function bytesOf({ line, text }: Frame): Uint8Array {
  if (line?.at(-1) === LINE_FEED) return line;
  // Line breaks in JSON are never in a string. And the last line of an input may lack its own.
  return line ? Buffer.concat([line, Buffer.of(LINE_FEED)]) : Buffer.from(`${text.replaceAll(/[\r\n]+/g, " ")}\n`);
}
