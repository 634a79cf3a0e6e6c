/**
 * How many columns a text takes on a terminal, as nearly as one can know without asking it.
 */

export function textWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += clusterWidth(segment);
  return width;
}

/** The longest beginning that fits into so many columns. */
export function clipStart(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let width = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    width += clusterWidth(segment);
    if (width > columns) return text.slice(0, index);
  }
  return text;
}

/** The text, or its beginning and an ellipsis. */
export function clip(text: string, columns: number): string {
  return textWidth(text) <= columns ? text : `${clipStart(text, Math.max(0, columns - 1))}…`;
}

/** The text, or an ellipsis and its end. */
export function clipEnd(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let end = "";
  let width = 1;
  for (const { segment } of [...segmenter.segment(text.slice(-columns * 4))].toReversed()) {
    width += clusterWidth(segment);
    if (width > columns) break;
    end = segment + end;
  }
  return `…${end}`;
}

// It has no state: making one takes longer than using it.
const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** A cluster is as wide as its first character, or as a picture. */
function clusterWidth(cluster: string): number {
  const code = cluster.codePointAt(0) ?? 0;
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return 0;
  if (code < 0x300) return cluster.includes(AS_PICTURE) ? 2 : 1;
  if (ZERO_WIDTH.test(cluster)) return 0;
  if (PICTURE.test(cluster) || cluster.includes(AS_PICTURE)) return 2;
  return WIDE.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
}

const AS_PICTURE = "\uFE0F";
const PICTURE = /^(?:\p{Emoji_Presentation}|\p{Regional_Indicator}{2})/u;
const ZERO_WIDTH = /^(?:\p{Mn}|\p{Me}|\p{Cf})+$/u;

/** East Asian Wide and Fullwidth, in ranges coarse enough to read. */
const WIDE: readonly (readonly [first: number, last: number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1b000, 0x1b2ff],
  [0x20000, 0x3fffd],
];
