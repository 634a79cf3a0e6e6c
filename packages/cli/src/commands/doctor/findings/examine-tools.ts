/** More tools than a client puts before a model. */

import { t } from "../../../messages/t.ts";
import type { Facts } from "../facts.ts";
import type { Finding } from "./finding.ts";

export function examineTools({ files, servers }: Pick<Facts, "files" | "servers">): readonly Finding[] {
  const byClient = Map.groupBy(files, ({ client }) => client);
  return [...byClient].flatMap(([client, [file]]): readonly Finding[] => {
    const own = servers.filter((server) => server.client === client);
    const count = own.reduce((sum, { check }) => sum + (check?.tools.length ?? 0), 0);
    if (file?.maxTools === undefined || count <= file.maxTools) return [];
    const values = { program: file.title, limit: file.maxTools, count };
    const cause = t("{program} puts at most {limit} tools before a model; its servers have {count}", values);
    const fix = t("disable servers or tools you do not need there, or use them through Tenon, which searches them");
    return [
      {
        severity: "warning",
        code: "too_many_tools",
        subject: { type: "file", id: file.file },
        cause,
        fix,
        where: file.file,
      },
    ];
  });
}
