/**
 * The files of a scripted client, in memory: what its editor would have open.
 */

import type { ClientAnswers } from "./client-answers.ts";
import { RequestFailed } from "../wire/json-rpc.ts";

/** Answers for reading and writing these files; writes go into the map. */
export function answerFiles(files: Map<string, string>): ClientAnswers {
  return {
    "fs/read_text_file": ({ path, line, limit }) => {
      const content = files.get(path);
      if (content === undefined) throw new RequestFailed({ code: -32002, message: `No such file: ${path}` });
      const from = Math.max(0, (line ?? 1) - 1);
      const lines = content.split(/(?<=\n)/);
      return { content: lines.slice(from, limit == null ? undefined : from + limit).join("") };
    },
    "fs/write_text_file": ({ path, content }) => {
      files.set(path, content);
      return {};
    },
  };
}
