/**
 * Whether a tool call may run: the policy decides, with what was answered before; what it leaves open the user is asked.
 *
 * Only the user's own "allow" allows: a rejection, a cancel, an option that was not offered, an error, a client that has
 * gone all mean no [R89].
 */

import { setImmediate } from "node:timers/promises";

import { methods, type PermissionOption, type RequestPermissionRequest } from "@agentclientprotocol/sdk";
import {
  type Choice,
  choicesFor,
  type Decision,
  decideWithGrants,
  type Effect,
  type Grant,
  type GrantStore,
  type GrantTarget,
  grantTarget,
  makeGrant,
  type Policy,
  strictest,
} from "@tenon/policy";

import type { SessionClient } from "../session/session-client.ts";
import type { Permit } from "../turn/turn.ts";

export interface PermitOptions {
  readonly client: SessionClient;
  /** Asked anew for each call: a change of mode holds at once. */
  readonly policy: () => Policy;
  /** What was answered for this session, and what was answered for good. */
  readonly grants: { readonly session: GrantStore; readonly always: GrantStore };
  /** The real path of the session's folder, for answers that hold in this project. */
  readonly folder: string;
  readonly now: () => Date;
  readonly onDecision: (decision: DecisionRecord) => void;
}

/** What was decided about a call, for the journal. */
export interface DecisionRecord {
  readonly toolCallId: string;
  readonly effect: Effect;
  readonly reason: string;
}

export function createPermit(options: PermitOptions): Permit {
  const { client, grants, folder, now, onDecision } = options;
  return async ({ toolCallId, name, args, prepared, signal }) => {
    const { subjects, known } = prepared;
    const [first, ...others] = await decideEach();
    if (!first) return { isAllowed: true };
    const decision = strictest(first, ...others);
    onDecision({ toolCallId, effect: decision.effect, reason: decision.reason });
    if (decision.effect === "allow") return { isAllowed: true };
    if (decision.effect === "deny") return refused(decision.reason);

    const open = [first, ...others].filter(({ effect }) => effect === "ask");
    const targets = open.flatMap(({ target }) => (target ? [target] : []));
    // An answer for good must be about everything that was asked, or it would be asked again at once.
    const choices = targets.length === open.length && targets[0] ? choicesFor(targets[0], folder) : ONCE;
    try {
      const chosen = await ask(choices, decision);
      if (!chosen) return refused("The user did not answer.");
      if (chosen.remember) await remember(chosen, targets);
      if (chosen.verdict === "allow") return { isAllowed: true };
      return refused("The user did not allow this call.");
    } catch (error) {
      return refused(`The user could not be asked: ${error instanceof Error ? error.message : String(error)}`);
    }

    async function decideEach(): Promise<readonly (Decision & { readonly target: GrantTarget | undefined })[]> {
      const remembered = [...(await grants.session.list()), ...(await grants.always.list())];
      return subjects.map((subject) => ({
        ...decideWithGrants(subject, { policy: options.policy(), grants: remembered, folder, tool: known }),
        target: grantTarget(subject, known),
      }));
    }

    async function ask(choices: readonly Choice[], { changes }: Decision): Promise<Choice | undefined> {
      signal.throwIfAborted();
      const { title, kind, locations, content } = prepared;
      const note =
        changes?.map((text) => ({ type: "content" as const, content: { type: "text" as const, text } })) ?? [];
      const request: RequestPermissionRequest = {
        sessionId: client.sessionId,
        toolCall: {
          toolCallId,
          title,
          name,
          kind,
          status: "pending",
          rawInput: args,
          ...(locations && { locations: [...locations] }),
          ...((content || note.length > 0) && { content: [...note, ...(content ?? [])] }),
        },
        options: choices.map(({ id, name, kind }): PermissionOption => ({ optionId: id, name, kind })),
      };
      const { outcome } = await client.context.request(methods.client.session.requestPermission, request, {
        cancellationSignal: signal,
        // A client that never answers must not hold up a cancel.
        stopWaitingOnCancel: true,
      });
      // A cancel that the client sent before this answer may take longer to reach us.
      await setImmediate();
      signal.throwIfAborted();
      return outcome.outcome === "selected" ? choices.find(({ id }) => id === outcome.optionId) : undefined;
    }
  };

  async function remember({ verdict, remember }: Choice, targets: readonly GrantTarget[]): Promise<void> {
    if (!remember) return;
    const store = remember.lifetime === "session" ? grants.session : grants.always;
    for (const target of targets) {
      const grant: Grant = makeGrant({ target, verdict, ...remember, now: now() });
      await store.add(grant);
    }
  }
}

const ONCE: readonly Choice[] = [
  { id: "allow-once", name: "Allow once", kind: "allow_once", verdict: "allow" },
  { id: "reject-once", name: "Reject once", kind: "reject_once", verdict: "reject" },
];

function refused(reason: string): { readonly isAllowed: false; readonly reason: string } {
  return { isAllowed: false, reason };
}
