/**
 * Text of a server as a person would see it, and nothing else: what is invisible in it is taken out before a model or a
 * person gets it, so that both read the same [M10].
 *
 * Taken out: terminal sequences and control characters, the tags block, zero-width and other ignorable characters, and
 * everything that turns the direction of writing (right-to-left scripts need no such control to be read). Newlines and
 * tabs stay, and what writing needs stays where it needs it: joiners inside emoji and between letters of scripts that
 * join (Persian, Hindi), and one variation selector after a character that has variants. Between Latin letters the same
 * characters carry nothing but hidden bits.
 */
export function visibleText(text: string): string {
  if (!isSuspicious(text)) return text;
  return text
    .toWellFormed()
    .replaceAll(TERMINAL_SEQUENCE, "")
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replaceAll(new RegExp(HIDDEN, "gv"), "");
}

/** The same on one line, no longer than this. */
export function visibleLine(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  const line = visibleText(text).replaceAll(/\s+/g, " ").trim();
  return line.length <= maxLength
    ? line
    : `${line
        .slice(0, maxLength - 1)
        .toWellFormed()
        .trimEnd()}…`;
}

/** Whether a name or a value has invisible characters. Control characters are data there, such as a line ending. */
export function hasHiddenCharacters(text: string): boolean {
  return isSuspicious(text) && text.replaceAll(new RegExp(HIDDEN_BUT_CONTROLS, "gv"), "") !== text;
}

/**
 * Almost no text is; the others are returned at once. This expression and the two below are made where they are used, which V8
 * remembers: while the file loads that would take two milliseconds.
 */
function isSuspicious(text: string): boolean {
  return /[[\p{Cc}--[\n\t]]\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/v.test(text);
}

// A sequence goes as a whole, so that no "[31m" is left of it. Strings (title, clipboard, link), then CSI, then short ones.
// By their codes, because a reader cannot see these characters.
const TERMINAL_SEQUENCE = new RegExp(
  [
    "(?:\\u001B[\\]PX^_]|[\\u0090\\u0098\\u009D-\\u009F])[^\\u0007\\u001B\\u009C]*(?:\\u0007|\\u001B\\\\|\\u009C)?",
    "(?:\\u001B\\[|\\u009B)[0-?]*[ -/]*[@-~]?",
    "\\u001B[ -/]*[0-~]?",
  ].join("|"),
  "g",
);

// Scripts in which a joiner changes how letters are written.
const JOINING =
  "[[\\p{L}\\p{M}]--[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Han}\\p{Script=Hangul}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Default_Ignorable_Code_Point}]]";
const PICTURE = "[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\u{FE0F}]";
const IN_ITS_PLACE = [
  `(?<=${JOINING})[\\u200C\\u200D](?=${JOINING})`,
  `(?<=${PICTURE})\\u200D(?=\\p{Extended_Pictographic})`,
  "(?<=[\\p{Emoji}\\p{Extended_Pictographic}])[\\uFE0E\\uFE0F]",
  "(?<=\\p{Script=Han})[\\u{FE00}-\\u{FE02}\\u{E0100}-\\u{E01EF}]",
  "(?<=\\p{Script=Mongolian})[\\u180B-\\u180D\\u180F]",
];
// Some formats of Arabic are visible signs.
const IGNORABLE =
  "[[\\p{Cf}\\p{Default_Ignorable_Code_Point}]--[\\u0600-\\u0605\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u{110BD}\\u{110CD}]]";
const HIDDEN_BUT_CONTROLS = `(?!${IN_ITS_PLACE.join("|")})${IGNORABLE}`;
const HIDDEN = `(?!${IN_ITS_PLACE.join("|")})(?:${IGNORABLE}|[\\p{Cc}--[\\n\\t]])`;
