/**
 * A tool by its name, also of a server that is still starting: it is waited for within its start time.
 */

import { unlessAborted } from "@tenon/basis";

import { toolName } from "../../catalogue/tool-name.ts";
import type { Hub } from "../../hub-types.ts";
import { isStarting } from "../../server/receipt.ts";
import type { TableTool, ToolTable } from "./tool-table.ts";

/** Undefined if there is no such tool, or its server does not come up. Rejects only with the signal's reason. */
export async function untilListed(
  name: unknown,
  options: {
    readonly table: ToolTable;
    readonly hub: Promise<Hub>;
    /** Whether names say whose tool it is. */
    readonly isPrefixed: boolean;
    readonly signal: AbortSignal;
  },
): Promise<TableTool | undefined> {
  const { table, isPrefixed, signal } = options;
  if (typeof name !== "string" || name === "") return undefined;
  const known = table.find(name);
  if (known) return known;
  const hub = await unlessAborted(
    options.hub.catch(() => undefined),
    signal,
  );
  signal.throwIfAborted();
  const starting = hub?.servers.filter(
    ({ spec, receipt }) => isStarting(receipt.state) && (!isPrefixed || mayHave(spec.name, name)),
  );
  for (const { spec } of starting ?? []) {
    // It rejects when the server fails to start; then it has no such tool.
    await hub?.client(spec.name, { signal }).catch(() => undefined);
    signal.throwIfAborted();
  }
  return table.find(name);
}

/** Whether a name may be of a server's tool; a shortened name keeps at least the beginning of the server's. */
function mayHave(server: string, name: string): boolean {
  const start =
    name
      .replace(/^mcp__/, "")
      .split("__", 1)[0]
      ?.replace(/-$/, "") ?? "";
  const parts = [server, `${server}-server`].map((alias) => toolName(alias, "", { prefix: "", maxLength: Infinity }));
  return start !== "" && parts.some((part) => part.split("__", 1)[0]?.startsWith(start) === true);
}
