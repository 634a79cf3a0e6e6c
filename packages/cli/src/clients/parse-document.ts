/**
 * A configuration file as a value, or where it cannot be read, with the line.
 */

import { errorMessage } from "@tenon/basis";
import { parseJson, type Position } from "@tenon/hub/config";

export type Document =
  | {
      readonly isRead: true;
      readonly value: unknown;
      /** Keys that are written twice, as paths; the last one counts. */
      readonly duplicates: readonly string[];
      readonly positionOf: (path: string) => Position | undefined;
    }
  | { readonly isRead: false; readonly message: string; readonly line?: number; readonly column?: number };

export async function parseDocument(text: string, format: "json" | "toml" | "yaml"): Promise<Document> {
  // Programs create their files empty.
  if (text.trim() === "") return plain({});
  try {
    if (format === "toml") return await parseToml(text);
    if (format === "yaml") return await parseYaml(text);
  } catch (error) {
    // Such as aliases without end: this file, and no other, cannot be read.
    return { isRead: false, message: firstLine(errorMessage(error)) };
  }
  const parsed = parseJson(text);
  return parsed.isJson ? { isRead: true, ...parsed } : { isRead: false, message: parsed.message, ...parsed.position };
}

async function parseToml(text: string): Promise<Document> {
  const { parse, TomlError } = await import("smol-toml");
  try {
    return plain(parse(text));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const { line, column } = error;
    return { isRead: false, message: firstLine(error.message), line, column };
  }
}

async function parseYaml(text: string): Promise<Document> {
  const { parse, YAMLParseError } = await import("yaml");
  try {
    // A file with thousands of aliases must not become gigabytes.
    return plain(parse(text, { maxAliasCount: 100, logLevel: "error" }));
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    const [position] = error.linePos ?? [];
    return {
      isRead: false,
      message: firstLine(error.message),
      ...(position && { line: position.line, column: position.col }),
    };
  }
}

function plain(value: unknown): Document {
  return { isRead: true, value, duplicates: [], positionOf: () => undefined };
}

/** What follows shows the lines of the file, which may hold secrets. */
function firstLine(message: string): string {
  return (message.split("\n")[0] ?? "")
    .replace(/^Invalid TOML document: /, "")
    .replace(/ at line \d+, column \d+:?$/, "");
}
