/** What the user set for this server, and what the programs that it starts get of it. */

import { ToolError } from "@tenon/toolset";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Masked in everything that the server sends, and kept from tests, linters and git. */
export const TOKENS = {
  GITHUB_TOKEN: {
    description: "A GitHub token that may read and write issues and pull requests, and read actions",
    isRequired: false,
  },
  GITLAB_TOKEN: { description: "A GitLab token with the scope api", isRequired: false },
  DEPLOY_TOKEN: { description: "The bearer token of the deployment endpoint", isRequired: false },
} as const;

// Pagers, editors and prompts would wait for input that never comes.
const NON_INTERACTIVE = { CI: "1", PAGER: "cat", GIT_PAGER: "cat", GIT_EDITOR: "true", GIT_TERMINAL_PROMPT: "0" };

/** An unset or empty variable is undefined. */
export function variable(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined;
}

/** Throws an error that names the variable. */
export function tokenOf(env: Environment, name: keyof typeof TOKENS): string {
  const value = variable(env, name);
  if (value !== undefined) return value;
  throw new ToolError("configuration", `${name} is not set`, {
    hint: `${TOKENS[name].description}. The user must set it in the environment of this server; do not ask for it in the chat.`,
  });
}

/** Names separated by commas or spaces. */
export function namesOf(env: Environment, name: string): readonly string[] | undefined {
  return variable(env, name)
    ?.split(/[\s,]+/)
    .filter((one) => one !== "");
}

export function urlOf(env: Environment, name: string): URL | undefined {
  const text = variable(env, name);
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "https:" || url?.protocol === "http:") return url;
  throw new ToolError("configuration", `${name} must be an http: or https: URL`);
}

export function millisecondsOf(env: Environment, name: string, otherwise: number): number {
  const text = variable(env, name);
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new ToolError("configuration", `${name} must be a positive integer`);
}

/** For a program of the project. NODE_TEST_CONTEXT would make `node --test` run nothing. */
export function programEnvironment(env: Environment): Environment {
  const withheld = new Set([...Object.keys(TOKENS), "NODE_TEST_CONTEXT"]);
  const passed = Object.entries(env).filter(([name]) => !withheld.has(name));
  return { ...Object.fromEntries(passed), ...NON_INTERACTIVE };
}
