/**
 * `tenon tools policy <server>`: the rules that a server suggests for its own tools. Nothing holds before it is accepted.
 */

import { errorMessage, parseJson } from "@tenon/basis";
import type { Hub } from "@tenon/hub";
import { parsePack, type Rule } from "@tenon/policy";
import { POLICY_URI } from "@tenon/toolset";

import { phrase, t } from "../../messages/t.ts";
import { writeStdout } from "../../process/stdout.ts";
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
    const values = { count: await storePack(folder, server, []), server };
    const text = t({ one: "Removed {count} rule of {server}.", other: "Removed {count} rules of {server}." }, values);
    return await writeStdout(`${text}\n`);
  }
  const rules = await withHub(flags, (hub, signal) => readPack(hub, server, signal));
  if (flags.yes && rules.length > 0) await storePack(folder, server, rules);
  if (flags.json) return await writeStdout(`${JSON.stringify({ rules, accepted: flags.yes }, undefined, 2)}\n`);
  if (rules.length === 0) return await writeStdout(`${t("{server} suggests no rules.", { server })}\n`);
  for (const rule of rules) await writeStdout(describeRule(rule));
  const accept = t("To accept them, run: tenon tools policy {name} --yes", { name: server });
  await writeStdout(`${flags.yes ? t("Accepted. They apply to every session.") : accept}\n`);
}

/** Rejects for a pack that could loosen anything. */
export async function readPack(hub: Hub, server: string, signal: AbortSignal): Promise<readonly Rule[]> {
  const client = await hub.client(server, { signal });
  if (!client.getServerCapabilities()?.resources) return [];
  const { resources } = await client.listResources({}, { signal });
  if (!resources.some(({ uri }) => uri === POLICY_URI)) return [];
  const { contents } = await client.readResource({ uri: POLICY_URI }, { signal }).catch((error: unknown) => {
    const reason = errorMessage(error);
    throw new Error(t("Could not read the policy of {server}: {reason}", { server, reason }), { cause: error });
  });
  const [first] = contents;
  return parsePack(first && "text" in first ? parseJson(first.text) : undefined, server);
}

const EFFECTS: Readonly<Record<Rule["effect"], string>> = {
  allow: phrase("allow"),
  ask: phrase("ask"),
  deny: phrase("deny"),
};

export function describeRule({ effect, when, why = "" }: Rule): string {
  const given = Object.entries(when.arguments ?? {}).map(
    ([name, value]) => `${name} = ${[value].flat().join(t(" or "))}`,
  );
  const tools = [when.tool].flat().join(", ");
  const which = given.length === 0 ? tools : t("{tools} with {values}", { tools, values: given.join(", ") });
  return `  ${t(EFFECTS[effect])} ${printableLine(which)}\n      ${printableLine(why)}\n`;
}
