/**
 * What a session's agent asks of its clients: questions go to people, errands to one client's machine or to ours. Requests
 * of another agent pass the user's rules first; our own agent puts everything to the rules itself.
 */

import type { AnyNotification, AnyRequest, AnyResponse } from "@agentclientprotocol/sdk";
import type { SessionContext } from "@tenon/client";
import type { TimelineEvent } from "@tenon/timeline";

import type { ClientLink } from "../wire/client-link.ts";
import type { Cancellable } from "../wire/message.ts";
import type { Audience } from "./audience/audience.ts";
import { createErrands } from "./errands/errands.ts";
import type { LocalClient } from "./errands/local-client.ts";
import { createGateQueue } from "./gate/gate-queue.ts";
import { createGate } from "./gate/gate.ts";
import { createHeldRules, type HeldRules } from "./gate/held-rules.ts";
import { createKnownCalls } from "./gate/known-calls.ts";
import type { SessionScope, SessionServices } from "./live-session.ts";
import { answerEvent } from "./questions/answers.ts";
import { type Show, consentOf } from "./questions/consent.ts";
import { createQuestions, type Questions } from "./questions/questions.ts";

export interface AgentRequests {
  /** A question waits for its answer. */
  readonly isAsking: boolean;
  receive(request: AnyRequest): Cancellable;
  /** An update of the agent's: the rules should know all that it sent about a tool call. */
  see(message: AnyNotification): void;
  /** The turn is to end: all that waits is answered with `cancelled`. */
  cancelAll(): void;
  end(): void;
}

export interface AgentRequestsOptions {
  readonly sessionId: string;
  readonly isOwn: boolean;
  /** The gateway does for the agent what its clients cannot. */
  readonly servesAgent: boolean;
  readonly services: SessionServices;
  readonly scope: SessionScope;
  readonly audience: Audience;
  respond(response: AnyResponse): void;
  note(event: TimelineEvent): void;
  readonly show: Show;
  onChange(): void;
}

export function createAgentRequests(options: AgentRequestsOptions): AgentRequests {
  const { sessionId, isOwn, services, scope, respond, note } = options;
  const { newId, onWarning } = services;
  const rules = createHeldRules({
    // A folder of another machine has no rules here.
    open: () => services.rules(scope.tree ? [] : scope.roots),
    onFailure: onWarning,
  });
  const calls = createKnownCalls();
  const questions = openQuestions(options);
  const consent = consentOf({ sessionId, newId, questions, show: options.show });
  const gate = createGate({
    session: context,
    isAtClient: () => scope.tree !== undefined,
    rules: rules.get,
    calls,
    consent,
    note,
  });
  const queue = createGateQueue({ settle, respond });
  const errands = openErrands(options, context, rules);

  return {
    get isAsking() {
      return !questions.isEmpty;
    },
    receive(request) {
      const { method } = request;
      const goOn = () => (PUT_TO_PEOPLE.has(method) ? questions.ask(request, respond) : errands.run(request));
      const isGated = GATED.has(method) && (!isOwn || method === "terminal/create");
      return isGated ? queue.add(request, goOn) : goOn();
    },
    see: calls.see,
    cancelAll() {
      queue.cancelAll();
      questions.cancelAll();
    },
    end() {
      queue.end();
      questions.end();
      rules.close();
      errands.close();
    },
  };

  function context(): SessionContext | undefined {
    const { roots, servers } = scope;
    const [cwd] = roots;
    return cwd === undefined ? undefined : { id: sessionId, cwd, roots, servers };
  }

  async function settle(request: AnyRequest): Promise<AnyResponse | undefined> {
    if (!isOwn) return await gate.settle(request);
    // Only for the variables that its commands inherit.
    await rules.get().catch(() => {});
    return undefined;
  }
}

/** What is asked of files and terminals: at a client that has them, or on this machine. */
function openErrands(options: AgentRequestsOptions, context: () => SessionContext | undefined, rules: HeldRules) {
  const { sessionId, servesAgent, services, scope, audience, respond, note } = options;
  const { links, hand } = audience;
  let local: LocalClient | undefined;
  const errands = createErrands({ hand, respond, local: () => (local ??= openLocal()) });
  return {
    run: (request: AnyRequest) => errands.run(request, holders()),
    close: () => local?.close(),
  };

  /** Those whose files and terminals are the session's, the one that prompted last first. A mere viewer's are not. */
  function holders(): readonly ClientLink[] {
    const { tree } = scope;
    const mayServe = (link: ClientLink) => link.may("prompt", sessionId);
    return [...links].toReversed().filter((link) => mayServe(link) && (tree?.isHeldBy(link) ?? true));
  }

  function openLocal(): LocalClient | undefined {
    const here = context();
    // The folders are on another machine, and what is here under the same name is none of the session's.
    if (!servesAgent || !here || scope.tree) return undefined;
    const onOutput = (terminalId: string, text: string) => note({ type: "terminal-output", terminalId, text });
    return services.local.open(here, { passedVariables: () => rules.current?.passedVariables ?? [], onOutput });
  }
}

function openQuestions({ services, audience, note, onChange }: AgentRequestsOptions): Questions {
  const questions = createQuestions({
    clock: services.clock,
    waitMs: services.limits.questionMs,
    maxWaitMs: services.limits.askedMs,
    links: audience.links,
    hand: audience.hand,
    onAnswer(request, response, by) {
      const event = answerEvent(request, response, by);
      if (event) note(event);
    },
    onChange,
  });
  audience.watch({ onAttach: questions.offer, onDetach: questions.leave });
  return questions;
}

const PUT_TO_PEOPLE: ReadonlySet<string> = new Set(["session/request_permission", "elicitation/create"]);
const GATED: ReadonlySet<string> = new Set([
  "session/request_permission",
  "fs/read_text_file",
  "fs/write_text_file",
  "terminal/create",
]);
