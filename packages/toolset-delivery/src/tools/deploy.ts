/** Deploys a tested commit, asks a person before production, and takes an unhealthy one back. */

import { defined } from "@tenon/basis";
import { defineTool, jsonSchema, type ToolContext, ToolError } from "@tenon/toolset";

import type { Deployment, DeploymentAdapter, Live, Target } from "../deploying/adapter.ts";
import { confirmDeployment } from "../deploying/confirm.ts";
import { openAdapter } from "../deploying/open-adapter.ts";
import { type Expected, type RollOut, waitForRollOut } from "../deploying/roll-out.ts";
import { requireTested } from "../deploying/tested.ts";
import { millisecondsOf } from "../environment.ts";
import type { DeliveryState } from "../state.ts";

interface Arguments {
  readonly service: string;
  readonly environment: string;
  readonly action?: "deploy" | "roll_back";
  readonly version?: string;
  readonly replicas?: number;
  readonly timeout_seconds?: number;
  readonly roll_back_on_failure?: boolean;
}

interface Result {
  readonly service: string;
  readonly environment: string;
  readonly health: RollOut["health"];
  readonly message: string;
  readonly version?: string;
  readonly commit?: string;
  readonly before?: string;
  readonly rolled_back?: boolean;
}

const DEFAULT_SECONDS = 300;
const MAX_SECONDS = 3_600;
const POLL_MS = 2_000;
const NAME = { type: "string", pattern: "^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$" };

export const deploy = defineTool({
  name: "deploy",
  title: "Deploy",
  description:
    'Deploys a version of a service, waits until it is healthy, and rolls it back if it is not. The version is a tag, branch or commit of the repository, and run_tests must have passed for exactly that commit. The user is asked before anything but staging is changed. With action "roll_back" the version that was live before comes back.',
  input: jsonSchema<Arguments>({
    type: "object",
    properties: {
      service: { ...NAME, description: "The name of the service" },
      environment: { ...NAME, description: "Such as staging or production" },
      action: { type: "string", enum: ["deploy", "roll_back"], description: "deploy by default" },
      version: {
        type: "string",
        pattern: "^[A-Za-z0-9][A-Za-z0-9._/+-]{0,199}$",
        description: "A tag, branch or commit; needed to deploy",
      },
      replicas: { type: "integer", minimum: 1, maximum: 1_000, description: "Instances; unchanged by default" },
      timeout_seconds: {
        type: "integer",
        minimum: 1,
        maximum: MAX_SECONDS,
        description: `How long it may take to become healthy; ${DEFAULT_SECONDS} by default`,
      },
      roll_back_on_failure: { type: "boolean", description: "Roll back an unhealthy version; true by default" },
    },
    required: ["service", "environment"],
    additionalProperties: false,
  }),
  output: jsonSchema<Result>({
    type: "object",
    properties: {
      service: { type: "string" },
      environment: { type: "string" },
      health: { type: "string", enum: ["healthy", "unhealthy", "failed"] },
      message: { type: "string" },
      version: { type: "string" },
      commit: { type: "string" },
      before: { type: "string" },
      rolled_back: { type: "boolean" },
    },
    required: ["service", "environment", "health", "message"],
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  // A roll-out and a roll-back, each with its time. One at a time: two would wait for each other's version.
  limits: { callMs: (2 * MAX_SECONDS + 60) * 1_000, callsAtOnce: 1 },
  async run(args, context: ToolContext<DeliveryState>): Promise<Result> {
    const { service, environment, action = "deploy" } = args;
    const adapter = openAdapter(context.state);
    if (action === "roll_back") return await rollBack({ service, environment }, args, adapter, context);
    const deployment = await tested(args, context);
    const before = await adapter.status({ service, environment }, context.signal);
    await confirmDeployment({ target: deployment, deployment, before, adapter }, context);
    context.progress(1, { message: `Deploying ${deployment.version} to ${environment}` });
    await adapter.deploy(deployment, context.signal);
    const rollOut = await wait(deployment, deployment, args, adapter, context);
    return await finish({ deployment, before, rollOut }, args, adapter, context);
  },
});

async function tested(args: Arguments, { state, signal }: ToolContext<DeliveryState>): Promise<Deployment> {
  const { service, environment, version, replicas } = args;
  if (version === undefined) throw new ToolError("invalid_input", "version is required to deploy");
  const commit = await state.git.commitOf(version, signal);
  if (commit === undefined)
    throw new ToolError("not_found", `${version} is not a tag, branch or commit of the repository`, {
      hint: "Deploy a version that git knows, so that its tests can be found.",
    });
  await requireTested(commit, state);
  return { service, environment, version, commit, replicas };
}

interface Deployed {
  readonly deployment: Deployment;
  readonly before: Live | undefined;
  readonly rollOut: RollOut;
}

async function finish(
  { deployment, before, rollOut }: Deployed,
  args: Arguments,
  adapter: DeploymentAdapter,
  context: ToolContext<DeliveryState>,
): Promise<Result> {
  const { service, environment, version, commit } = deployment;
  const about = { service, environment, version, commit, ...defined({ before: before?.version }) };
  const { health, detail } = rollOut;
  if (health === "healthy") return { ...about, health, message: `${version} is live in ${environment} and healthy` };
  if (args.roll_back_on_failure === false || !before) {
    const left = before ? "It was left as it is" : "There is nothing to roll back to";
    return { ...about, health, rolled_back: false, message: `${version} did not become healthy: ${detail}. ${left}` };
  }
  await adapter.rollBack({ service, environment }, context.signal);
  const back = await wait(deployment, before, args, adapter, context);
  const end =
    back.health === "healthy" ? `${before.version} is live again` : `The roll-back is ${back.health}: ${back.detail}`;
  return {
    ...about,
    health,
    rolled_back: back.health === "healthy",
    message: `${version} did not become healthy: ${detail}. ${end}`,
  };
}

async function rollBack(
  target: Target,
  args: Arguments,
  adapter: DeploymentAdapter,
  context: ToolContext<DeliveryState>,
): Promise<Result> {
  if (args.version !== undefined || args.replicas !== undefined)
    throw new ToolError(
      "invalid_input",
      "roll_back accepts neither version nor replicas: it restores the previous release",
    );
  const before = await adapter.status(target, context.signal);
  if (!before) throw new ToolError("not_found", `${target.service} is not deployed in ${target.environment}`);
  await confirmDeployment({ target, deployment: undefined, before, adapter }, context);
  await adapter.rollBack(target, context.signal);
  const { health, detail } = await wait(target, undefined, args, adapter, context);
  return {
    ...target,
    health,
    before: before.version,
    rolled_back: health === "healthy",
    message: `Rolled back: ${detail}`,
  };
}

async function wait(
  target: Target,
  expected: Expected | undefined,
  { timeout_seconds: seconds = DEFAULT_SECONDS }: Arguments,
  adapter: DeploymentAdapter,
  { state, signal, progress }: ToolContext<DeliveryState>,
): Promise<RollOut> {
  const { env, clock } = state;
  const pollMs = millisecondsOf(env, "DELIVERY_POLL_MS", POLL_MS);
  let looked = 1;
  const onState = (message: string) => progress((looked += 1), { message });
  return await waitForRollOut(target, expected, {
    adapter,
    clock,
    timeoutMs: seconds * 1_000,
    pollMs,
    signal,
    onState,
  });
}
