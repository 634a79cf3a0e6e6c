/**
 * A session as the gateway tells of it in lists.
 */

import { defined, isObject, numberOf, readArray, stringOf } from "@tenon/basis";

export interface SessionView {
  readonly id: string;
  readonly title: string | undefined;
  readonly cwd: string;
  readonly agent: string;
  /** What people call it, if the gateway knows it. */
  readonly agentTitle?: string;
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
  /** What I am in it; undefined where there is no one but the user of the gateway, who may do everything. */
  readonly role?: SessionRole | undefined;
}

/** As the gateway has them, from the most rights to the least. */
export const sessionRoles = ["owner", "collaborator", "prompter", "approver", "viewer"] as const;
export type SessionRole = (typeof sessionRoles)[number];

export function readSessionRole(value: unknown): SessionRole | undefined {
  return sessionRoles.find((role) => role === value);
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
  if (!isObject(value)) return undefined;
  const id = stringOf(value["id"]);
  if (id === undefined) return undefined;
  const { state, forkedBy } = value;
  const createdAt = numberOf(value["createdAt"]) ?? 0;
  return {
    id,
    title: stringOf(value["title"])?.trim() || undefined,
    cwd: stringOf(value["cwd"]) ?? "",
    agent: stringOf(value["agent"]) ?? "",
    ...defined({ agentTitle: stringOf(value["agentTitle"]) }),
    createdAt,
    updatedAt: numberOf(value["updatedAt"]) ?? createdAt,
    lastSeq: numberOf(value["lastSeq"]) ?? 0,
    isLive: value["isLive"] === true,
    state: state === "running" || state === "waiting" ? state : "idle",
    forkedBy: forkedBy === "agent" || forkedBy === "nobody" ? forkedBy : "gateway",
    waiting: readArray(value["waiting"], readWaiting),
    role: readSessionRole(value["role"]),
  };
}

function readWaiting(value: unknown): WaitingPrompt | undefined {
  const id = isObject(value) ? stringOf(value["id"]) : undefined;
  if (!isObject(value) || id === undefined) return undefined;
  return { id, text: stringOf(value["text"]) ?? "", by: stringOf(value["by"]) ?? "" };
}
