/**
 * The values of a server that must not be shown, wherever they turn up: in its command line, its address, or what it
 * prints before it dies.
 */

import type { ServerSpec } from "@tenon/hub";
import { secretsOf } from "@tenon/policy";

export function specSecrets(spec: ServerSpec): readonly string[] {
  if (spec.type === "stdio") {
    // Any value may be one, except what is plainly a path or an address: hiding those would hide where things are.
    const values = Object.values(spec.env).filter((value) => value.length >= MIN_LENGTH && !/[/\\]/.test(value));
    return [...secretsOf(spec), ...values];
  }
  if (spec.type !== "http" && spec.type !== "sse") return [];
  const { username, search } = URL.parse(spec.url) ?? { username: "", search: "" };
  const parameters = [...new URLSearchParams(search).values()].filter((value) => value.length >= MIN_LENGTH);
  return [...secretsOf(spec), ...Object.values(spec.headers), username, ...parameters].filter((value) => value !== "");
}

const MIN_LENGTH = 6;
