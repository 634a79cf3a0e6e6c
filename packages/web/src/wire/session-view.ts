/**
 * A session as the gateway tells of it in lists.
 */

import { isFields, numberOf, textOf } from "./fields.ts";

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
}

/** Undefined if it is none. */
export function readSessionView(value: unknown): SessionView | undefined {
  if (!isFields(value)) return undefined;
  const id = textOf(value["id"]);
  if (id === undefined) return undefined;
  const state = value["state"];
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
  };
}
