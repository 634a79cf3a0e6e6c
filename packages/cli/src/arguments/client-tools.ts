import { t } from "../messages/t.ts";

/** The name of the server that has the lent tools: with the others, or where an agent expects it. */
const NAMES = new Set(["tenon", "acp"]);

/** An empty word is the flag alone. */
function parseClientTools(given: string): string {
  const name = given === "" ? "tenon" : given;
  if (!NAMES.has(name)) throw new Error(t("expected tenon or acp; name the agent before the flag"));
  return name;
}

export const clientToolsFlag = {
  kind: "parsed",
  parse: parseClientTools,
  optional: true,
  inferEmpty: true,
  placeholder: "tenon|acp",
  brief: "Replace the agent's own file and command tools with your client's files and terminals",
} as const;
