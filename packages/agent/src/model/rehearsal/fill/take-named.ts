/**
 * Takes out of a request the values that it gives by name: `path="notes.txt"`, `a: 2`, `author.name=Ada`.
 */

import { findQuotedText } from "../quoted-text.ts";
import type { Property } from "./read-schema.ts";

export interface NamedValues {
  /** As they were said, by the property's path. */
  readonly values: ReadonlyMap<string, string>;
  /** The request without them. */
  readonly rest: string;
}

export function takeNamed(request: string, properties: readonly Property[]): NamedValues {
  const values = new Map<string, string>();
  let rest = request;
  for (const [way, property] of leaves(properties, "")) {
    const match = find(way, property, rest) ?? find(property.name, property, rest);
    if (!match) continue;
    values.set(way, match.slice(1).find((group) => group !== undefined) ?? "");
    rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`;
  }
  return { values, rest };
}

/** Not inside something quoted: that is a value itself. */
function find(name: string, property: Property, request: string): RegExpExecArray | undefined {
  const quoted = findQuotedText(request);
  return [...request.matchAll(patternFor(name, property))].find(
    ({ index }) => !quoted.some(({ start, end }) => index > start && index < end),
  );
}

/** The properties that can be named, those of the tool itself before those of its objects. */
function leaves(properties: readonly Property[], before: string): readonly (readonly [string, Property])[] {
  return [
    ...properties.map((property) => [`${before}${property.name}`, property] as const),
    ...properties.flatMap(({ name, properties }) => leaves(properties, `${before}${name}.`)),
  ];
}

function patternFor(name: string, { wants }: Property): RegExp {
  const words = name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replace(/[_-]/g, "[ _-]");
  // A single dash or two come from habit: --limit=5.
  const head = String.raw`(?<![\w./])(?:--?)?(?:"${words}"|${words})`;
  const hasCommas = wants === "list" || wants === "object" || wants === "anything";
  const plain = hasCommas ? String.raw`[^\s;]+` : String.raw`[^\s,;]+`;
  // After a colon come words, up to the next name: `title: Fix the door, body: It jams.`
  const phrase = wants === "text" ? String.raw`|\s*:\s+([^\s"'\`“«][^\n;]*?)(?=,?\s+[\w.]+\s*[:=]\s|[,;\n]|$)` : "";
  return new RegExp(
    String.raw`${head}(?:\s*=\s*(?:${QUOTED}|(${STRUCTURE}|${plain}))|\s*:\s*(?:${QUOTED}|(${STRUCTURE}))${phrase}|\s*:\s+(${plain}))`,
    "gi",
  );
}

const QUOTED = String.raw`"([^"]*)"|'([^']*)'|\`([^\`]*)\`|“([^”]*)”`;
// With one more of its kind inside.
const STRUCTURE = String.raw`\[(?:[^[\]]|\[[^[\]]*\])*\]|\{(?:[^{}]|\{[^{}]*\})*\}`;
