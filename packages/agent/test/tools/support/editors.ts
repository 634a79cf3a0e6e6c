/**
 * Editors to run the same tests on. Their files are those on disk, with unsaved changes over them.
 */

import { readFile, writeFile } from "node:fs/promises";

import { type ClientAnswers, RequestFailed } from "@tenon/testkit/acp";
import { openTextFiles } from "@tenon/workspace";

import type { TestEditor } from "./test-workspace.ts";

const capabilities = { fs: { readTextFile: true, writeTextFile: true } };
const signal = new AbortController().signal;

/** Keeps encoding and line endings itself and shows `\n`, as Zed does. */
export function tidyEditor(): TestEditor {
  const files = openTextFiles();
  return {
    capabilities,
    answers: {
      "fs/read_text_file": async ({ path }) => ({ content: await files.read(path, { signal }).catch(missing) }),
      "fs/write_text_file": async ({ path, content }) => {
        await files.write(path, content, { signal });
        return {};
      },
    },
  };
}

/** Gives and takes text as it stands in the file, `\r\n` and mark included. It knows UTF-8 only, and makes no folders. */
export function plainEditor(): TestEditor {
  return {
    capabilities,
    answers: {
      "fs/read_text_file": async ({ path }) => ({ content: await readFile(path, "utf8").catch(missing) }),
      ...writing,
    },
  };
}

/** Takes only writes, as they stand. */
export function writeOnlyEditor(): TestEditor {
  return { capabilities: { fs: { writeTextFile: true } }, answers: writing };
}

const writing: ClientAnswers = {
  "fs/write_text_file": async ({ path, content }) => {
    await writeFile(path, content);
    return {};
  },
};

function missing(): never {
  throw new RequestFailed({ code: -32_603, message: "Internal error", data: { details: "No such file or directory" } });
}
