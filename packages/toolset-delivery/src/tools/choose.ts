/** Which of several programs is meant: the named one, or the only one that the project uses. */

import { nearestWord } from "@tenon/basis";
import { ToolError } from "@tenon/toolset";

export interface ChooseOptions<Name extends string> {
  /** "test runner". */
  readonly kind: string;
  readonly wanted: string | undefined;
  readonly known: readonly Name[];
  readonly found: readonly Name[];
}

export function choose<Name extends string>({ kind, wanted, known, found }: ChooseOptions<Name>): Name {
  if (wanted !== undefined) {
    const named = known.find((name) => name === wanted);
    if (named !== undefined) return named;
    const near = nearestWord(wanted, known);
    const hint = near === undefined ? `One of ${known.join(", ")}.` : `Did you mean ${near}?`;
    throw new ToolError("invalid_input", `No ${kind} named "${wanted}"`, { hint });
  }
  const [first] = found;
  if (first === undefined)
    throw new ToolError("not_found", `No ${kind} was found in the project`, { hint: `Name one: ${known.join(", ")}.` });
  if (found.length > 1)
    throw new ToolError("invalid_input", `The project has several: ${found.join(", ")}`, {
      hint: `Call once for each ${kind}, by its name.`,
    });
  return first;
}
