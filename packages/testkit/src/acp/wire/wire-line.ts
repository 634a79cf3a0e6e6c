/**
 * One line of the wire, judged: which message it holds, and which rule it breaks [R1, R3, R4, R7].
 */

import type { AnyMessage } from "@agentclientprotocol/sdk";

import { isMessage, messageProblem } from "./json-rpc.ts";

export interface WireLine {
  /** The text without its newline. */
  readonly text: string;
  /** The message in it, if there is one. */
  readonly message?: AnyMessage;
  /** What is wrong with the line. It may hold a message all the same. */
  readonly problem?: string;
}

export function decodeLine(bytes: Buffer): WireLine {
  const text = bytes.toString();
  return Buffer.from(text).equals(bytes) ? readLine(text) : { text, problem: "not valid UTF-8" };
}

export function readLine(text: string): WireLine {
  if (text.trim() === "") return { text, problem: "an empty line" };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { text, problem: "not JSON" };
  }
  if (!isMessage(value)) return { text, problem: messageProblem(value) ?? "not a message" };
  return text.endsWith("\r") ? { text, message: value, problem: "ends in CR LF" } : { text, message: value };
}
