import { errorMessage } from "@tenon/basis";

import type { CommandEnd } from "../../commands/start-command.ts";

/** How a command ended. */
export interface Ending {
  /** A sentence or two. */
  readonly words: string;
  readonly isError: boolean;
  /** For the client. */
  readonly raw: Readonly<Record<string, unknown>>;
}

export function endingOf({ exitCode, signal }: CommandEnd): Ending {
  const raw = { exitCode, signal };
  if (exitCode !== null) return { words: `Exit code ${exitCode}.`, isError: exitCode !== 0, raw };
  return { words: signal === null ? "It has ended." : `Ended by ${signal}.`, isError: signal !== null, raw };
}

/** The editor would not say. */
export function unknownEnding(error: unknown): Ending {
  const reason = errorMessage(error);
  return { words: `Its exit status is unknown. ${reason}`, isError: true, raw: { exitCode: null, signal: null } };
}
