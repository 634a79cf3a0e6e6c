/** A way to deploy: an HTTP endpoint, a command, or Kubernetes. */

import { defined, numberOf, objectOf, stringOf } from "@tenon/basis";
import { ToolError } from "@tenon/toolset";

export interface DeploymentAdapter {
  /** For people: "https://deploy.example.com". */
  readonly label: string;
  /** What is live; undefined if nothing is. */
  status(target: Target, signal: AbortSignal): Promise<Live | undefined>;
  /** Starts the roll-out, and does not wait for it. */
  deploy(deployment: Deployment, signal: AbortSignal): Promise<void>;
  /** Starts to bring back what was live before. */
  rollBack(target: Target, signal: AbortSignal): Promise<void>;
}

export interface Target {
  readonly service: string;
  readonly environment: string;
}

export interface Deployment extends Target {
  readonly version: string;
  readonly commit: string;
  readonly replicas: number | undefined;
}

export interface Live {
  readonly version: string;
  readonly commit?: string;
  readonly replicas?: number;
  readonly health: Health;
}

export const HEALTH = ["healthy", "unhealthy", "progressing", "failed"] as const;
export type Health = (typeof HEALTH)[number];

/** `{ "version", "commit"?, "replicas"?, "health" }`, as the endpoint answers and the command prints. */
export function readLive(value: unknown, from: string): Live {
  const { version, commit, replicas, health } = objectOf(value);
  const known = HEALTH.find((one) => one === health);
  if (typeof version !== "string" || known === undefined)
    throw new ToolError("failed", `${from} must answer with "version" and "health" (${HEALTH.join(", ")})`);
  return { version, health: known, ...defined({ commit: stringOf(commit), replicas: numberOf(replicas) }) };
}
