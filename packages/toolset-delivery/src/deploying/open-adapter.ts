/** How the user deploys, from the environment: one of `DEPLOY_URL`, `DEPLOY_COMMAND` and `DEPLOY_IMAGE`. */

import { type Clock, splitShellWords } from "@tenon/basis";
import { ToolError } from "@tenon/toolset";

import { type Environment, millisecondsOf, namesOf, programEnvironment, urlOf, variable } from "../environment.ts";
import { createApi } from "../forge/http.ts";
import type { DeploymentAdapter } from "./adapter.ts";
import { commandAdapter } from "./command-adapter.ts";
import { httpAdapter } from "./http-adapter.ts";
import { kubernetesAdapter } from "./kubernetes-adapter.ts";

const WAYS = ["DEPLOY_URL", "DEPLOY_COMMAND", "DEPLOY_IMAGE"] as const;
const STAGING = ["staging", "development", "dev", "test", "preview"];
const TIMEOUT_MS = 30_000;

export interface AdapterOptions {
  readonly env: Environment;
  readonly folder: string;
  readonly clock: Clock;
}

export function openAdapter({ env, folder, clock }: AdapterOptions): DeploymentAdapter {
  const way = adapterVariable(env);
  if (way === undefined)
    throw new ToolError("configuration", "No deployment method is configured", {
      hint: "The user sets DEPLOY_URL (an HTTP endpoint), DEPLOY_COMMAND (a program), or DEPLOY_IMAGE (Kubernetes).",
    });
  if (way === "DEPLOY_URL") {
    const url = urlOf(env, way)!;
    const token = variable(env, "DEPLOY_TOKEN");
    const headers = {
      accept: "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    const timeoutMs = millisecondsOf(env, "DELIVERY_TIMEOUT_MS", TIMEOUT_MS);
    const base = url.href.replace(/\/+$/, "");
    const api = createApi({ base, headers, name: "The deployment endpoint", token: "DEPLOY_TOKEN", timeoutMs, clock });
    return httpAdapter(api, url.origin);
  }
  // A deployment needs its own credentials, but none of a forge.
  const programEnv = { ...programEnvironment(env), DEPLOY_TOKEN: env["DEPLOY_TOKEN"] };
  if (way === "DEPLOY_COMMAND") {
    const [command, ...args] = splitShellWords(env[way] ?? "").words;
    if (command === undefined) throw new ToolError("configuration", "DEPLOY_COMMAND must name a program");
    return commandAdapter({ words: [command, ...args], folder, env: programEnv });
  }
  return kubernetesAdapter({
    image: variable(env, way) ?? "",
    namespace: variable(env, "DEPLOY_NAMESPACE") ?? "{environment}",
    context: variable(env, "DEPLOY_CONTEXT"),
    folder,
    env: programEnv,
  });
}

/** Which one is set; two of them are an error. */
export function adapterVariable(env: Environment): (typeof WAYS)[number] | undefined {
  const set = WAYS.filter((name) => variable(env, name) !== undefined);
  if (set.length > 1) throw new ToolError("configuration", `Only one of ${set.join(" and ")} may be set`);
  return set[0];
}

/** Environments that need no person; all others do, also those with an unknown name. */
export function stagingEnvironments(env: Environment): readonly string[] {
  return namesOf(env, "DELIVERY_STAGING") ?? STAGING;
}
