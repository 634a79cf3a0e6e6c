/**
 * Variables that the agent over there gives with a command. Some make an honest program run something else, which no rule
 * about the command sees, nor the person who allows it [K-18].
 */

import { RequestError } from "@agentclientprotocol/sdk";
import { itemsOf, objectOf } from "@tenon/basis";
import { isCodeVariable } from "@tenon/policy";
import { NON_INTERACTIVE } from "@tenon/workspace";

/** Throws the answer for the agent. */
export function refuseCode(env: unknown): void {
  for (const { name, value } of itemsOf(env).map(objectOf)) {
    if (!isCodeVariable(String(name)) || NON_INTERACTIVE[String(name)] === value || isEmptied(name, value)) continue;
    const problem = `The variable ${JSON.stringify(name)} is not allowed: it can make a program run other code`;
    throw RequestError.invalidParams(undefined, problem);
  }
}

/** A secret is withheld by emptying it. An empty path means the folder that the command runs in. */
function isEmptied(name: unknown, value: unknown): boolean {
  return value === "" && !/path/i.test(String(name));
}
