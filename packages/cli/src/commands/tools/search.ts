import { t } from "../../messages/t.ts";
import { writeStdout } from "../../process/stdout.ts";
import { textTable } from "../../terminal/text-table.ts";
import { oneLine } from "./list.ts";
import { requireServers, type ServerFlags, withHub } from "./with-hub.ts";

export async function runSearch(flags: ServerFlags & { readonly json: boolean }, ...words: string[]): Promise<void> {
  await withHub(flags, async (hub) => {
    requireServers(hub);
    const found = hub.search(words.join(" "));
    if (flags.json) {
      const results = found.map(({ tool, score, matches }) => ({
        server: tool.server,
        tool: tool.tool,
        name: tool.name,
        description: tool.description,
        score,
        matches,
      }));
      return await writeStdout(`${JSON.stringify(results, undefined, 2)}\n`);
    }
    if (found.length === 0) {
      const values = { count: hub.catalogue.tools.length, words: words.join(" ") };
      return await writeStdout(`${t('No tool out of {count} matches "{words}".', values)}\n`);
    }
    const rows = found.map(({ tool, matches }) => [
      oneLine(tool.server),
      oneLine(tool.tool),
      [...new Set(matches.map(({ phrase }) => phrase))].join(" "),
      oneLine(tool.description),
    ]);
    await writeStdout(textTable([[t("SERVER"), t("TOOL"), t("MATCHED"), t("DESCRIPTION")], ...rows]));
  });
}
