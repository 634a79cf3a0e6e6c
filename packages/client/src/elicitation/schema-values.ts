/**
 * Reads the values of a form's schema. What is malformed or `null` counts as not said [R160].
 */

/** A value to choose, and what to call it. */
export interface Choice {
  readonly value: string;
  readonly title: string;
  readonly description?: string;
}

export function asRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return isRecord(value) ? value : undefined;
}

export function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function asCount(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined;
}

export function asList(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : undefined;
}

/** Plain values, or values with titles; undefined if there is none to choose. */
export function asChoices(value: unknown): readonly Choice[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const choices = value.flatMap((one: unknown): Choice[] => {
    if (typeof one === "string") return [{ value: one, title: one }];
    const { const: constant, title, description } = asRecord(one) ?? {};
    if (typeof constant !== "string") return [];
    const about = asText(description);
    return [{ value: constant, title: asText(title) || constant, ...(about !== undefined && { description: about }) }];
  });
  return choices.length > 0 ? choices : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
