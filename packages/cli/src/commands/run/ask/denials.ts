/**
 * What was denied in a run. Each denial is reported: a user must not have to guess why a run did half of its work [D-15].
 */

import type { RequestPermissionRequest } from "@agentclientprotocol/sdk";

import { phrase, t } from "../../../messages/t.ts";
import { inShort } from "../../../timeline-view/content-lines.ts";
import type { DeniedCall } from "../show/outcome.ts";

export interface Denials {
  readonly all: readonly DeniedCall[];
  /** What a person denied themselves is not reported to them again. */
  add(denied: DeniedCall & { readonly isPersonal?: boolean }): void;
}

const HOW_TO_ALLOW = phrase("To allow it, pass --policy <file> with a rule for it, or --policy allow in a sandbox.");

export function createDenials(options: { readonly warn: (text: string) => void }): Denials {
  const all: DeniedCall[] = [];
  return {
    all,
    add({ isPersonal = false, ...denied }) {
      all.push(denied);
      if (isPersonal) return;
      const { title, reason } = denied;
      options.warn(`${t("denied: {what}", { what: title })}\n  ${t(reason)}\n  ${t(HOW_TO_ALLOW)}`);
    },
  };
}

/** What was to be done, with what it was given. */
export function titleOf({ toolCall }: Pick<RequestPermissionRequest, "toolCall">): string {
  const { title, toolCallId, rawInput } = toolCall;
  const input = rawInput === undefined || rawInput === null ? "" : ` ${inShort(rawInput)}`;
  return `${inShort(title ?? toolCallId)}${input}`;
}
