/**
 * What `.gitignore` files say, as git reads them: the last rule that fits decides, a nearer file before a farther one.
 * What lies in a folder that is ignored cannot be brought back, because it is not read.
 */

import { compileName, compilePath, type NameTest, type PathTest } from "./glob.ts";

/** The rules of one file, above those of the folders around it. */
export interface IgnoreRules {
  readonly outer: IgnoreRules | undefined;
  /** How many segments of a path are the folder of the file. */
  readonly depth: number;
  /** The last one first. */
  readonly rules: readonly Rule[];
}

interface Rule {
  readonly isException: boolean;
  readonly isForFolders: boolean;
  /** A rule with a slash is about the path seen from the file, any other about names. */
  readonly path?: PathTest;
  readonly name?: NameTest;
}

export function addIgnoreRules(outer: IgnoreRules | undefined, text: string, depth: number): IgnoreRules | undefined {
  const rules = text.split(/\r?\n/).flatMap(parseRule).toReversed();
  return rules.length === 0 ? outer : { outer, depth, rules };
}

/** Segments and depths are counted from the same folder. */
export function isIgnored(
  rules: IgnoreRules | undefined,
  entry: { readonly folder: readonly string[]; readonly name: string; readonly isFolder: boolean },
): boolean {
  for (let layer = rules; layer; layer = layer.outer) {
    const { depth } = layer;
    let segments: readonly string[] | undefined;
    const rule = layer.rules.find(({ name, path, isForFolders }) => {
      if (isForFolders && !entry.isFolder) return false;
      if (name) return name(entry.name);
      segments ??= [...entry.folder.slice(depth), entry.name];
      return path?.(segments);
    });
    if (rule) return !rule.isException;
  }
  return false;
}

function parseRule(line: string): readonly Rule[] {
  const trimmed = line.replace(/(?<!\\)\s+$/, "");
  if (trimmed === "" || trimmed.startsWith("#")) return [];
  const isException = trimmed.startsWith("!");
  const pattern = isException ? trimmed.slice(1) : trimmed;
  const isForFolders = pattern.endsWith("/");
  const body = isForFolders ? pattern.slice(0, -1) : pattern;
  if (body === "") return [];
  const shared = { isException, isForFolders };
  if (!body.includes("/")) return [{ ...shared, name: compileName(body) }];
  const parts = body.replace(/^\//, "").split("/");
  // `build/**` is what is in the folder, not the folder itself.
  return [{ ...shared, path: compilePath(parts.at(-1) === "**" ? [...parts.slice(0, -1), "*", "**"] : parts) }];
}
