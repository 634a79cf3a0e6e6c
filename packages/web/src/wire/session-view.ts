/**
 * A session as the gateway tells of it in lists.
 */

import { isFields, listOf, numberOf, textOf } from "./fields.ts";

export interface SessionView {
  readonly id: string;
  readonly title: string | undefined;
  readonly cwd: string;
  readonly agent: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly lastSeq: number;
  /** An agent has it open. */
  readonly isLive: boolean;
  readonly state: "idle" | "running" | "waiting";
  /** Who can fork it. */
  readonly forkedBy: "gateway" | "agent" | "nobody";
  /** Prompts that wait for their turn, of all pages; the next one first. */
  readonly waiting: readonly WaitingPrompt[];
}

export interface WaitingPrompt {
  readonly id: string;
  /** Its beginning. */
  readonly text: string;
  /** Who sent it. */
  readonly by: string;
}

/** Undefined if it is none. */
export function readSessionView(value: unknown): SessionView | undefined {
  if (!isFields(value)) return undefined;
  const id = textOf(value["id"]);
  if (id === undefined) return undefined;
  const { state, forkedBy } = value;
  const createdAt = numberOf(value["createdAt"]) ?? 0;
  return {
    id,
    title: textOf(value["title"])?.trim() || undefined,
    cwd: textOf(value["cwd"]) ?? "",
    agent: textOf(value["agent"]) ?? "",
    createdAt,
    updatedAt: numberOf(value["updatedAt"]) ?? createdAt,
    lastSeq: numberOf(value["lastSeq"]) ?? 0,
    isLive: value["isLive"] === true,
    state: state === "running" || state === "waiting" ? state : "idle",
    forkedBy: forkedBy === "agent" || forkedBy === "nobody" ? forkedBy : "gateway",
    waiting: listOf(value["waiting"], readWaiting),
  };
}

function readWaiting(value: unknown): WaitingPrompt | undefined {
  const id = isFields(value) ? textOf(value["id"]) : undefined;
  if (!isFields(value) || id === undefined) return undefined;
  return { id, text: textOf(value["text"]) ?? "", by: textOf(value["by"]) ?? "" };
}
