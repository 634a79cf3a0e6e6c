/**
 * How far a tool can take what a request gives: 1 if all of it. Words alone do not tell `create a file a.md with "x"` from
 * the making of a folder.
 */

import type { ModelTool } from "../../model.ts";
import { fillArguments } from "../fill/fill-arguments.ts";
import { findValues, type FoundValue } from "../fill/find-values.ts";

// By which a score is multiplied. None of them outweighs words that are clear. That something is missing does not count:
// people seldom say all that a tool needs.
const LEAVES_A_VALUE = 0.8;
const OTHER_KIND = 0.8;

export function suitability(request: string, tool: Pick<ModelTool, "name" | "inputSchema">): number {
  const values = findValues(request);
  const taken = JSON.stringify(fillArguments(request, tool).args);
  const isLeft = ({ text, kind, isQuoted }: FoundValue) =>
    (isQuoted || kind === "number") && !taken.includes(JSON.stringify(text).slice(1, -1));
  return (values.some(isLeft) ? LEAVES_A_VALUE : 1) * (isOfOtherKind(values, tool.name) ? OTHER_KIND : 1);
}

/** A file is meant and the tool is for folders, or the other way round. */
function isOfOtherKind(values: readonly FoundValue[], name: string): boolean {
  const words = values.flatMap(({ text, isQuoted }) => (isQuoted ? [] : [text.toLowerCase()]));
  const meansFolder = words.some((word) => FOLDER.test(word));
  const meansFile = words.includes("file") || values.some(({ text, kind }) => kind === "path" && EXTENSION.test(text));
  if (meansFile === meansFolder) return false;
  const named = name.toLowerCase().split(/[^a-z]+/);
  const isForFolders = named.some((word) => FOLDER.test(word));
  const isForFiles = named.includes("file");
  return isForFolders !== isForFiles && meansFile === isForFolders;
}

const FOLDER = /^(?:folder|directory|dir)$/;
const EXTENSION = /[^./\\]\.[a-z][a-z0-9]{0,7}$/i;
