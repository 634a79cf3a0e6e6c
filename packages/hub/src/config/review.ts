/**
 * What a user is shown of a project's server before they trust it: every setting, but of variables and headers only the names,
 * because their values may be secrets. Beside it, what has changed since they last trusted it.
 */

import { hash } from "node:crypto";

import { isObject, objectOf, parseJson } from "@tenon/basis";

import type { TrustRequest } from "./trust-request.ts";

export interface TrustReview extends Pick<TrustRequest, "file" | "fingerprint" | "reads" | "codeVariables"> {
  readonly server: string;
  readonly fields: readonly ReviewedField[];
  /** It was trusted before, with other content. */
  readonly isChanged: boolean;
}

export interface ReviewedField {
  /** As it is written in the file: `command`, `args`, `env.API_KEY`. */
  readonly name: string;
  /** Absent where only the name is shown. */
  readonly value?: string;
  /** Compared with what was trusted before; absent if there is nothing to compare with. */
  readonly change?: "added" | "removed" | "changed";
}

/** With the user's consent: what to keep for the next review. */
export function reviewRecord(request: TrustRequest): { readonly subject: string; readonly shown: string } {
  return { subject: subjectOf(request), shown: JSON.stringify(linesOf(request)) };
}

/** `before` is what `reviewRecord` returned when it was last trusted. */
export function reviewOf(request: TrustRequest, before: string | undefined): TrustReview {
  const { file, fingerprint, reads, codeVariables, server = "" } = request;
  const lines = linesOf(request);
  const earlier = readLines(before);
  const fields = earlier ? compared(lines, earlier) : lines.map(shown);
  return { server, file, fingerprint, reads, codeVariables, fields, isChanged: earlier !== undefined };
}

export function subjectOf({ file, server }: Pick<TrustRequest, "file" | "server">): string {
  return `${file.split(/[/\\]/).at(-1) ?? file} ${server ?? ""}`;
}

/** A name, what is shown of its value, and a digest of what is not. */
type Line = readonly [name: string, value: string | null, digest: string];

function linesOf({ content }: TrustRequest): readonly Line[] {
  const { entry, settings } = objectOf(parseJson(content));
  return Object.entries(objectOf(entry ?? settings)).flatMap(([key, value]) => linesFor(key, value));
}

function linesFor(key: string, value: unknown): readonly Line[] {
  if (Array.isArray(value)) return value.map((item) => [key, plain(item), ""]);
  if (!isObject(value)) return [[key, plain(value), ""]];
  return Object.entries(value).map(([name, hidden]) => [`${key}.${name}`, null, digestOf(hidden)]);
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Enough to see that it is another value, too little to find the value by. */
function digestOf(value: unknown): string {
  return hash("sha256", plain(value)).slice(0, 8);
}

function compared(lines: readonly Line[], earlier: readonly Line[]): readonly ReviewedField[] {
  const left = [...earlier];
  const fields = lines.map((line): ReviewedField => {
    const [name, value, digest] = line;
    const same = left.findIndex((other) => other[0] === name && other[1] === value && other[2] === digest);
    if (same !== -1) {
      left.splice(same, 1);
      return shown(line);
    }
    const hidden = value === null ? left.findIndex((other) => other[0] === name) : -1;
    if (hidden !== -1) left.splice(hidden, 1);
    return { ...shown(line), change: hidden === -1 ? "added" : "changed" };
  });
  return [...fields, ...left.map((line): ReviewedField => ({ ...shown(line), change: "removed" }))];
}

function shown([name, value]: Line): ReviewedField {
  return value === null ? { name } : { name, value };
}

/** Undefined for what we have not written. */
function readLines(text: string | undefined): readonly Line[] | undefined {
  const value: unknown = text === undefined ? undefined : parseJson(text);
  return Array.isArray(value) && value.every(isLine) ? value : undefined;
}

function isLine(value: unknown): value is Line {
  if (!Array.isArray(value) || value.length !== 3) return false;
  const [name, text, digest]: readonly unknown[] = value;
  return typeof name === "string" && (text === null || typeof text === "string") && typeof digest === "string";
}
