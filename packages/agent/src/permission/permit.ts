/**
 * Whether a tool call may run, as the policy decides; what it leaves open is a permission request to the client.
 */

import type { PermissionOption } from "@agentclientprotocol/sdk";
import { describeToClients } from "@tenon/journal/stream";
import { type ConsentOptions, createConsent, type Effect } from "@tenon/policy";
import { textContent } from "@tenon/workspace";

import { askUser } from "../acp-client/ask-user.ts";
import type { SessionClient } from "../acp-client/session-client.ts";
import type { Permit } from "../turn/turn.ts";

export interface PermitOptions extends ConsentOptions {
  readonly client: SessionClient;
  readonly onDecision: (decision: DecisionRecord) => void;
  /** A person has approved a call. It runs when this has resolved. */
  readonly onApproval: (toolCallId: string) => Promise<unknown>;
}

/** What was decided about a call, for the journal. */
export interface DecisionRecord {
  readonly toolCallId: string;
  readonly effect: Effect;
  readonly reason: string;
}

export function createPermit(options: PermitOptions): Permit {
  const { client, onDecision, onApproval } = options;
  const requireConsent = createConsent(options);
  return async ({ toolCallId, name, args, prepared, signal }) => {
    const { subjects, known, title, kind, locations, isHearsay, content } = prepared;
    let isAsked = false;
    const consent = await requireConsent({
      subjects,
      known,
      onDecision: ({ effect, reason }) => onDecision({ toolCallId, effect, reason }),
      async ask(choices, { changes }) {
        isAsked = true;
        const note = changes?.map(textContent) ?? [];
        const toolCall = {
          toolCallId,
          title,
          name,
          status: "pending" as const,
          rawInput: args,
          ...(!isHearsay && { kind, ...(locations && { locations: [...locations] }) }),
          ...((content || note.length > 0) && { content: [...note, ...(content ?? [])] }),
        };
        const offered = choices.map(({ id, name, kind }): PermissionOption => ({ optionId: id, name, kind }));
        const chosen = await askUser(client, { toolCall, options: offered }, { signal });
        return choices.find(({ id }) => id === chosen);
      },
    });
    if (!isAsked || !consent.isAllowed) return consent;
    const recorded = onApproval(toolCallId).catch((error: unknown) => {
      throw new Error(`The approval was not recorded: ${describeToClients(error)}`);
    });
    recorded.catch(() => {}); // the call waits for it, unless it is cancelled first
    return { ...consent, recorded };
  };
}
