/**
 * `/grants`: what was allowed or rejected without asking again, and taking it back.
 */

import { objectOf } from "@tenon/basis";
import { type Grant, describeGrant, type GrantStore } from "@tenon/policy";

import { firstWord } from "./command-line.ts";
import type { Command } from "./command.ts";

// Long enough to be unique among the grants of one person.
const SHORT_ID = 8;

export function grantsCommand(grants: { readonly session: GrantStore; readonly always: GrantStore }): Command {
  return {
    name: "grants",
    description: "List or revoke remembered permissions",
    hint: "[list] | revoke <id>",
    async run(input, { say, meta }) {
      const [action, id] = firstWord(input);
      const stores = isOfSession(meta) ? [grants.session] : [grants.session, grants.always];
      if (action === "revoke") return await say(await revoke(id, stores));
      if (action !== "" && action !== "list") throw new Error("Usage: `/grants [list | revoke <id>]`");
      const found = await grantsIn(stores);
      const lines = found.map((grant) => `- \`${grant.id.slice(0, SHORT_ID)}\` ${describeGrant(grant)}`);
      await say(lines.length === 0 ? "No permissions are remembered." : lines.join("\n"));
    },
  };
}

/** A gateway says so of a person who is not the user of this machine: what that user has answered is not theirs. */
function isOfSession(meta: unknown): boolean {
  return objectOf(objectOf(meta)["tenon"])["grants"] === "session";
}

async function grantsIn(stores: readonly GrantStore[]): Promise<readonly Grant[]> {
  return (await Promise.all(stores.map((store) => store.list()))).flat();
}

async function revoke(id: string, stores: readonly GrantStore[]): Promise<string> {
  const found = await grantsIn(stores);
  const [grant, ...others] = id === "" ? [] : found.filter((each) => each.id.startsWith(id));
  if (!grant) throw new Error(id === "" ? "Usage: `/grants revoke <id>`" : `No grant with id ${id}.`);
  if (others.some((other) => other.id !== grant.id))
    throw new Error(`The id ${id} is ambiguous: several grants start with it.`);
  for (const store of stores) await store.revoke(grant.id);
  return `Revoked: ${describeGrant(grant)}`;
}
