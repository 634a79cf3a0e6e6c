/** Files that cannot be read, and names that are written twice in one of them. */

import { t } from "../../../messages/t.ts";
import type { FileFacts } from "../facts.ts";
import { type Finding, whereOf } from "./finding.ts";

export function examineFiles(files: readonly FileFacts[]): readonly Finding[] {
  return files.flatMap(({ file, title, fault, duplicates }): readonly Finding[] => {
    const subject = { type: "file", id: file } as const;
    if (fault) {
      const values = { program: title, fault: fault.message };
      const cause = t("{program} cannot use this file: {fault}. None of its servers is loaded.", values);
      return [
        {
          severity: "error",
          code: "invalid_file",
          subject,
          cause,
          fix: t("correct the file"),
          where: whereOf(file, fault),
        },
      ];
    }
    return duplicates.map((name) => {
      const cause = t('"{name}" is written more than once; only the last entry counts', { name });
      return {
        severity: "warning",
        code: "duplicate_name",
        subject,
        cause,
        fix: t("rename or remove one of them"),
        where: file,
      };
    });
  });
}
