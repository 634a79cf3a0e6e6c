/**
 * Whether a text matches a pattern from a schema. An invalid pattern, or one that could backtrack for seconds, counts as
 * matched: it must not hold up the form, the page or the program [K-08]. The author of the schema checks the answer too.
 */
export function matchesPattern(text: string, pattern: string): boolean {
  if (pattern.length > MAX_PATTERN_LENGTH || maxSteps(pattern, text.length) > MAX_STEPS) return true;
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return true;
  }
}

const MAX_PATTERN_LENGTH = 1_000;
// About a tenth of a second.
const MAX_STEPS = 20_000_000;

/**
 * An upper bound of the steps of a backtracking matcher: it may begin anywhere, each repetition may end anywhere, and
 * each option or alternative doubles the ways. A repeated group that holds one of these has no useful bound.
 */
function maxSteps(pattern: string, length: number): number {
  const outline = pattern
    .replaceAll(/\\[^]/g, "a")
    .replaceAll(/\[[^\]]*\]/g, "a")
    .replaceAll(/\(\?(?:[:=!]|<[=!]|<\w+>)/g, "(")
    .replaceAll(/\)\{/g, ")*{")
    .replaceAll(/\{\d+,\d*\}/g, "*")
    .replaceAll(/([*+?])\?/g, "$1")
    .replaceAll(/\([^()*+?|]*\)/g, "a");
  if (/\)[*+]/.test(outline)) return Infinity;
  const repetitions = outline.match(/[*+]/g)?.length ?? 0;
  const choices = outline.match(/[?|]/g)?.length ?? 0;
  return (length + 1) ** (repetitions + 1) * 2 ** choices;
}
