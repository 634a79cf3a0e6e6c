/**
 * One question, not two: the agent's question about a call of the endpoint and our policy's are joined.
 *
 * The agent's question is not passed on. The policy decides with the real server, tool and arguments; what it leaves open
 * the user is asked once, with our choices. The answer holds for the call that then arrives, and the agent only ever hears
 * its own "once": what is remembered is ours, scoped and revocable [WA3] [WA5]. An agent that does not ask is asked for
 * here when its call arrives [WA4].
 */

import { isObject, type JsonObject, objectOf, readArray, stringOf } from "@tenon/basis";
import { cancelled, denial, optionToAllow, selected } from "@tenon/client";
import type { EndpointCall, EndpointPermit, EndpointTool } from "@tenon/hub/endpoint";
import { canonicalJson, type Choice, type Consent, type Decision } from "@tenon/policy";
import type { Operation } from "@tenon/workspace";

import type { AgentCall } from "./agent-calls.ts";

export interface SessionPermissions {
  /** Answers the agent's `session/request_permission` about a call of the endpoint. */
  answer(request: JsonObject, call: AgentCall): void;
  /** Decides about a call at the endpoint. */
  permit(call: EndpointCall): Promise<EndpointPermit>;
  /** The agent takes its question back. False if it is not one of those held here. */
  withdraw(requestId: unknown): boolean;
  /** The user has cancelled the turn: open questions end. */
  cancel(): void;
  /** The turn is over: an answer that no call has used is forgotten. */
  clear(): void;
}

export interface PermissionsOptions {
  readonly requireConsent: RequireQuestionedConsent;
  /** Asks the user about a call. */
  readonly ask: (question: ToolQuestion) => Promise<Choice | undefined>;
  /** How the user knows a call that the agent has not asked about. */
  readonly idOf: (call: EndpointCall) => Promise<string>;
  readonly toAgent: (message: object) => void;
  /** A call was denied without a question to the user. */
  readonly onDenied: (tool: EndpointTool, args: JsonObject, reason: string) => void;
  /** Whether the user has named what is got, such as a prompt; by default everything that the agent gets. */
  readonly isNamed?: (call: EndpointCall) => boolean;
  /** What the answer about a call at the endpoint is, before the call runs. */
  readonly onPermit?: (call: EndpointCall, consent: Consent) => void;
}

export interface ToolQuestion {
  readonly toolCallId: string;
  readonly tool: EndpointTool;
  readonly args: JsonObject;
  readonly choices: readonly Choice[];
  readonly decision: Decision;
  /** Of a lent tool: what it would do. */
  readonly operation?: Operation | undefined;
  readonly signal: AbortSignal;
}

/** As for the tools of servers; of a lent tool, with what it would do. */
export type RequireQuestionedConsent = (
  tool: Pick<EndpointTool, "server" | "tool">,
  args: JsonObject,
  ask: (choices: readonly Choice[], decision: Decision, operation?: Operation) => Promise<Choice | undefined>,
) => Promise<Consent>;

const REQUEST_CANCELLED = -32_800;

export function createPermissions(options: PermissionsOptions): SessionPermissions {
  const { ask, idOf, isNamed = () => true } = options;
  const held = createHeldQuestions(options);
  /** Answers of this turn. Another list in the next: what is answered too late holds for nothing. */
  let given: { readonly key: string; readonly consent: Consent }[] = [];
  let turn = new AbortController();

  return {
    answer: ({ id, params }, call) =>
      held.answer(id, (withdrawn) => settle(params, call, AbortSignal.any([withdrawn, turn.signal]))),
    async permit(call) {
      const consent = await consentTo(call);
      options.onPermit?.(call, consent);
      return consent;
    },
    withdraw: held.withdraw,
    cancel() {
      turn.abort(new Error("The turn was cancelled"));
      turn = new AbortController();
      given = [];
    },
    clear() {
      given = [];
    },
  };

  async function consentTo(call: EndpointCall): Promise<Consent> {
    const at = given.findIndex(({ key }) => key === keyOf(call, call.args));
    if (at !== -1) return given.splice(at, 1)[0]?.consent ?? REFUSED;
    const signal = AbortSignal.any([call.signal, turn.signal]);
    return await decided(options, { tool: call, args: call.args }, async (choices, decision, operation) => {
      if (UNASKED.has(call.called) && isNamed(call)) return choices.find(({ kind }) => kind === "allow_once");
      const toolCallId = await idOf(call);
      return await ask({ toolCallId, tool: call, args: call.args, choices, decision, operation, signal });
    });
  }

  async function settle(params: unknown, { toolCallId, tool, args }: AgentCall, signal: AbortSignal) {
    const answers = given;
    const offered = readArray(objectOf(params)["options"], optionOf);
    const once = optionToAllow(offered);
    const yes = once ? selected(once) : denial(offered);
    // What is not known yet is decided when the call arrives. The endpoint's own tools need no permission.
    if (!tool || args === undefined) return yes;
    const consent = await decided(options, { tool, args }, (choices, decision, operation) =>
      ask({ toolCallId, tool, args, choices, decision, operation, signal }),
    );
    if (signal.aborted) return cancelled();
    answers.push({ key: keyOf(tool, args), consent });
    return consent.isAllowed ? yes : denial(offered);
  }
}

/** The agent's questions that have no answer yet. By themselves and not by their ids, which some agents use again. */
function createHeldQuestions({ toAgent }: Pick<PermissionsOptions, "toAgent">) {
  const held = new Set<{ readonly id: unknown; readonly withdrawn: AbortController }>();
  return {
    answer(id: unknown, settle: (withdrawn: AbortSignal) => Promise<object>): void {
      const question = { id, withdrawn: new AbortController() };
      held.add(question);
      void settle(question.withdrawn.signal).then((result) => {
        // One that was withdrawn has its answer.
        if (held.delete(question)) toAgent({ jsonrpc: "2.0", id, result });
      });
    },
    withdraw(id: unknown): boolean {
      const meant = [...held].filter((question) => question.id === id);
      for (const question of meant) {
        held.delete(question);
        question.withdrawn.abort(new Error("The agent has withdrawn its question"));
        toAgent({ jsonrpc: "2.0", id, error: { code: REQUEST_CANCELLED, message: "Request cancelled" } });
      }
      return meant.length > 0;
    },
  };
}

/** By the rules, or by the user, who hears of a denial that they were not asked about. */
async function decided(
  { requireConsent, onDenied }: Pick<PermissionsOptions, "requireConsent" | "onDenied">,
  { tool, args }: { readonly tool: EndpointTool; readonly args: JsonObject },
  askUser: Parameters<RequireQuestionedConsent>[2],
): Promise<Consent> {
  let isAsked = false;
  const consent = await requireConsent(tool, args, (...question) => {
    isAsked = true;
    return askUser(...question);
  });
  if (!consent.isAllowed && !isAsked) onDenied(tool, args, consent.reason);
  return consent;
}

/**
 * Prompts and skills are got because the user has named one, and lists, completions and subscriptions have no content: a rule
 * or an answer for good can forbid them, nothing asks.
 */
const UNASKED: ReadonlySet<string> = new Set([
  "prompts/get",
  "completion/complete",
  "skills/get",
  "skills/list",
  "resources/subscribe",
  "resources/directory/read",
]);

const REFUSED: Consent = { isAllowed: false, reason: "The user did not allow this call." };

function keyOf({ server, tool }: Pick<EndpointTool, "server" | "tool">, args: JsonObject): string {
  return canonicalJson([server, tool, args]);
}

type Option = Parameters<typeof selected>[0];

/** An option of a kind that is not known is none that we choose. */
function optionOf(value: unknown): Option | undefined {
  if (!isObject(value)) return undefined;
  const optionId = stringOf(value["optionId"]);
  const kind = KINDS.find((each) => each === value["kind"]);
  return optionId === undefined || kind === undefined
    ? undefined
    : { optionId, kind, name: stringOf(value["name"]) ?? "" };
}

const KINDS = ["allow_once", "allow_always", "reject_once", "reject_always"] as const;
