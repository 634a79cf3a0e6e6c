/** Files that cannot be read, and names that are written twice in one of them. */

import type { FileFacts } from "../facts.ts";
import { type Finding, whereOf } from "./finding.ts";

export function examineFiles(files: readonly FileFacts[]): readonly Finding[] {
  return files.flatMap(({ file, title, fault, duplicates }): readonly Finding[] => {
    const subject = { type: "file", id: file } as const;
    if (fault) {
      const cause = `${title} cannot use this file: ${fault.message}. None of its servers is loaded.`;
      return [
        {
          severity: "error",
          code: "invalid_file",
          subject,
          cause,
          fix: "correct the file",
          where: whereOf(file, fault),
        },
      ];
    }
    return duplicates.map((name) => {
      const cause = `"${name}" is written more than once; only the last entry counts`;
      return {
        severity: "warning",
        code: "duplicate_name",
        subject,
        cause,
        fix: "rename or remove one of them",
        where: file,
      };
    });
  });
}
