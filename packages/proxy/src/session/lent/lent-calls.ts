/**
 * Calls of lent tools: each is prepared when it is asked about, and exactly what was prepared and allowed is run.
 */

import { type JsonObject, toError } from "@tenon/basis";
import type { EndpointCall } from "@tenon/hub/endpoint";
import type { Consent, ConsentRequest } from "@tenon/policy";
import type { ClientTool, Operation, ShownContent } from "@tenon/workspace";

import { type SessionConsent, UNREADABLE_RULES } from "./tool-consent.ts";

export interface LentCalls {
  /** Never rejects. */
  consentTo(tool: ClientTool, args: JsonObject, ask: AskAbout): Promise<Consent>;
  /** The call has this consent: what was prepared for it may run. */
  permitted(call: EndpointCall, consent: object): void;
  /** The result for the agent. Rejects if the call was not permitted, or with what went wrong. */
  run(callId: string, signal: AbortSignal): Promise<object>;
  /** It has ended, run or not. */
  ended(callId: string): void;
}

/** With what is asked about, as it is shown. */
export type AskAbout = (
  choices: Parameters<ConsentRequest["ask"]>[0],
  decision: Parameters<ConsentRequest["ask"]>[1],
  operation: Operation,
) => ReturnType<ConsentRequest["ask"]>;

export interface LentCallsOptions {
  readonly rules: Promise<SessionConsent>;
  /** Shows this of a call from now on, instead of what the agent shows. */
  readonly show: (call: EndpointCall, shown: Pick<Operation, "content" | "locations">) => Promise<void>;
  /** At its end this is shown; what the agent says, if it is undefined. */
  readonly settle: (call: EndpointCall, content: readonly ShownContent[] | undefined) => void;
}

/** What was prepared, or why it could not be: then the model reads that, and the user is not asked. */
type Prepared = Operation | Error;

// A client that does not answer must not hold a question for ever.
const PREPARE_MS = 60_000;

export function createLentCalls({ rules, show, settle }: LentCallsOptions): LentCalls {
  const prepared = new WeakMap<object, Prepared>();
  const allowed = new Map<string, { readonly call: EndpointCall; readonly operation: Prepared }>();
  return {
    async consentTo(tool, args, ask) {
      const open = await rules.catch(() => undefined); // Then nothing is allowed.
      if (!open) return UNREADABLE_RULES;
      const operation = await prepare(tool, args);
      const consent =
        operation instanceof Error
          ? { isAllowed: true as const }
          : await open.requireConsent({
              subjects: operation.subjects,
              ask: (choices, decision) => ask(choices, decision, operation),
            });
      // A new object for each: that of an answer may be shared.
      const own = { ...consent };
      prepared.set(own, operation);
      return own;
    },
    permitted(call, consent) {
      const operation = prepared.get(consent);
      if (operation) allowed.set(call.id, { call, operation });
    },
    ended: (callId) => void allowed.delete(callId),
    async run(callId, signal) {
      const entry = allowed.get(callId);
      allowed.delete(callId);
      if (!entry) throw new Error("This call was not permitted.");
      if (entry.operation instanceof Error) throw entry.operation;
      return await perform(entry.operation, entry.call, signal);
    },
  };

  async function perform(operation: Operation, call: EndpointCall, signal: AbortSignal): Promise<object> {
    let shown = operation.content;
    try {
      if (shown) await show(call, operation);
      const { parts, content, isError } = await operation.run({
        toolCallId: call.id,
        signal,
        async show(change) {
          shown = change.content;
          await show(call, change);
        },
      });
      settle(call, content ?? shown);
      const { FunctionResult } = await import("@tenon/hub/endpoint");
      return new FunctionResult(parts, { isError });
    } catch (error) {
      settle(call, undefined);
      throw error;
    }
  }
}

async function prepare(tool: ClientTool, args: JsonObject): Promise<Prepared> {
  try {
    return await tool.prepare(args, { signal: AbortSignal.timeout(PREPARE_MS) });
  } catch (error) {
    return toError(error);
  }
}
