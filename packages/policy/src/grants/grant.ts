/**
 * A remembered answer: what it is about, where it holds, how long.
 *
 * A tool is remembered with its definition and its server's key. If either is different later, the approval does not
 * hold; a rejection does.
 */

import { hashOf } from "../json/canonical-json.ts";
import { essentialsOf, type ToolDefinition } from "../fingerprint/tool-definition.ts";
import type { Access, Network, Subject } from "../subject.ts";

export type Verdict = "allow" | "reject";

/** How long an answer holds. What is given once is used on the spot, and never becomes a grant. */
export type Lifetime = "session" | "always";

export type GrantScope =
  /** The project's folder, as its real path. */
  { readonly type: "project"; readonly folder: string } | { readonly type: "everywhere" };

export type GrantTarget =
  | {
      readonly type: "tool";
      readonly tool: string;
      readonly server?: string | undefined;
      readonly serverKey?: string | undefined;
      readonly definition: ToolDefinition;
    }
  /** This very line. */
  | { readonly type: "command"; readonly words: readonly string[] }
  | { readonly type: "shell"; readonly line: string }
  /** Where the origin leads is a part of it: a name that comes to lead elsewhere is another thing. */
  | { readonly type: "url"; readonly origin: string; readonly network?: Network | undefined }
  | { readonly type: "path"; readonly path: string; readonly access: Access };

export interface Grant {
  /** Follows from target and scope: a new answer to the same question replaces the old one. */
  readonly id: string;
  readonly verdict: Verdict;
  readonly target: GrantTarget;
  readonly scope: GrantScope;
  readonly lifetime: Lifetime;
  /** ISO 8601. */
  readonly givenAt: string;
}

/** What is known of the tool that is to be called. */
export interface KnownTool {
  readonly definition: ToolDefinition;
  /** From `serverKey`; none for a built-in tool. */
  readonly serverKey?: string | undefined;
}

/** Undefined for what no grant can be about: servers and their environment are trusted by their exact content. */
export function grantTarget(subject: Subject, tool?: KnownTool): GrantTarget | undefined {
  if (subject.type === "tool-call") {
    const { definition, serverKey } = tool ?? { definition: { name: subject.tool } };
    return {
      type: "tool",
      tool: subject.tool,
      server: subject.server,
      serverKey,
      definition: essentialsOf(definition),
    };
  }
  if (subject.type === "command") {
    if ("shell" in subject) return { type: "shell", line: subject.shell };
    return { type: "command", words: [subject.command, ...(subject.args ?? [])] };
  }
  if (subject.type === "url") {
    const { url, network } = subject;
    return URL.canParse(url) ? { type: "url", origin: new URL(url).origin, network } : undefined;
  }
  if (subject.type === "path") return { type: "path", path: subject.path, access: subject.access };
  return undefined;
}

export function makeGrant(parts: {
  readonly target: GrantTarget;
  readonly verdict: Verdict;
  readonly scope: GrantScope;
  readonly lifetime: Lifetime;
  readonly now: Date;
}): Grant {
  const { target, verdict, scope, lifetime, now } = parts;
  return { id: grantId(target, scope), verdict, target, scope, lifetime, givenAt: now.toISOString() };
}

export function grantId(target: GrantTarget, scope: GrantScope): string {
  return hashOf([target.type === "tool" ? { ...target, definition: undefined } : target, scope]).slice(0, 32);
}
