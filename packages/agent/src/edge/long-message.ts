/**
 * Answers a message of the client that is too long to be read: the side that waits for an answer gets an error.
 */

import { RPC_ERROR } from "@tenon/basis";
import type { LongLine } from "./long-lines.ts";

export interface LongMessage {
  /** In a sentence. */
  readonly problem: string;
  /** The answer to a request, or to a message that says nowhere what it is. */
  readonly answer?: object;
  /** Read in place of a response: it fails what we asked. */
  readonly instead?: object;
}

const MEBIBYTE = 1024 * 1024;

export function readLongMessage({ bytes, head, tail }: LongLine, longest: number): LongMessage {
  const size = `${Math.ceil(bytes / MEBIBYTE)} MiB; the limit is ${Math.floor(longest / MEBIBYTE)} MiB`;
  const problem = `The message is too large: ${size}`;
  const id = idIn(AT_THE_BEGINNING.exec(head)) ?? idIn(AT_THE_END.exec(tail));
  const error = (code: number) => ({ jsonrpc: "2.0", id: id ?? null, error: { code, message: problem } });
  if (RESPONSE.test(head)) return id === undefined ? { problem } : { problem, instead: error(RPC_ERROR.internal) };
  return { problem, answer: error(RPC_ERROR.invalidRequest) };
}

// Before anything that nests: what comes later may be a part of the params.
const RESPONSE = /^\s*\{[^{}[\]]*?"(?:result|error)"\s*:/u;
const AT_THE_BEGINNING = /^\s*\{[^{}[\]]*?"id"\s*:\s*(?<id>-?\d+|"[^"\\]*")/u;
const AT_THE_END = /,\s*"id"\s*:\s*(?<id>-?\d+|"[^"\\]*")\s*\}\s*$/u;

function idIn(found: RegExpExecArray | null): string | number | undefined {
  const text = found?.groups?.["id"];
  if (text === undefined) return undefined;
  return text.startsWith('"') ? text.slice(1, -1) : Number(text);
}
