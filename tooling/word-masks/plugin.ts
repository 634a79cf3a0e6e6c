/**
 * Gives the WebSocket library a quicker mask than its own.
 */

import { fileURLToPath } from "node:url";

const LIBRARY = /ws[/\\]lib[/\\]buffer-util\.js$/;
const OPTIONAL = "bufferutil";
const WORD_MASKS = fileURLToPath(new URL("word-masks.ts", import.meta.url));

export function wordMasks() {
  return {
    name: "word-masks",
    resolveId: (id: string): string | undefined => (id === OPTIONAL ? WORD_MASKS : undefined),
    transform(code: string, id: string): undefined {
      if (LIBRARY.test(id) && !code.includes(`require('${OPTIONAL}')`))
        throw new Error(`${id} has no use for ${OPTIONAL}; remove the plugin word-masks`);
    },
  };
}
