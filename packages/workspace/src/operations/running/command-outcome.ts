import { fencedContent, type OperationOutcome, textPart } from "../operation.ts";

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
