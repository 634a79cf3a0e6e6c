import * as fc from "fast-check";

const codePoint = fc
  .integer({ min: 0, max: 0x10_ff_ff - 0x8_00 })
  .map(afterSurrogates, (character) => beforeSurrogates(String(character).codePointAt(0) ?? 0));

/**
 * Text of any code points, as from `fc.string({ unit: "binary" })`. That one keeps a table of all million of them, which takes
 * a second and 125 MB in every worker, and makes each program started from it slower to start.
 */
export function anyText(length: { readonly maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ unit: codePoint, ...length });
}

function afterSurrogates(index: number): string {
  return String.fromCodePoint(index < 0xd8_00 ? index : index + 0x8_00);
}

function beforeSurrogates(code: number): number {
  return code < 0xd8_00 ? code : code - 0x8_00;
}
