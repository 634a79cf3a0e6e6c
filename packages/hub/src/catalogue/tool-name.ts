/**
 * The names under which a model sees tools: `mcp__server__tool`, letters, digits, `_` and `-`, at most 64 characters.
 * Every provider takes these. Equal input gives an equal name in every session, so prompts and grants stay valid.
 */

import { createHash } from "node:crypto";

const MAX_NAME_LENGTH = 64;
const HASH_LENGTH = 8;
// What is left for the two names beside `mcp__`, `__` and `_` with the hash.
const MAX_NAMES_LENGTH = MAX_NAME_LENGTH - "mcp__".length - "__".length - 1 - HASH_LENGTH;
// A model chooses by the tool's name; of a long server's name its beginning is enough.
const MIN_SERVER_LENGTH = 8;

export function toolName(server: string, tool: string): string {
  // Two underscores end the server's name: without this, those of `github__x` would look like tools of `github`.
  const prefix = safe(server).replaceAll(/_{2,}/g, "_").replace(/_$/, "");
  const name = `mcp__${prefix}__${safe(tool)}`;
  if (name.length <= MAX_NAME_LENGTH && name === `mcp__${server}__${tool}`) return name;
  // `a.b` and `a_b` look the same when made safe; the hash of the real names keeps them apart [P66].
  const hash = createHash("sha256")
    .update(JSON.stringify([server, tool]))
    .digest("hex")
    .slice(0, HASH_LENGTH);
  const shortTool = safe(tool).slice(0, MAX_NAMES_LENGTH - Math.min(prefix.length, MIN_SERVER_LENGTH));
  const room = MAX_NAMES_LENGTH - shortTool.length;
  // Without the dash, what is left of `postgres-of-another` could be `postgres`.
  const shortPrefix = prefix.length <= room ? prefix : `${prefix.slice(0, room - 1)}-`;
  return `mcp__${shortPrefix}__${shortTool}_${hash}`;
}

function safe(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_");
}
