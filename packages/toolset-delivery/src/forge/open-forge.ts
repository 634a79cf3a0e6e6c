/** Which service the project is on: by the user's variables, otherwise by the remote of the repository. */

import type { Clock } from "@tenon/basis";
import { ToolError } from "@tenon/toolset";

import { type Environment, millisecondsOf, tokenOf, urlOf, variable } from "../environment.ts";
import type { Git } from "../programs/git.ts";
import type { Forge } from "./forge.ts";
import { createGitHub } from "./github.ts";
import { createGitLab } from "./gitlab.ts";
import { createApi } from "./http.ts";

export interface ForgeAddress {
  readonly type: "github" | "gitlab";
  /** Of the REST interface, without a slash at its end. */
  readonly api: string;
  readonly project: string;
}

const TIMEOUT_MS = 30_000;

export async function openForge(options: ForgeOptions, signal: AbortSignal): Promise<Forge> {
  const { env, clock } = options;
  const { type, api: base, project } = await findForge(options, signal);
  const timeoutMs = millisecondsOf(env, "DELIVERY_TIMEOUT_MS", TIMEOUT_MS);
  const common = { base, timeoutMs, clock };
  const agent = { "user-agent": "tenon-toolset-delivery" };
  if (type === "gitlab") {
    const headers = { ...agent, accept: "application/json", "private-token": tokenOf(env, "GITLAB_TOKEN") };
    return createGitLab(createApi({ ...common, headers, name: "GitLab", token: "GITLAB_TOKEN" }), project);
  }
  const headers = {
    ...agent,
    accept: "application/vnd.github+json",
    "x-github-api-version": "2022-11-28",
    authorization: `Bearer ${tokenOf(env, "GITHUB_TOKEN")}`,
  };
  return createGitHub(createApi({ ...common, headers, name: "GitHub", token: "GITHUB_TOKEN" }), project);
}

export interface ForgeOptions {
  readonly env: Environment;
  readonly git: Git;
  readonly clock: Clock;
}

export async function findForge({ env, git }: Omit<ForgeOptions, "clock">, signal: AbortSignal): Promise<ForgeAddress> {
  const remote = parseRemote(await git.remote(signal));
  const type = typeOf(env, remote?.host);
  if (type === undefined)
    throw new ToolError("configuration", "The repository has no remote on GitHub or GitLab", {
      hint: "The user can set GITHUB_REPOSITORY (owner/name) and GITHUB_API_URL, or GITLAB_PROJECT and GITLAB_URL.",
    });
  const name = type === "github" ? "GITHUB_REPOSITORY" : "GITLAB_PROJECT";
  const project = variable(env, name) ?? remote?.path;
  const isValid = project !== undefined && /^[\w.-]+(\/[\w.-]+)+$/.test(project);
  if (!isValid || (type === "github" && project.split("/").length !== 2))
    throw new ToolError("configuration", `${name} must be set to the project, such as owner/name`);
  return { type, api: apiOf(env, type), project };
}

function typeOf(env: Environment, host: string | undefined): ForgeAddress["type"] | undefined {
  const isSet = (...names: string[]) => names.some((name) => variable(env, name) !== undefined);
  // The remote decides if variables of both are set, as on a machine that works with both.
  if (host === "github.com") return "github";
  if (host === "gitlab.com") return "gitlab";
  const github = isSet("GITHUB_API_URL", "GITHUB_REPOSITORY");
  const gitlab = isSet("GITLAB_URL", "GITLAB_PROJECT");
  if (github && gitlab) return urlOf(env, "GITLAB_URL")?.hostname === host ? "gitlab" : "github";
  return github ? "github" : gitlab ? "gitlab" : undefined;
}

/** Never the host of the remote: a model that changes the remote would get the token sent anywhere. */
function apiOf(env: Environment, type: ForgeAddress["type"]): string {
  const url = urlOf(env, type === "github" ? "GITHUB_API_URL" : "GITLAB_URL")?.href.replace(/\/+$/, "");
  return type === "github" ? (url ?? "https://api.github.com") : `${url ?? "https://gitlab.com"}/api/v4`;
}

/** `https://host/owner/name.git`, `ssh://git@host:22/owner/name`, `git@host:owner/name.git`. */
export function parseRemote(remote: string | undefined): { readonly host: string; readonly path: string } | undefined {
  if (remote === undefined) return undefined;
  const short = /^(?:[^@/\s]+@)?([^:/\s]+):(?!\/\/)(.+)$/.exec(remote);
  const url = !short && URL.canParse(remote) ? new URL(remote) : undefined;
  const host = short?.[1] ?? url?.hostname;
  const path = (short?.[2] ?? url?.pathname ?? "").replace(/^\/+|(\.git)?\/*$/g, "");
  return host === undefined || host === "" || path === "" ? undefined : { host, path };
}
