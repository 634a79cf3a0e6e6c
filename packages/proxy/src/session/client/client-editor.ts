import { objectOf } from "@tenon/basis";
import { type Editor, EditorRefusal } from "@tenon/workspace";

import { WireError } from "../../wire/wire-error.ts";
import type { SessionClient } from "./session-client.ts";

/** The client as the editor of a workspace. */
export function clientEditor({ capabilities, ask }: Pick<SessionClient, "capabilities" | "ask">): Editor {
  const { readTextFile, writeTextFile } = objectOf(capabilities["fs"]);
  return {
    capabilities: {
      fs: { readTextFile: readTextFile === true, writeTextFile: writeTextFile === true },
      terminal: capabilities["terminal"] === true,
    },
    async request(method, params, { signal = new AbortController().signal } = {}) {
      try {
        return await ask(method, params, { signal });
      } catch (cause) {
        if (!(cause instanceof WireError) || cause.rpcCode === undefined) throw cause;
        throw new EditorRefusal(cause.message, { code: cause.rpcCode, data: cause.data, cause });
      }
    },
  };
}
