/** Characters that are not seen, or turn others round; not the ends of lines, nor what joins emoji and some scripts. */
const HIDDEN = /(?![\t\n\u200C\u200D]|\r\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]/gu;

/** The text with what hides in it spelled out, such as `\u{202e}`: what is agreed to must be what is read. */
export function visibleText(text: string): string {
  return text.replaceAll(HIDDEN, (hidden) => `\\u{${hidden.codePointAt(0)?.toString(16) ?? ""}}`);
}
