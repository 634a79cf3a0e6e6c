/**
 * Numbers as people write them on a command line: `20`, `90d`, `1.5GB`. Each throws what the command line expected.
 */

import { t } from "../messages/t.ts";

const MILLISECONDS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

const BYTES: Readonly<Record<string, number>> = {
  "": 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
};

export function parseCount(text: string): number {
  if (!/^\d{1,15}$/.test(text) || Number(text) === 0) throw new SyntaxError(t("expected a positive integer"));
  return Number(text);
}

export function parseSeconds(text: string): number {
  if (!(Number(text) > 0)) throw new SyntaxError(t("expected a number of seconds greater than 0"));
  return Number(text);
}

/** In milliseconds. */
export function parseDuration(text: string): number {
  const [number, unit = ""] = split(text);
  const factor = MILLISECONDS[unit];
  if (factor === undefined) throw new SyntaxError(t("expected a duration such as 30m, 12h, 90d or 2w"));
  return number * factor;
}

/** In bytes. */
export function parseSize(text: string): number {
  const [number, unit = "-"] = split(text);
  const factor = BYTES[unit];
  if (factor === undefined) throw new SyntaxError(t("expected a size such as 500MB or 1GB"));
  return Math.floor(number * factor);
}

/** How many times as fast: `4`, `0.5`, `4x`. */
export function parseSpeed(text: string): number {
  const [number, unit] = split(text);
  const isSpeed = (unit === "" || unit === "x") && number > 0;
  if (!isSpeed) throw new SyntaxError(t("expected a number greater than 0, such as 4 or 0.5"));
  return number;
}

function split(text: string): [number: number, unit?: string] {
  const [, number, unit] = /^(\d{1,15}(?:\.\d{1,6})?)\s?([a-z]*)$/.exec(text.trim().toLowerCase()) ?? [];
  return number === undefined || unit === undefined ? [0] : [Number(number), unit];
}
