/**
 * What a scripted server is and does. A script is plain JSON, so that it can travel to another process.
 */

import type { JsonObject } from "@tenon/basis";

import type { CallStep } from "./call-step.ts";
import type { Misbehaviour } from "./misbehaviour.ts";

export type Revision = "2025-11-25" | "2026-07-28";

export interface ServerScript {
  /** What the server calls itself. */
  readonly name?: string;
  /** Which revisions of MCP it speaks. Defaults to both. */
  readonly revision?: Revision | "both";
  readonly instructions?: string;
  readonly tools?: readonly ToolScript[];
  readonly resources?: readonly ResourceScript[];
  readonly resourceTemplates?: readonly ResourceTemplateScript[];
  readonly prompts?: readonly PromptScript[];
  /** Entries in one page of a list. Defaults to one page. */
  readonly pageSize?: number;
  /** How long results may be kept, in the revision that has cache hints. */
  readonly cache?: { readonly ttlMs: number; readonly cacheScope: "public" | "private" };
  /** Advertised beside, or instead of, what follows from the lists above. */
  readonly capabilities?: JsonObject;
  readonly http?: HttpHabits;
  readonly misbehaviour?: Misbehaviour;
}

export interface ToolScript {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** Defaults to an object without properties. */
  readonly inputSchema?: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
  readonly icons?: readonly JsonObject[];
  /** Only in 2025-11-25: whether it wants to be called as a task. */
  readonly execution?: JsonObject;
  readonly _meta?: JsonObject;
  /**
   * What a call does, step by step. Defaults to an echo of its arguments. The first step that answers ends the call.
   * When none does, the answer is what the steps found out: the person's reply, the roots.
   */
  readonly call?: readonly CallStep[];
}

export interface ResourceScript {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly annotations?: JsonObject;
  readonly size?: number;
  readonly _meta?: JsonObject;
  /** Its contents: text, or base64. */
  readonly text?: string;
  readonly blob?: string;
}

export interface ResourceTemplateScript {
  /** Simple expressions only: `note:///{name}`. */
  readonly uriTemplate: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** The text of every resource that fits the template. */
  readonly text?: string;
}

export interface PromptScript {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly JsonObject[];
  /** Given as they are. */
  readonly messages: readonly JsonObject[];
}

/** What correct HTTP servers may choose. */
export interface HttpHabits {
  /** Whether the older revision assigns session ids. Defaults to true. */
  readonly sessions?: "stateful" | "stateless";
  /**
   * Whether a connection serves more than one request; it does not by default. Bun sends the next request on it all the same,
   * and gets a 503 that no record has.
   */
  readonly keepsConnections?: boolean;
}

/** A change of the tools on offer while the server runs. */
export interface ToolChange {
  readonly add?: readonly ToolScript[];
  readonly remove?: readonly string[];
  /** New definitions for tools of the same name. */
  readonly replace?: readonly ToolScript[];
  /** Whether clients are notified. Defaults to true. */
  readonly notify?: boolean;
}
