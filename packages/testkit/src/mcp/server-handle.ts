/**
 * How a test holds a scripted server, the same over every transport.
 */

import type { JsonObject } from "@tenon/basis";

import type { ToolChange } from "./script.ts";
import type { Recorder, ServerRecord } from "./server-record.ts";

export type ListName = "tools" | "resources" | "prompts";

export interface ServerHandle extends Pick<Recorder, "until">, AsyncDisposable {
  /** Everything the server has seen by now. To wait for something, use `until`. */
  recorded(): Promise<readonly ServerRecord[]>;
  /** Opens a gate, for those who wait and for those to come. */
  release(gate: string): void;
  changeTools(change: ToolChange): void;
  /** Notifies every client that would receive it. */
  notify(method: string, params?: JsonObject): void;
  notifyListChanged(list?: ListName): void;
  /** Ends the server and everything it started. May be called twice. */
  close(): Promise<void>;
}

export function listChanged(list: ListName): string {
  return `notifications/${list}/list_changed`;
}
