/**
 * Whether a value can be a secret at all. Hiding `true`, `1` or `github` wherever they occur would make every record
 * unreadable, and protect nothing.
 */
export function isWorthHiding(value: string): boolean {
  if (value.length < MIN_LENGTH || COMMON.has(value.toLowerCase())) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length;
  return kinds >= 2 || value.length >= MIN_LENGTH_OF_ONE_KIND;
}

const MIN_LENGTH = 6;
// A single word, or a plain number, is more likely a setting: "production", "20260801".
const MIN_LENGTH_OF_ONE_KIND = 12;

const COMMON: ReadonlySet<string> = new Set([
  "127.0.0.1",
  "[redacted]",
  "application/json",
  "authentication",
  "authorization",
]);
