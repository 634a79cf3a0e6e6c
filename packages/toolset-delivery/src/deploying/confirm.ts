/** Asks a person before anything but staging is changed, with the version and how it differs from what is live. */

import { type ToolContext, ToolError } from "@tenon/toolset";

import type { DeliveryState } from "../state.ts";
import type { Deployment, DeploymentAdapter, Live, Target } from "./adapter.ts";
import { stagingEnvironments } from "./open-adapter.ts";

export interface Intention {
  readonly target: Target;
  /** Undefined for a roll-back. */
  readonly deployment: Deployment | undefined;
  readonly before: Live | undefined;
  readonly adapter: DeploymentAdapter;
}

const CONFIRMATION = {
  type: "object" as const,
  properties: { confirm: { type: "boolean" as const, title: "Do this now" } },
  required: ["confirm"],
};

/** Throws if the person did not agree, or cannot be asked. */
export async function confirmDeployment(intention: Intention, context: ToolContext<DeliveryState>): Promise<void> {
  const { target, before, adapter } = intention;
  const { service, environment } = target;
  if (stagingEnvironments(context.state.env).includes(environment)) return;
  if (!context.canElicit)
    throw new ToolError(
      "denied",
      `${environment} is changed only with a user's consent, which this client cannot request`,
      {
        hint: "The user deploys it, or uses a client that supports elicitation. Deploy to staging meanwhile.",
      },
    );
  const answer = await context.elicit({ message: await question(intention, context), schema: CONFIRMATION });
  if (answer.action !== "accept" || answer.content["confirm"] !== true)
    throw new ToolError("denied", `The user did not agree to change ${service} in ${environment}`);
  const now = await adapter.status(target, context.signal);
  // The answer was about something else.
  if (now?.version !== before?.version || now?.commit !== before?.commit)
    throw new ToolError(
      "conflict",
      `While the user was asked, ${now?.version ?? "nothing"} became live in ${environment}`,
      {
        hint: "Call again: the user is asked about what is live now.",
      },
    );
}

async function question(intention: Intention, context: ToolContext<DeliveryState>): Promise<string> {
  const { target, deployment, before, adapter } = intention;
  const { service, environment } = target;
  const live = before ? `Live now: ${named(before)}, ${before.health}.` : "Nothing is live yet.";
  if (!deployment) return `Roll back ${service} in ${environment} (${adapter.label})?\n${live}`;
  const replicas = deployment.replicas === undefined ? "" : `, ${deployment.replicas} replicas`;
  const head = `Deploy ${service} ${named(deployment)}${replicas} to ${environment} (${adapter.label})?`;
  return [head, live, await difference(deployment, before, context)].join("\n");
}

async function difference(
  { commit }: Deployment,
  before: Live | undefined,
  { state, signal }: ToolContext<DeliveryState>,
): Promise<string> {
  if (!before) return "Everything is new.";
  const from = await state.git.commitOf(before.commit ?? before.version, signal);
  const changes = from === undefined ? undefined : await state.git.changes(from, commit, signal);
  if (!changes) return "The difference from the live version is unknown: git does not have that commit.";
  if (changes.commits.length === 0) return "It is the same commit.";
  return [`What changes: ${changes.summary || "no file"}`, ...changes.commits].join("\n");
}

function named({ version, commit }: { readonly version: string; readonly commit?: string }): string {
  return commit === undefined || commit === version ? version : `${version} (${commit.slice(0, 12)})`;
}
