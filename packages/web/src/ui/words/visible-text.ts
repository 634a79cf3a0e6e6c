/** Invisible and bidirectional characters, except line ends and joiners of emoji and scripts. */
const HIDDEN = /(?![\t\n\u200C\u200D]|\r\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]/gu;

/** The text with hidden characters spelled out, such as `\u{202e}`: what is approved must be what is read. */
export function visibleText(text: string): string {
  return text.replaceAll(HIDDEN, (hidden) => `\\u{${hidden.codePointAt(0)?.toString(16) ?? ""}}`);
}
