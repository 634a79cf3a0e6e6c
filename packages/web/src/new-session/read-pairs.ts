/**
 * Names and values, one pair a line, as they stand in a file of variables or in the head of a request.
 */

export interface Pair {
  readonly name: string;
  readonly value: string;
}

/** `NAME=value` or `Name: value`. A line without a name says nothing. */
export function readPairs(text: string): readonly Pair[] {
  return text.split("\n").flatMap((line) => {
    const [, name = "", value = ""] = /^\s*([^\s=:]+)\s*[=:]\s?(.*?)\s*$/u.exec(line) ?? [];
    return name === "" ? [] : [{ name, value }];
  });
}
