/**
 * The models that can be had with an environment, by names of the form `provider/model`.
 */

import { type Clock, defined, systemClock } from "@tenon/basis";

import type { KeySource } from "./key-store.ts";
import { type ModelChoice, REHEARSAL } from "./model-choice.ts";
import { ModelError } from "./model-error.ts";
import { familyOf } from "./model-families.ts";
import type { Model, ThoughtLevel } from "./model.ts";
import { createProviderModel, type ProviderModelOptions } from "./provider-model.ts";
import { baseUrlOf, firstSet, type Provider } from "./providers/provider.ts";
import { openaiCompatible, providers } from "./providers/providers.ts";

export interface OpenModelsOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What the user chose, on the command line or in the configuration. */
  readonly userModel?: string;
  /** Asked for keys that are not in the environment. */
  readonly keys?: KeySource;
  readonly fetch?: typeof globalThis.fetch;
  readonly clock?: Clock;
  readonly random?: () => number;
  /** Where the packages of other providers are looked for when they are not beside our own. Code found there is run. */
  readonly packagesFolder?: string;
}

export interface KnownModel {
  readonly id: string;
  readonly name: string;
  readonly accepts: Model["accepts"];
  readonly contextTokens?: number;
  readonly thoughtLevels: readonly ThoughtLevel[];
}

/** Opening is quick: nothing is loaded and no request is sent before a model's first answer. */
export interface ModelsOfProviders extends ModelChoice {
  readonly known: readonly KnownModel[];
}

const rehearsal: KnownModel = {
  id: REHEARSAL,
  name: "Rehearsal (offline)",
  accepts: { image: true, audio: true },
  contextTokens: 200_000,
  thoughtLevels: [],
};

export function openModels(options: OpenModelsOptions): ModelsOfProviders {
  const { env } = options;
  const opened = new Map<string, Promise<Model>>();

  const isSetUp = (provider: Provider) => provider.needsKey && keyOf(provider, options) !== undefined;
  const known = [...providers.filter(isSetUp).flatMap(knownModels), rehearsal];

  const preferred = providers.find((provider) => provider.defaultModel !== undefined && isSetUp(provider));
  const chosen = options.userModel?.trim() || env["TENON_MODEL"]?.trim();
  const defaultId = chosen || (preferred ? `${preferred.id}/${preferred.defaultModel}` : REHEARSAL);

  return {
    defaultId,
    accepts: {
      // The user can choose a model that is not on the list, and an unknown one is taken for one that sees.
      image: true,
      audio: acceptsAudio(defaultId) || known.some(({ id, accepts }) => id !== REHEARSAL && accepts.audio),
    },
    known,
    open(id) {
      const already = opened.get(id);
      if (already) return already;
      const making = makeModel(id, options);
      opened.set(id, making);
      // One that could not be opened may be tried again.
      making.catch(() => opened.delete(id));
      return making;
    },
    // A model that was opened with a key remembers it.
    forgetKeys: () => opened.clear(),
  };
}

function keyOf({ id, keyVariables }: Provider, { env, keys }: OpenModelsOptions): string | undefined {
  return firstSet(keyVariables, env) ?? keys?.get(id);
}

async function makeModel(id: string, options: OpenModelsOptions): Promise<Model> {
  const { env, keys, fetch, clock = systemClock, random = Math.random, packagesFolder } = options;
  if (id === REHEARSAL) {
    const { rehearsalModel } = await import("./rehearsal/rehearsal-model.ts");
    return rehearsalModel();
  }
  const { provider: providerId, name } = split(id);
  const provider = providers.find((each) => each.id === providerId);
  if (provider) return createProviderModel(fromProvider({ id, name, provider, options }));
  if (providerId === "openai-compatible")
    return createProviderModel(fromProvider({ id, name, provider: openaiCompatible(env), options }));
  const { canBeInstalled, installedApi } = await import("./providers/installed-api.ts");
  if (!canBeInstalled(providerId)) throw unknown(id);
  return createProviderModel({
    id,
    api: installedApi({ provider: providerId, model: name, packagesFolder }),
    access: { name, key: keys?.get(providerId), baseUrl: undefined, fetch },
    providerName: providerId,
    keyVariable: undefined,
    prices: OTHER_PRICES[providerId] ?? providerId,
    clock,
    random,
  });
}

interface ModelOfProvider {
  readonly id: string;
  readonly name: string;
  readonly provider: Provider;
  readonly options: OpenModelsOptions;
}

function fromProvider({ id, name, provider, options }: ModelOfProvider): ProviderModelOptions {
  const { env, fetch, clock = systemClock, random = Math.random } = options;
  const key = keyOf(provider, options);
  const baseUrl = baseUrlOf(provider.baseUrl, env);
  const [keyVariable] = provider.keyVariables;
  if (provider.needsKey && key === undefined) {
    throw new ModelError(
      "no_key",
      `No API key for ${provider.name}. Set ${keyVariable}, or store one with: tenon agent --sign-in`,
      { model: id },
    );
  }
  if (baseUrl === undefined || !URL.canParse(baseUrl)) {
    const problem = baseUrl === undefined ? "The address of the server is not set" : `${baseUrl} is not a URL`;
    throw new ModelError(
      "unknown_model",
      `${problem}. Set ${provider.baseUrl.variables[0]}, for example to http://127.0.0.1:8000/v1.`,
      { model: id },
    );
  }
  return {
    id,
    api: provider.api(name),
    access: { name, key, baseUrl, fetch },
    providerName: provider.name,
    keyVariable,
    prices: provider.prices,
    clock,
    random,
  };
}

function knownModels({ id, models, api }: Provider): readonly KnownModel[] {
  return models.map(({ name, title }) => {
    const { contextTokens, thoughtLevels, image, audio } = familyOf(name);
    const { image: images, audio: sounds } = api(name);
    const accepts = { image: image && images.types.size > 0, audio: audio && sounds.types.size > 0 };
    return {
      id: `${id}/${name}`,
      name: title,
      accepts,
      ...defined({ contextTokens }),
      thoughtLevels,
    };
  });
}

function acceptsAudio(id: string): boolean {
  const slash = id.indexOf("/");
  if (slash === -1) return rehearsal.accepts.audio;
  const name = id.slice(slash + 1);
  const api = providers.find((provider) => provider.id === id.slice(0, slash))?.api(name);
  return familyOf(name).audio && (api?.audio.types.size ?? 1) > 0;
}

function split(id: string): { readonly provider: string; readonly name: string } {
  const slash = id.indexOf("/");
  if (slash <= 0 || slash === id.length - 1) throw unknown(id);
  return { provider: id.slice(0, slash), name: id.slice(slash + 1) };
}

function unknown(id: string): ModelError {
  const names = [...providers.map((provider) => provider.id), "openai-compatible"].join(", ");
  const message = `Unknown model ${id}. Use provider/model with one of these providers: ${names}; or rehearsal.`;
  return new ModelError("unknown_model", message, { model: id });
}

/** Where the table of prices has another name for a provider than the AI SDK. */
const OTHER_PRICES: Readonly<Record<string, string>> = { xai: "x-ai", "amazon-bedrock": "aws", togetherai: "together" };
