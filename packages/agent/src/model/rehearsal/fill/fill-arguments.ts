/**
 * Fills the arguments of a tool from a request in plain words, guided by the tool's schema.
 *
 * What is named goes where it is named. Then each property takes the value of the request that suits it best. Nothing is
 * made up: what the request does not say is missing.
 */

import type { ModelTool } from "../../model.ts";
import { findQuotedText } from "../quoted-text.ts";
import { type FoundValue, findValues } from "./find-values.ts";
import { findFreeText } from "./free-text.ts";
import { matchValues, scoreOf } from "./match-values.ts";
import { type Property, readProperties } from "./read-schema.ts";
import { takeNamed } from "./take-named.ts";
import { readBoolean, readChoice, valueAs } from "./value-as.ts";

export interface FilledArguments {
  readonly args: Record<string, unknown>;
  /** Required properties for which the request says nothing. */
  readonly missing: readonly Property[];
}

export function fillArguments(request: string, tool: Pick<ModelTool, "name" | "inputSchema">): FilledArguments {
  const properties = readProperties(tool.inputSchema);
  const named = takeNamed(request, properties);
  const values = [...findValues(named.rest)];
  const { args, missing } = fill(properties, "");

  const [open, ...others] = missing;
  if (open && others.length === 0 && FREE.has(open.wants)) {
    const text = findFreeText(named.rest, open, tool.name);
    // What another property has taken is not said twice, nor are the marks around it.
    const quoted = findQuotedText(text ?? "").map((each) => each.text);
    if (
      text !== undefined &&
      !Object.values(args).some((taken) => taken === text || quoted.some((one) => one === taken))
    )
      return { args: { ...args, [open.name]: text }, missing: [] };
  }
  return { args, missing };

  function fill(properties: readonly Property[], before: string): FilledArguments {
    const args: Record<string, unknown> = {};
    for (const property of properties) {
      const said = named.values.get(`${before}${property.name}`);
      const value = said === undefined ? byWords(property, named.rest) : valueAs(said, property);
      if (value === undefined) continue;
      args[property.name] = value;
      if (said === undefined) forget(`${property.name} ${JSON.stringify(value)}`);
    }
    const open = properties.filter(({ name, isOnlyNamed }) => !isOnlyNamed && !Object.hasOwn(args, name));
    for (const [property, value] of matchValues(open, values)) {
      args[property.name] = valueAs(take(value).text, property);
    }
    const spare = spareText(properties.filter(({ name }) => !Object.hasOwn(args, name)));
    if (spare) args[spare.property.name] = take(spare.value).text;
    for (const property of properties) {
      if (Object.hasOwn(args, property.name)) continue;
      const value = structure(property, before) ?? (property.isRequired ? usual(property, request) : undefined);
      if (value !== undefined) args[property.name] = value;
    }
    return {
      args: inOrder(args, properties),
      missing: properties.filter(({ name, isRequired }) => isRequired && !Object.hasOwn(args, name)),
    };
  }

  /** An object, or a list of them or of plain values, from what no single property has taken. */
  function structure(property: Property, before: string): unknown {
    const { name, wants, properties, item, isRequired } = property;
    const way = `${before}${name}.`;
    if (wants === "object" && properties.length > 0) {
      const isNamed = [...named.values.keys()].some((key) => key.startsWith(way));
      return isRequired || isNamed ? complete(properties, way)?.args : undefined;
    }
    if (wants !== "list" || !item || !isRequired) return undefined;
    if (item.wants === "object") return objects(item.properties);
    const suitable = values.filter((value) => isSuitable(item, value));
    return suitable.length > 0 ? suitable.map((value) => valueAs(take(value).text, item)) : undefined;
  }

  /** Words that have said something are no values any more. */
  function forget(words: string): void {
    const said = new Set(wordsOf(words));
    const kept = values.filter(
      ({ text, kind, isQuoted }) => isQuoted || kind || !wordsOf(text).every((word) => said.has(word)),
    );
    values.splice(0, values.length, ...kept);
  }

  function take(value: FoundValue): FoundValue {
    values.splice(values.indexOf(value), 1);
    return value;
  }

  /** The one quoted text that is left, for the one text that is open. */
  function spareText(
    open: readonly Property[],
  ): { readonly property: Property; readonly value: FoundValue } | undefined {
    const [property, other] = open.filter(({ wants }) => wants === "text");
    const [value, second] = values.filter(({ isQuoted }) => isQuoted);
    const isNeeded = open.some(({ isRequired }) => isRequired);
    return property && value && !other && !second && !isNeeded ? { property, value } : undefined;
  }

  function objects(properties: readonly Property[]): unknown {
    const found: unknown[] = [];
    // Each must take something of its own, or the defaults alone would make them without end.
    for (let left = values.length + 1; values.length < left;) {
      left = values.length;
      const one = complete(properties, "");
      if (!one || (values.length === left && found.length > 0)) break;
      found.push(one.args);
    }
    return found.length > 0 ? found : undefined;
  }

  /** Undefined, with nothing taken, unless all that is required is there. */
  function complete(properties: readonly Property[], before: string): FilledArguments | undefined {
    const kept = [...values];
    const filled = fill(properties, before);
    if (filled.missing.length === 0 && Object.keys(filled.args).length > 0) return filled;
    values.splice(0, values.length, ...kept);
    return undefined;
  }
}

const FREE: ReadonlySet<Property["wants"]> = new Set(["text", "anything", "pattern", "path", "command"]);

/** What a request says of a choice or a switch without marking it as a value. */
function byWords(property: Property, request: string): unknown {
  if (property.wants === "choice") return readChoice(property, request);
  return property.wants === "boolean" ? readBoolean(property, request) : undefined;
}

function isSuitable(item: Property, value: FoundValue): boolean {
  const isText = item.wants === "text" || item.wants === "anything";
  return isText ? value.isQuoted || value.kind !== undefined : scoreOf({ ...item, isRequired: true }, value) > 1;
}

/** What the schema itself says, and the folder that everybody means by "here". */
function usual({ schema, wants, properties }: Property, request: string): unknown {
  if ("default" in schema) return schema["default"];
  if ("const" in schema) return schema["const"];
  const choices = schema["enum"];
  if (Array.isArray(choices) && choices.length === 1) return choices[0];
  if (wants === "path" && HERE.test(request)) return ".";
  return wants === "object" && !properties.some(({ isRequired }) => isRequired) ? {} : undefined;
}

const HERE = /\b(?:this|current|working) (?:folder|directory|project|repo(?:sitory)?)\b|\bhere\b/i;

function inOrder(args: Readonly<Record<string, unknown>>, properties: readonly Property[]): Record<string, unknown> {
  const given = properties.filter(({ name }) => Object.hasOwn(args, name));
  return Object.fromEntries(given.map(({ name }) => [name, args[name]]));
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
