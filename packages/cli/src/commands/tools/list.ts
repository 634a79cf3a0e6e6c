import { estimateTokens, type HubTool } from "@tenon/hub";

import { t } from "../../messages/t.ts";
import { writeStdout } from "../../process/stdout.ts";
import { textTable } from "../../terminal/text-table.ts";
import { printableLine } from "../../terminal/printable.ts";
import { requireServers, type ServerFlags, withHub } from "./with-hub.ts";

export async function runList(flags: ServerFlags & { readonly json: boolean }): Promise<void> {
  await withHub(flags, async (hub) => {
    const tools = hub.catalogue.tools.map((tool) => ({ ...tool, tokens: estimateTokens(tool) }));
    requireServers(hub);
    if (hub.servers.length === 0 && !flags.json) return;
    if (flags.json) return await writeStdout(`${JSON.stringify(tools.map(asJson), undefined, 2)}\n`);
    const total = tools.reduce((sum, { tokens }) => sum + tokens, 0);
    const rows = tools.map(({ server, tool, tokens, description }) => [
      printableLine(server),
      printableLine(tool),
      `${tokens}`,
      oneLine(description),
    ]);
    await writeStdout(textTable([[t("SERVER"), t("TOOL"), t("TOKENS"), t("DESCRIPTION")], ...rows]));
    const values = {
      tools: t({ one: "{count} tool", other: "{count} tools" }, { count: tools.length }),
      servers: t({ one: "{count} server", other: "{count} servers" }, { count: hub.servers.length }),
      tokens: total,
    };
    await writeStdout(`\n${t("{tools} of {servers}, {tokens} tokens in total", values)}\n`);
  });
}

function asJson({ definition, ...tool }: HubTool & { readonly tokens: number }) {
  return { ...tool, annotations: definition["annotations"], outputSchema: definition["outputSchema"] };
}

export function oneLine(text: string): string {
  return printableLine(text).replaceAll(/\s+/g, " ");
}
