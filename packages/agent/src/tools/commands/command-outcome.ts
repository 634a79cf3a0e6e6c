import { fencedContent, textPart } from "../tool-content.ts";
import type { ToolOutcome } from "../tool.ts";
import type { Ending } from "./ending.ts";

/** What happened to a command and what it wrote. Shown to the client as text unless a terminal shows it already. */
export function commandOutcome(
  { words, isError, raw }: Ending,
  { output, isInTerminal = false }: { readonly output: string | undefined; readonly isInTerminal?: boolean },
): ToolOutcome {
  const text = output === undefined ? words : `${words}\n${output === "" ? "(No output.)" : output}`;
  return {
    parts: [textPart(text)],
    isError,
    ...(!isInTerminal && { content: [fencedContent(text)] }),
    rawOutput: raw,
  };
}
