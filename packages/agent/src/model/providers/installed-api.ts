/**
 * Any other provider of the AI SDK, if its package is installed: `mistral/…` is the package `@ai-sdk/mistral`. It reads
 * its key from the variables that its own documentation names.
 */

import { readFile } from "node:fs/promises";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

import type { LanguageModelV4 } from "@ai-sdk/provider";

import { isObject, objectOf, parseJson, valueAt } from "@tenon/basis";

import { ModelError } from "../model-error.ts";
import { chatApi } from "./chat-api.ts";
import type { ModelAccess, ModelApi } from "./model-api.ts";

export interface InstalledApiOptions {
  readonly provider: string;
  readonly model: string;
  /** Where packages are looked for when they are not beside our own. Code found there is run. */
  readonly packagesFolder: string | undefined;
}

export function installedApi({ provider, model, packagesFolder }: InstalledApiOptions): ModelApi {
  const load = async (access: ModelAccess) => {
    const id = `${provider}/${model}`;
    const library = await importPackage(`@ai-sdk/${provider}`, packagesFolder);
    if (!library) throw notInstalled(provider, id);
    const found = languageModel(library, provider, access);
    if (!found) throw unfit(provider, id);
    return found;
  };
  // Of a provider that we know nothing about, the least is expected.
  return { ...chatApi(provider, model), load };
}

/** False for names that cannot be those of a package. */
export function canBeInstalled(provider: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,60}$/.test(provider);
}

async function importPackage(name: string, folder: string | undefined): Promise<object | undefined> {
  const bases = [import.meta.url, ...(folder === undefined ? [] : [pathToFileURL(join(folder, "package.json")).href])];
  for (const base of bases) {
    const manifest = manifestOf(name, base);
    if (manifest === undefined) continue;
    const entry = entryOf(parseJson(await readFile(manifest, "utf8")));
    const library: unknown = await import(pathToFileURL(join(dirname(manifest), entry)).href);
    return isObject(library) || typeof library === "object" ? (library ?? undefined) : undefined;
  }
  return undefined;
}

function manifestOf(name: string, base: string): string | undefined {
  try {
    return findPackageJSON(name, base);
  } catch {
    return undefined; // it is not there
  }
}

function entryOf(manifest: unknown): string {
  const main = valueAt(manifest, "exports", ".") ?? valueAt(manifest, "exports");
  const forms = [
    valueAt(main, "import", "default"),
    valueAt(main, "import"),
    valueAt(main, "default"),
    main,
    valueAt(manifest, "module"),
  ];
  const entry = forms.find((form) => typeof form === "string");
  return typeof entry === "string" ? entry : "index.js";
}

/** Its packages all have one function that makes a provider, and a provider makes models by name. */
function languageModel(library: object, provider: string, access: ModelAccess): LanguageModelV4 | undefined {
  const makers = Object.entries(library).filter(
    ([name, value]) => /^create[A-Z]/.test(name) && typeof value === "function",
  );
  const wanted = `create${provider.replaceAll("-", "")}`;
  const [, make] = makers.find(([name]) => name.toLowerCase() === wanted) ?? makers[0] ?? [];
  if (typeof make !== "function") return undefined;
  const { key, baseUrl, fetch, name } = access;
  const made: unknown = make({
    ...(key && { apiKey: key }),
    ...(baseUrl && { baseURL: baseUrl }),
    ...(fetch && { fetch }),
  });
  if ((typeof made !== "object" && typeof made !== "function") || made === null) return undefined;
  const byName: unknown = Reflect.get(made, "languageModel");
  const model: unknown = typeof byName === "function" ? byName.call(made, name) : undefined;
  return isLanguageModel(model) ? model : undefined;
}

function isLanguageModel(value: unknown): value is LanguageModelV4 {
  const { specificationVersion, doStream } = objectOf(value);
  return specificationVersion === "v4" && typeof doStream === "function";
}

function notInstalled(provider: string, model: string): ModelError {
  const message = `Unknown provider ${provider}. If the AI SDK supports it, install its package: npm install @ai-sdk/${provider}`;
  return new ModelError("unknown_model", message, { model });
}

function unfit(provider: string, model: string): ModelError {
  const message = `The installed @ai-sdk/${provider} has no language models that Tenon can use. Install a newer one: npm install @ai-sdk/${provider}@latest`;
  return new ModelError("unknown_model", message, { model });
}
