/**
 * `tenon tools policy <server>`: the rules that a server suggests for its own tools. Nothing holds before it is accepted.
 */

import { errorMessage, parseJson } from "@tenon/basis";
import type { Hub } from "@tenon/hub";
import { parsePack, type Rule } from "@tenon/policy";
import { POLICY_URI } from "@tenon/toolset";

import { writeStdout } from "../../process/stdout.ts";
import { counted } from "../../terminal/counted.ts";
import { printableLine } from "../../terminal/printable.ts";
import { storePack } from "../../user/policy-packs.ts";
import { userStores } from "../../user/user-stores.ts";
import { type ServerFlags, withHub } from "./with-hub.ts";

export interface PolicyFlags extends ServerFlags {
  readonly yes: boolean;
  readonly remove: boolean;
  readonly json: boolean;
}

export async function runPolicy(flags: PolicyFlags, server: string): Promise<void> {
  const { folder } = userStores();
  if (flags.remove) {
    const removed = await storePack(folder, server, []);
    return await writeStdout(`Removed ${counted(removed, "rule")} of ${server}.\n`);
  }
  const rules = await withHub(flags, (hub, signal) => readPack(hub, server, signal));
  if (flags.yes && rules.length > 0) await storePack(folder, server, rules);
  if (flags.json) return await writeStdout(`${JSON.stringify({ rules, accepted: flags.yes }, undefined, 2)}\n`);
  if (rules.length === 0) return await writeStdout(`${server} suggests no rules.\n`);
  for (const rule of rules) await writeStdout(describeRule(rule));
  await writeStdout(
    flags.yes
      ? "Accepted. They apply to every session.\n"
      : `To accept them, run: tenon tools policy ${server} --yes\n`,
  );
}

/** Rejects for a pack that could loosen anything. */
export async function readPack(hub: Hub, server: string, signal: AbortSignal): Promise<readonly Rule[]> {
  const client = await hub.client(server, { signal });
  if (!client.getServerCapabilities()?.resources) return [];
  const { resources } = await client.listResources({}, { signal });
  if (!resources.some(({ uri }) => uri === POLICY_URI)) return [];
  const { contents } = await client.readResource({ uri: POLICY_URI }, { signal }).catch((error: unknown) => {
    throw new Error(`Could not read the policy of ${server}: ${errorMessage(error)}`, { cause: error });
  });
  const [first] = contents;
  return parsePack(first && "text" in first ? parseJson(first.text) : undefined, server);
}

export function describeRule({ effect, when, why = "" }: Rule): string {
  const given = Object.entries(when.arguments ?? {}).map(([name, value]) => `${name} = ${[value].flat().join(" or ")}`);
  const where = given.length === 0 ? "" : ` with ${given.join(", ")}`;
  return `  ${effect} ${printableLine(`${[when.tool].flat().join(", ")}${where}`)}\n      ${printableLine(why)}\n`;
}
