/**
 * Where the agent, and what runs beside it, works: in the session's folders, or in an empty folder of this
 * machine if those are on the client's.
 */

import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import type { OpeningRequest } from "./opening-request.ts";

export interface AgentPlace {
  readonly cwd: string;
  readonly roots: readonly string[];
  /** The agent's request names this instead of the client's folders. */
  readonly isScratch: boolean;
}

/** The same folder for the same folder of a client: agents find their sessions by it. */
export function agentPlace(
  { cwd, roots, tree }: Pick<OpeningRequest, "cwd" | "roots" | "tree">,
  { scratchFolder }: { readonly scratchFolder: string },
): AgentPlace {
  if (tree === "machine") return { cwd, roots, isScratch: false };
  const folder = join(scratchFolder, createHash("sha256").update(cwd).digest("hex").slice(0, 16));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return { cwd: folder, roots: [], isScratch: true };
}
