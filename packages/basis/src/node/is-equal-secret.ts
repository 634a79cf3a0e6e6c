import { timingSafeEqual } from "node:crypto";

/** In a time that does not depend on how much of it is right. By bytes: strings of one length may differ in theirs. */
export function isEqualSecret(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
