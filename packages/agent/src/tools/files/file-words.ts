import type { FileWords, Workspace } from "@tenon/workspace";

import { missingFile } from "./missing-file.ts";

/** What our own model reads of files. */
export function fileWords(workspace: Workspace): FileWords {
  return {
    readTool: "read_file",
    writeTool: "write_file",
    oldText: "old_text",
    newText: "new_text",
    wrote: ({ name }, isNew) => `${isNew ? "Created" : "Wrote"} ${name}.`,
    edited: ({ name }) => `Edited ${name}.`,
    missing: (place, { signal }) => missingFile(place, { workspace, signal }),
  };
}
