/**
 * What may be done with a session's tools: its rules, the tools that are lent to its agent, and the questions about both.
 */

import { tmpdir } from "node:os";
import { join } from "node:path";

import type { SessionHub } from "@tenon/hub";

import { askPermission } from "./client/ask-permission.ts";
import type { CallUpdates } from "./calls/call-updates.ts";
import { type LentTools, type LentToolsOptions, openLentTools } from "./lent/lent-tools.ts";
import type { OpeningRequest } from "./opening/opening-request.ts";
import { createPermissions, type PermissionsOptions, type SessionPermissions } from "./calls/permissions.ts";
import { createToolConsent, openSessionConsent } from "./lent/tool-consent.ts";
import type { ToolsOptions } from "./tools-options.ts";

export interface OpenedPermissions {
  readonly permissions: SessionPermissions;
  /** Undefined if none are lent. */
  readonly lent: LentTools | undefined;
}

type Given = Pick<ToolsOptions, "services" | "environment" | "now" | "clientTools" | "onDenied"> &
  Pick<LentToolsOptions, "client" | "traits"> &
  Pick<PermissionsOptions, "toAgent"> & { readonly newId: () => string };

export function openSessionPermissions(
  request: OpeningRequest,
  options: Given & { readonly hub: Promise<SessionHub>; readonly updates: CallUpdates },
): OpenedPermissions {
  const { hub, updates, client } = options;
  const outputFolder = join(tmpdir(), `tenon-${options.newId()}`);
  const rules = openSessionConsent(hub, request, { ...options, outputFolder });
  rules.catch(() => {}); // Each call that needs them is refused.
  const lent = openLentTools({ ...options, ...updates, request, rules, outputFolder });
  const ofServers = createToolConsent(rules);
  const permissions = createPermissions({
    requireConsent: (tool, args, ask) => lent?.requireConsent(tool, args, ask) ?? ofServers(tool, args, ask),
    ask: (question) => askPermission(client, question, updates.describe(question.tool, question.args)),
    idOf: updates.idOf,
    toAgent: options.toAgent,
    onDenied: (tool, args, reason) => options.onDenied?.({ title: updates.describe(tool, args).title, reason }),
    onPermit: (call, consent) => lent?.permitted(call, consent),
  });
  return { permissions, lent };
}
