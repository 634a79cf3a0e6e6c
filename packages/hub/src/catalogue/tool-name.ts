/**
 * The names under which a model sees tools: `mcp__server__tool`, letters, digits, `_` and `-`, at most 64 characters.
 * Every provider takes these. Equal input gives an equal name in every session, so prompts and grants stay valid.
 */

import { hash } from "node:crypto";

export interface NameShape {
  readonly prefix: string;
  readonly maxLength: number;
  /** Names that something else has. */
  isTaken?(name: string): boolean;
}

const CATALOGUE: NameShape = { prefix: "mcp__", maxLength: 64 };
const HASH_LENGTH = 8;
// A model chooses by the tool's name; of a long server's name its beginning is enough.
const MIN_SERVER_LENGTH = 8;

export function toolName(server: string, tool: string, { prefix, maxLength, isTaken }: NameShape = CATALOGUE): string {
  const serverPart = serverPartOf(server);
  const name = `${prefix}${serverPart}__${safe(tool)}`;
  const isPlain = name === `${prefix}${server}__${tool}`;
  if (isPlain && name.length <= maxLength && isTaken?.(name) !== true) return name;
  // `a.b` and `a_b` look the same when made safe; the hash of the real names keeps them apart [P66].
  const digest = hash("sha256", JSON.stringify([server, tool])).slice(0, HASH_LENGTH);
  const forNames = maxLength - prefix.length - "__".length - 1 - HASH_LENGTH;
  const shortTool = safe(tool).slice(0, forNames - Math.min(serverPart.length, MIN_SERVER_LENGTH));
  const room = forNames - shortTool.length;
  // Without the dash, what is left of `postgres-of-another` could be `postgres`.
  const shortServer = serverPart.length <= room ? serverPart : `${serverPart.slice(0, room - 1)}-`;
  return `${prefix}${shortServer}__${shortTool}_${digest}`;
}

/** Two underscores end the server's name: without this, those of `github__x` would look like tools of `github`. */
function serverPartOf(server: string): string {
  return safe(server).replaceAll(/_{2,}/g, "_").replace(/_$/, "");
}

function safe(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_");
}
