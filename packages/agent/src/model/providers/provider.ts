/**
 * A provider as its user sees it: a name before the slash, variables in the environment, some models to choose from.
 */

import type { ModelApi } from "./model-api.ts";

export interface Provider {
  readonly id: string;
  readonly name: string;
  /** The variables that may hold the key; the first that is set counts. */
  readonly keyVariables: readonly string[];
  readonly needsKey: boolean;
  readonly baseUrl: BaseUrl;
  /** The model for those who have set up this provider and named none. */
  readonly defaultModel?: string;
  readonly models: readonly { readonly name: string; readonly title: string }[];
  /** What the table of prices calls it; absent for servers whose cost only the user knows. */
  readonly prices?: string;
  readonly api: (model: string) => ModelApi;
}

export interface BaseUrl {
  readonly variables: readonly string[];
  readonly usual?: string;
  /** The end of the path that the vendor's own tools add by themselves. */
  readonly version?: { readonly usual: string; readonly known: RegExp };
}

/** The base URL as the AI SDK wants it; undefined if none is set. */
export function baseUrlOf(
  { variables, usual, version }: BaseUrl,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const address = firstSet(variables, env) ?? usual;
  const plain = address?.trim().replace(/\/+$/, "");
  if (plain === undefined || !version || version.known.test(plain)) return plain;
  return `${plain}/${version.usual}`;
}

export function firstSet(
  variables: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  return variables.map((name) => env[name]?.trim()).find((value) => value !== undefined && value !== "");
}
