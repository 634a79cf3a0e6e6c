/** A change of a settings file, for its owner to see. */

import { isObject, isString } from "@tenon/basis";
import { parseJson } from "@tenon/hub/config";
import { createRedactor } from "@tenon/policy";

import type { Style } from "../terminal/style.ts";
import { diffLines } from "../timeline-view/diff-lines.ts";

export interface ChangedFile {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** The lines around a change may hold keys. */
export function changeText({ file, before, after }: ChangedFile, style: Style): string {
  const { redact } = createRedactor({ secrets: [...givenValues(before), ...givenValues(after)] });
  const diff = { path: file, oldText: redact(before), newText: redact(after) };
  return `${diffLines(diff, { ...style, maxLines: Infinity }).join("\n")}\n`;
}

const GIVEN = new Set(["env", "headers", "environment", "signIn"]);
const REFERENCE = /^(?:Bearer |Basic )?\$\{[\w:]+\}$/;

/** Every text in an `env` or in `headers` that is more than the name of a variable. */
function givenValues(text: string): readonly string[] {
  const parsed = parseJson(text);
  return parsed.isJson ? valuesIn(parsed.value, false) : [];
}

function valuesIn(value: unknown, isGiven: boolean): readonly string[] {
  if (isString(value)) return isGiven && !REFERENCE.test(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item) => valuesIn(item, isGiven));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => valuesIn(item, isGiven || GIVEN.has(key)));
}
