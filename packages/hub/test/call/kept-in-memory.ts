import type { Keep, KeptContent } from "../../src/call/result/spill-folder.ts";

/** Keeps everything in a list, under paths that say how many there were. */
export function keptInMemory(): { readonly keep: Keep; readonly kept: KeptContent[] } {
  const kept: KeptContent[] = [];
  return {
    kept,
    async keep(content) {
      kept.push(content);
      const bytes = "base64" in content ? Buffer.byteLength(content.base64, "base64") : content.texts.join("\n").length;
      return { path: `/kept/${kept.length}.${content.extension}`, bytes };
    },
  };
}
