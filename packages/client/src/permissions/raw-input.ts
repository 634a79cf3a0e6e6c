/**
 * Reads what an agent gives as a tool's input: anything at all, in the names of that agent's own tools.
 */

export type RawInput = Readonly<Record<string, unknown>>;

export function asRecord(value: unknown): RawInput | undefined {
  return isRecord(value) ? value : undefined;
}

/** The texts under these names; a list gives each of its texts. */
export function textsIn(input: RawInput, names: readonly string[]): readonly string[] {
  const values: readonly unknown[] = names.flatMap((name) => [input[name]].flat());
  return values.filter((value) => typeof value === "string").filter((text) => text !== "");
}

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string");
}

function isRecord(value: unknown): value is RawInput {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
