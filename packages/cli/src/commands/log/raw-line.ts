/**
 * A record as one line of JSON, with the message in it letter for letter as it stood on the wire.
 */

import { parseJson } from "@tenon/basis";
import type { JournalRecord } from "@tenon/journal";

/** What is not JSON, or not on one line, becomes a string. */
export function rawLine({ seq, at, from, text }: JournalRecord, options: { readonly isTerminal: boolean }): string {
  const line = `{"seq":${seq},"at":${at},"from":"${from}",${isJsonLine(text) ? `"message":${text}` : `"text":${JSON.stringify(text)}`}}`;
  return options.isTerminal ? line.replace(ACTIVE, escaped) : line;
}

function isJsonLine(text: string): boolean {
  return !/[\r\n]/.test(text) && parseJson(text) !== undefined;
}

/** What a terminal could obey. JSON allows these only within texts, where an escape means the same. */
const ACTIVE = /[\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
