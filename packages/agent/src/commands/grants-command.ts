/**
 * `/grants`: what was allowed or rejected without asking again, and taking it back.
 */

import { type Grant, describeGrant, type GrantStore } from "@tenon/policy";

import { firstWord } from "./command-line.ts";
import type { Command } from "./command.ts";

// Long enough to be unique among the grants of one person.
const SHORT_ID = 8;

export function grantsCommand(stores: readonly GrantStore[]): Command {
  return {
    name: "grants",
    description: "Remembered permissions, and revoking them",
    hint: "[list] | revoke <id>",
    async run(input, { say }) {
      const [action, id] = firstWord(input);
      const grants = (await Promise.all(stores.map((store) => store.list()))).flat();
      if (action === "revoke") return await say(await revoke(id, grants));
      if (action !== "" && action !== "list") throw new Error("Usage: `/grants [list | revoke <id>]`");
      const lines = grants.map((grant) => `- \`${grant.id.slice(0, SHORT_ID)}\` ${describeGrant(grant)}`);
      await say(lines.length === 0 ? "No permissions are remembered." : lines.join("\n"));
    },
  };

  async function revoke(id: string, grants: readonly Grant[]): Promise<string> {
    const [grant, ...others] = id === "" ? [] : grants.filter((each) => each.id.startsWith(id));
    if (!grant) throw new Error(id === "" ? "Usage: `/grants revoke <id>`" : `There is no grant ${id}.`);
    if (others.some((other) => other.id !== grant.id)) throw new Error(`Several grants begin with ${id}.`);
    for (const store of stores) await store.revoke(grant.id);
    return `Revoked: ${describeGrant(grant)}`;
  }
}
