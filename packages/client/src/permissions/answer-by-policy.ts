/**
 * Answers permission requests of any agent by the rules and grants of the policy; what those leave open goes to a person,
 * or is denied.
 *
 * A yes by policy is for this one time. An agent that offers only "always" has to ask the person.
 */

import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { resolve } from "node:path";

import type { PermissionOption, RequestPermissionRequest, RequestPermissionResponse } from "@agentclientprotocol/sdk";
import { isString, objectOf } from "@tenon/basis";
import { commandSubject, type Decision, type Grant, type Policy, type Subject } from "@tenon/policy";

import type { AnswerPermission, SessionContext } from "../services.ts";
import { decideCall } from "./decide-call.ts";
import { type Evidence, evidenceOf } from "./evidence.ts";
import { type AnswerOpenPermission, isRememberedByAsker } from "./open-question.ts";
import { cancelled, denial, optionToAllow, outcomeOf, type PermissionOutcome, selected } from "./pick-option.ts";
import { memoryOf, type MemoryOptions } from "./remember.ts";

export interface PolicyAnswerOptions extends MemoryOptions {
  /** Asked anew for each request. */
  readonly policy: Policy | (() => Policy);
  /** Who is asked what the policy leaves open. */
  readonly otherwise: AnswerOpenPermission;
  /** Called once for each request, when it is answered. Must not throw. */
  readonly onDecision?: ((decision: PermissionDecision) => void) | undefined;
}

export interface PermissionDecision {
  readonly sessionId: string;
  readonly toolCallId: string;
  /** The decision of the policy. */
  readonly effect: Decision["effect"];
  readonly reason: string;
  readonly by: Decision["by"];
  /** What the policy was asked about, arguments included: redact it before it is written down. None if nothing is known. */
  readonly subjects: readonly Subject[];
  /** The final outcome. */
  readonly outcome: PermissionOutcome;
  readonly option?: PermissionOption | undefined;
  /** What was kept on our side. */
  readonly grants: readonly Grant[];
}

export function answerByPolicy(options: PolicyAnswerOptions): AnswerPermission {
  const { otherwise, onDecision } = options;
  return async (request, context) => {
    const { session, signal } = context;
    const { evidence, folder, decision } = await decidePermission(request, session, options);
    const { effect, reason, by } = decision;
    const memory = memoryOf({ request, evidence, folder, decision, options });
    const response = await answer();
    const { outcome, option } = outcomeOf(request.options, response);
    onDecision?.({
      sessionId: request.sessionId,
      toolCallId: request.toolCall.toolCallId,
      effect,
      reason,
      by,
      subjects: subjectsOf(evidence),
      // Without a cancel, "cancelled" is the no of an agent that offers none.
      outcome: outcome === "cancelled" && !signal.aborted ? "denied" : outcome,
      option,
      grants: memory.kept,
    });
    return response;

    async function answer(): Promise<RequestPermissionResponse> {
      if (signal.aborted) return cancelled();
      const settled = settledAnswer(request, decision);
      if (settled) return settled;
      const why = effect === "allow" ? `${reason} The agent offers no option to allow it once.` : reason;
      const answered = await otherwise(request, { ...context, why, memory });
      // An answer after a cancel is not consent.
      return signal.aborted ? cancelled() : answered;
    }
  };
}

/** What the rules and the remembered answers say of a request. */
export async function decidePermission(
  request: RequestPermissionRequest,
  session: Pick<SessionContext, "cwd" | "roots" | "servers">,
  { policy, grants: store, knownTool }: Pick<PolicyAnswerOptions, "policy" | "grants" | "knownTool">,
): Promise<{ readonly evidence: Evidence; readonly folder: string; readonly decision: Decision }> {
  const evidence = await evidenceOf(request, session);
  const folder = await realpath(session.cwd).catch(() => session.cwd);
  const folders = workingFolders(request, session.cwd);
  const acts = evidence.acts.flatMap((act) => folders.map((one) => withPaths(act, one)));
  const known = { ...evidence, acts: await Promise.all(acts) };
  const rules = typeof policy === "function" ? policy() : policy;
  const kept = (await store?.list()) ?? [];
  const grants = isRememberedByAsker(request) ? kept.filter(({ verdict }) => verdict === "reject") : kept;
  return { evidence, folder, decision: await decideCall(known, { policy: rules, grants, folder, knownTool }) };
}

/** The answer to a request that the policy settles; undefined for one that a person has to answer. */
export function settledAnswer(
  { options }: RequestPermissionRequest,
  { effect }: Decision,
): RequestPermissionResponse | undefined {
  if (effect === "deny") return denial(options);
  const once = effect === "allow" ? optionToAllow(options) : undefined;
  return once && selected(once);
}

const FOLDER_NAMES = ["cwd", "workdir", "working_directory", "workingDirectory", "directory", "dir"];

/** Where its commands may run: names differ from agent to agent, and some mean something else. */
function workingFolders({ toolCall }: RequestPermissionRequest, cwd: string): readonly string[] {
  const input = objectOf(toolCall.rawInput);
  const named = FOLDER_NAMES.map((name) => input[name]).filter(isString);
  return [...new Set([cwd, ...named.map((folder) => resolve(cwd, folder.replace(/^~(?=\/|$)/, homedir())))])];
}

/** The floor also holds for the files that a command names. */
async function withPaths(act: Subject, cwd: string): Promise<Subject> {
  return act.type === "command" ? await commandSubject(act, { cwd, home: homedir() }) : act;
}

function subjectsOf({ tool, acts, mentions }: Evidence): readonly Subject[] {
  return [...(tool ? [tool] : []), ...acts, ...mentions];
}
