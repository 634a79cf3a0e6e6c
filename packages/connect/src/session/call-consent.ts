/**
 * Whether the agent over there may call a tool of this machine. The user's rules and answers decide, here; the user is asked
 * in the editor, with the server, the tool, the arguments and who asks; each decision is noted for the record.
 */

import type { EndpointCall, EndpointPermit } from "@tenon/hub/endpoint";
import {
  type AgentCalls,
  askPermission,
  type CallUpdates,
  createPermissions,
  createToolConsent,
  type SessionClient,
  type SessionConsent,
  type SessionPermissions,
} from "@tenon/proxy";

export interface CallConsent extends Omit<SessionPermissions, "permit"> {
  permit(call: EndpointCall): Promise<EndpointPermit>;
}

export interface CallConsentOptions {
  readonly client: SessionClient;
  readonly calls: Pick<AgentCalls, "idOf">;
  readonly updates: Pick<CallUpdates, "describe" | "idOf">;
  readonly rules: Promise<SessionConsent>;
  /** Who asks: the agent and the gateway, for questions and the record. */
  readonly asker: string;
  /** The user's last prompt, as text. */
  readonly prompt: () => string;
  /** What was decided about a call, for the record. */
  readonly onDecision?: ((sessionId: string, decision: CallDecision) => void) | undefined;
  toAgent(message: object): void;
}

export interface CallDecision {
  readonly toolCallId: string;
  readonly effect: "allow" | "deny";
  readonly reason: string;
}

// An agent that asks for more at once than a person can read.
const MAX_QUESTIONS = 16;
/** What is got without a question because the user has named it. */
const NAMED: ReadonlySet<string> = new Set(["prompts/get", "skills/get"]);

export function createCallConsent(options: CallConsentOptions): CallConsent {
  const { client, calls, updates, asker } = options;
  let asking = 0;
  const permissions = createPermissions({
    requireConsent: createToolConsent(options.rules),
    async ask(question) {
      if (asking >= MAX_QUESTIONS) throw new Error(`${MAX_QUESTIONS} questions are open`);
      asking += 1;
      try {
        return await askPermission(client, question, updates.describe(question.tool, question.args), asker);
      } finally {
        asking -= 1;
      }
    },
    idOf: updates.idOf,
    // The agent over there could get any of them by saying so.
    isNamed: ({ called, title }) => !NAMED.has(called) || (title !== undefined && options.prompt().includes(title)),
    toAgent: options.toAgent,
    // The agent on the gateway only learns that it may not.
    onDenied: (tool, args, reason) =>
      client.notice({
        severity: "warning",
        title: `Not allowed: ${updates.describe(tool, args).title}`,
        description: reason,
      }),
  });
  return {
    ...permissions,
    async permit(call) {
      const consent = await permissions.permit(call);
      const decision = consent.isAllowed
        ? ({ effect: "allow", reason: "" } as const)
        : ({ effect: "deny", reason: ` ${consent.reason}` } as const);
      void note(call, { ...decision, reason: `${asker}: ${call.server} ${call.tool}.${decision.reason}` });
      return consent;
    },
  };

  async function note(call: EndpointCall, decision: Omit<CallDecision, "toolCallId">): Promise<void> {
    const toolCallId = (await calls.idOf(call)) ?? call.id;
    options.onDecision?.(await client.bound, { toolCallId, ...decision });
  }
}
