import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { PermissionOption, RequestPermissionRequest, ToolCallUpdate } from "@agentclientprotocol/sdk";
import { defaultRules, type Policy, type Rule } from "@tenon/policy";

import type { SessionContext } from "../../src/services.ts";

export const OPTIONS: readonly PermissionOption[] = [
  { optionId: "always", name: "Always", kind: "allow_always" },
  { optionId: "yes", name: "Yes", kind: "allow_once" },
  { optionId: "no", name: "No", kind: "reject_once" },
  { optionId: "never", name: "Never", kind: "reject_always" },
];

export function asks(
  toolCall: Partial<ToolCallUpdate>,
  options: readonly PermissionOption[] = OPTIONS,
): RequestPermissionRequest {
  return { sessionId: "s", toolCall: { toolCallId: "call", ...toolCall }, options: [...options] };
}

/** The rules of a user over our own. */
export function withRules(...rules: readonly Rule[]): Policy {
  return [defaultRules, { name: "user", rules }];
}

export async function projectFolder(): Promise<
  AsyncDisposable & { readonly folder: string; readonly session: SessionContext; readonly context: Context }
> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "tenon-permissions-")));
  const session = { id: "s", cwd: folder, roots: [folder] };
  return {
    folder,
    session,
    context: { session, signal: new AbortController().signal },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

interface Context {
  readonly session: SessionContext;
  readonly signal: AbortSignal;
}
