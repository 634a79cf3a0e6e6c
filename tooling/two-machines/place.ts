/**
 * What the two machines agree on before they start.
 */

import { lentTool } from "../arrival/lent-tool.ts";

export interface Place {
  readonly agent: string;
  /** The program, which is installed on both. */
  readonly tenon: string;
  /** Agents from npm. */
  readonly programs: string;
  /** A folder of each machine; the other one has none of this name. */
  readonly near: string;
  readonly far: string;
  /** Of the machine of the agent. */
  readonly address: string;
}

/** One of a stdio, one of an HTTP and one of an SSE server. */
export const tools = ["stdio", "http", "sse"].map((key) => lentTool(key, `arrival_${key}`));

export const BUFFER = "not saved";

/** What reaches the model if all is well: a result of each server, the unsaved buffer, the output of the command. */
export const WORDS = [...tools.map(({ marker }) => marker), BUFFER, "printed 42"];
