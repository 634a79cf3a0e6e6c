/**
 * Whether a tool call may run: the policy decides, with what was answered before; what it leaves open the user is asked.
 *
 * Only the user's own "allow" allows: a rejection, a cancel, an option that was not offered, an error, a client that has
 * gone all mean no [R89].
 */

import type { PermissionOption } from "@agentclientprotocol/sdk";
import { errorMessage } from "@tenon/basis";
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
  type Subject,
  strictest,
} from "@tenon/policy";

import type { SessionClient } from "../acp-client/session-client.ts";
import { textContent } from "../tools/tool-content.ts";
import type { Permit } from "../turn/turn.ts";
import { askUser } from "../acp-client/ask-user.ts";

export interface PermitOptions {
  readonly client: SessionClient;
  /** Asked anew for each call: a change of mode holds at once. */
  readonly policy: () => Policy;
  /** What was answered for this session, and what was answered for good. */
  readonly grants: { readonly session: GrantStore; readonly always: GrantStore };
  /** Whether what was allowed before counts for this now. What was rejected always does. */
  readonly heedsApproval: (subject: Subject) => boolean;
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
  const { client, grants, heedsApproval, folder, now, onDecision } = options;
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
    const [target] = targets;
    // An answer for good must be about everything that was asked, and its words name one thing. The floor asks each time.
    const isForGood = open.length === 1 && !open.some(({ isFloor }) => isFloor);
    const choices = isForGood && target ? choicesFor(target, folder).filter(counts) : ONCE;
    try {
      const chosen = await ask(choices, decision);
      if (!chosen) return refused("The user did not answer.");
      if (chosen.remember) await remember(chosen, targets);
      if (chosen.verdict === "allow") return { isAllowed: true };
      return refused("The user did not allow this call.");
    } catch (error) {
      return refused(`The user could not be asked: ${errorMessage(error)}`);
    }

    async function decideEach(): Promise<readonly (Decision & { readonly target: GrantTarget | undefined })[]> {
      const remembered = [...(await grants.session.list()), ...(await grants.always.list())];
      return subjects.map((subject) => {
        const usable = remembered.filter(({ verdict }) => verdict === "reject" || heedsApproval(subject));
        return {
          ...decideWithGrants(subject, { policy: options.policy(), grants: usable, folder, tool: known }),
          target: grantTarget(subject, known),
        };
      });
    }

    /** An approval for good that would not be heeded is not offered. */
    function counts({ verdict, remember }: Choice): boolean {
      return verdict === "reject" || !remember || subjects.every(heedsApproval);
    }

    async function ask(choices: readonly Choice[], { changes }: Decision): Promise<Choice | undefined> {
      const { title, kind, locations, isHearsay, content } = prepared;
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
