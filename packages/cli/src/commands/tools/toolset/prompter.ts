/**
 * Questions on a terminal or a pipe, one line each.
 */

import { createInterface } from "node:readline";

import { parseJson } from "@tenon/basis";
import { type FormField, readFormFields } from "@tenon/timeline";

import { t } from "../../../messages/t.ts";
import { writeStdout } from "../../../process/stdout.ts";
import { printable, printableLine } from "../../../terminal/printable.ts";

export interface Prompter extends Disposable {
  write(text: string): Promise<void>;
  /** The next line; undefined when there are no more, or the signal has aborted. */
  ask(question: string, signal?: AbortSignal): Promise<string | undefined>;
  /** An object for a schema, field by field; undefined if the person leaves. */
  fillIn(schema: unknown, signal?: AbortSignal): Promise<Record<string, unknown> | undefined>;
}

export function createPrompter(): Prompter {
  // Lines that come before they are asked for are kept: a pipe does not wait for questions.
  const lines = createInterface({ input: process.stdin });
  const kept: string[] = [];
  let waiting: ((line: string | undefined) => void) | undefined;
  let isEnded = false;
  lines.on("line", (line) => {
    const take = waiting;
    // The next line may come before the one that asked has gone on.
    waiting = undefined;
    if (take) take(line);
    else kept.push(line);
  });
  lines.on("close", () => {
    isEnded = true;
    waiting?.(undefined);
  });
  const write = (text: string) => writeStdout(process.stdout.isTTY ? printable(text) : text);

  return {
    write,
    ask,
    async fillIn(schema, signal) {
      const content: Record<string, unknown> = {};
      for (const field of readFormFields(schema)) {
        const line = await ask(`  ${labelOf(field)}: `, signal);
        if (line === undefined) return undefined;
        const value = valueOf(field, line.trim());
        if (value !== undefined) content[field.name] = value;
      }
      return content;
    },
    [Symbol.dispose]: () => lines.close(),
  };

  async function ask(question: string, signal?: AbortSignal): Promise<string | undefined> {
    await write(question);
    const next = kept.shift();
    if (next !== undefined || isEnded || signal?.aborted) return next;
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const stop = () => resolve(undefined);
    waiting = resolve;
    signal?.addEventListener("abort", stop, { once: true });
    try {
      return await promise;
    } finally {
      waiting = undefined;
      signal?.removeEventListener("abort", stop);
    }
  }
}

function labelOf(field: FormField): string {
  const kind =
    "choices" in field
      ? field.choices.map(({ value }) => value).join("|")
      : field.type === "unknown"
        ? "JSON"
        : field.type;
  const initial =
    "initial" in field && field.initial !== undefined
      ? t(", default {value}", { value: JSON.stringify(field.initial) })
      : "";
  const about = field.description === undefined ? "" : ` ${printableLine(field.description)}`;
  const facts = `${kind}${field.isRequired ? t(", required") : ""}${initial}`;
  return `${t("{name} ({facts})", { name: printableLine(field.name), facts })}${about}`;
}

/** Undefined for an empty line. What has the wrong type is sent as it is: the server's error is what an author wants to see. */
function valueOf(field: FormField, line: string): unknown {
  if (line === "") return undefined;
  switch (field.type) {
    case "text":
    case "one-of":
      return line;
    case "some-of":
      return line.split(",").map((one) => one.trim());
    case "yes-no":
      return /^(y(es)?|true)$/i.test(line) || (/^(no?|false)$/i.test(line) ? false : line);
    case "number":
    case "integer":
    case "unknown":
      return parseJson(line) ?? line;
  }
}
