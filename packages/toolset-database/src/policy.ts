/** What the user should be asked about. A host shows these rules and the user accepts them; they allow nothing. */

import type { PackRule } from "@tenon/toolset";

import type { Settings } from "./settings.ts";

const PRODUCTION = /(^|[^a-z])(prod|production|live)([^a-z]|$)/i;

export function policyPack(settings: Settings | undefined): readonly PackRule[] {
  const rules: PackRule[] = [
    { effect: "ask", tool: ["insert_data", "update_data"], why: "it changes data" },
    { effect: "ask", tool: "delete_data", why: "deleted rows cannot be brought back" },
    { effect: "ask", tool: ["update_data", "delete_data"], arguments: { all_rows: true }, why: "it touches every row" },
  ];
  const name = settings && databaseName(settings);
  if (name !== undefined && PRODUCTION.test(name))
    rules.push({ effect: "ask", tool: "*", why: `${name} looks like a production database` });
  return rules;
}

function databaseName({ address }: Settings): string {
  return address.type === "sqlite" ? address.file : `${address.database} on ${address.host}`;
}
