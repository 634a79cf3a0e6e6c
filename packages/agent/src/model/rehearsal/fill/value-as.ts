/**
 * A value in words as a property wants it, or undefined when it cannot be that.
 */

import { parseJson } from "../../json.ts";
import type { Property } from "./read-schema.ts";

export function valueAs(text: string, property: Property): unknown {
  const { wants, schema, item } = property;
  switch (wants) {
    case "number":
      return text.trim() === "" || Number.isNaN(Number(text)) ? undefined : Number(text);
    case "boolean":
      return /^(?:true|yes|on)$/i.test(text) ? true : /^(?:false|no|off)$/i.test(text) ? false : undefined;
    case "choice":
      return choicesOf(property).find((choice) => sameWord(String(choice), text));
    case "list": {
      const parsed = parseJson(text);
      if (Array.isArray(parsed)) return parsed;
      if (!item || item.wants === "object" || item.wants === "list") return undefined;
      const values = text.split(/,\s*/).map((each) => valueAs(each, item));
      return values.includes(undefined) ? undefined : values;
    }
    case "object":
      return parseJson(text);
    case "date":
      return schema["format"] === "date-time" && /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text;
    case "anything":
      return parseJson(text) ?? text;
    case "url":
    case "email":
    case "time":
    case "path":
    case "pattern":
    case "command":
    case "text":
      return text;
  }
}

/** The choice that the request mentions. */
export function readChoice(property: Property, request: string): unknown {
  return choicesOf(property).find((choice) => typeof choice !== "boolean" && mentions(request, String(choice)));
}

/** `recursive` or `recursively` switches on, `not recursive` off. */
export function readBoolean({ name, isRequired }: Property, request: string): boolean | undefined {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/[_-]/g, " ");
  const said = new RegExp(String.raw`(\b(?:no|not|non|without|don['’]t)[ -]+)?\b${escape(words)}(?:ly)?\b`, "i").exec(
    request,
  );
  if (said) return said[1] === undefined;
  if (!isRequired) return undefined;
  return /\b(?:true|yes)\b/i.test(request) || (/\b(?:false|no)\b/i.test(request) ? false : undefined);
}

function choicesOf({ schema }: Property): readonly unknown[] {
  return Array.isArray(schema["enum"]) ? schema["enum"] : [];
}

function mentions(request: string, choice: string): boolean {
  const words = escape(choice).replace(/[_-]/g, "[ _-]");
  return choice !== "" && new RegExp(String.raw`(?<![\w.-])${words}(?![\w-]|\.\w)`, "i").test(request);
}

function sameWord(a: string, b: string): boolean {
  return a.toLowerCase().replace(/[_-]/g, " ") === b.toLowerCase().replace(/[_-]/g, " ");
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
