/**
 * Text of an agent or a tool, made safe to print on a terminal.
 *
 * What it says is kept; what it would do to the terminal is not: no title, no clipboard, no cursor, no colour of its own.
 */

/** Newlines and tabs stay. A sequence goes as a whole, so that no "[31m" is left of it. */
export function printable(text: string): string {
  if (!SUSPICIOUS.test(text)) return text;
  return text
    .replaceAll("\r\n", "\n")
    .replace(SEQUENCE, "")
    .replace(CONTROL, "")
    .replace(TURNING, (character) => `<U+${character.charCodeAt(0).toString(16).toUpperCase()}>`);
}

/** The same on one line. */
export function printableLine(text: string): string {
  return printable(text)
    .replace(/\s*[\n\t]\s*/g, " ")
    .trim();
}

/**
 * How much of the end of a growing text must wait for more: it may be the beginning of a sequence, of a character, or of
 * a line end, and none of them can be judged in two halves.
 */
export function unfinishedLength(text: string): number {
  const tail = text.slice(-MAX_SEQUENCE_LENGTH);
  const unfinished = UNFINISHED.exec(tail)?.[0] ?? "";
  return unfinished.length;
}

const MAX_SEQUENCE_LENGTH = 256;

// In parts and by their codes, because a reader cannot see these characters.
const ESC = "\\u001B";
const END_OF_STRING = `(?:\\u0007|${ESC}\\\\|\\u009C)`;
const STRING_START = `(?:${ESC}[\\]PX^_]|[\\u0090\\u0098\\u009D-\\u009F])`;
// Without what begins another one: looking for an end must not start anew at every character.
const INSIDE_STRING = "[^\\u0007\\u001B\\u0090\\u0098\\u009C-\\u009F]";
const CSI_START = `(?:${ESC}\\[|\\u009B)`;

const SUSPICIOUS = /[[\p{Cc}--[\n\t]]\u202A-\u202E\u2066-\u2069]/v;
/** Commands with a text inside (title, clipboard, links), commands of the cursor and colours, and short ones. */
const SEQUENCE = new RegExp(
  [
    `${STRING_START}${INSIDE_STRING}*${END_OF_STRING}`,
    `${CSI_START}[0-?]*[ -/]*[@-~]`,
    `${ESC}[ -/]*[0-Z\\\\^-~]`,
  ].join("|"),
  "g",
);
const CONTROL = /[\p{Cc}--[\n\t]]/gv;
/** They turn the direction of writing, so that a command looks like another one: shown instead of obeyed. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/g;
const UNFINISHED = new RegExp(
  `(?:${STRING_START}${INSIDE_STRING}*${ESC}?|${CSI_START}[0-?]*[ -/]*|${ESC}[ -/]*|\\r|[\\uD800-\\uDBFF])$`,
);
