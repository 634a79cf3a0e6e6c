import { errorMessage } from "@tenon/basis";

import type { CommandEnd } from "../../commands/start-command.ts";
import { fencedContent, type OperationOutcome, textPart } from "../operation.ts";

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

/** A sentence about a command, for model and client. Shown to the client unless a terminal shows the command already. */
export function commandOutcome(
  text: string,
  { isError, raw }: { readonly isError: boolean; readonly raw: Readonly<Record<string, unknown>> },
  { isInTerminal = false }: { readonly isInTerminal?: boolean } = {},
): OperationOutcome {
  return {
    parts: [textPart(text)],
    isError,
    ...(!isInTerminal && { content: [fencedContent(text)] }),
    rawOutput: raw,
  };
}
