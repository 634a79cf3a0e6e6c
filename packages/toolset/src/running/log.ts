/**
 * What a toolset logs: to its process, and to the client that sent the request.
 */

import type { LoggingLevel } from "@modelcontextprotocol/server";

export interface LogEntry {
  readonly level: LoggingLevel;
  /** The toolset, or the tool, resource or prompt that logged. */
  readonly from: string;
  /** Masked: a string, or any JSON value. */
  readonly message: unknown;
}

/** Never throws. */
export type LogSink = (entry: LogEntry) => void;

/** For people, on one line unless the message has more. */
export function formatLogEntry({ level, from, message }: LogEntry): string {
  return `${from}: ${level}: ${typeof message === "string" ? message : JSON.stringify(message)}`;
}
