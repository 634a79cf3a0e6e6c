/**
 * The commands of the test process to a server process over the control socket.
 */

import { isObject, type JsonObject } from "@tenon/basis";

import type { ServerScript, ToolChange } from "../script.ts";

export type Command =
  /** The first one. */
  | Welcome
  | { readonly type: "release"; readonly gate: string }
  /** Wants "synced" back, after everything that was recorded before. */
  | { readonly type: "sync" }
  | { readonly type: "change-tools"; readonly change: ToolChange }
  | { readonly type: "notify"; readonly method: string; readonly params?: JsonObject };

/** What to be, which start this is, and which gates are open already. */
export interface Welcome {
  readonly type: "welcome";
  readonly script: ServerScript;
  readonly start: number;
  readonly openGates: readonly string[];
}

export type Role = "server" | "grandchild";

/** Both ends are ours, so the type is proof enough. */
export function isCommand(value: unknown): value is Command {
  return isObject(value) && typeof value["type"] === "string";
}
