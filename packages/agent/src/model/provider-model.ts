/**
 * A model of a provider. Its library, its prices and all that is needed to ask it are loaded with the first answer, or when it
 * is prepared for it.
 */

import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Clock } from "@tenon/basis";

import type { Answerer } from "./answer/answerer.ts";
import { familyOf } from "./model-families.ts";
import type { Model, ModelEvent, ModelRequest } from "./model.ts";
import type { Prices } from "./prices.ts";
import type { ModelAccess, ModelApi } from "./providers/model-api.ts";

export interface ProviderModelOptions {
  /** As the user names it. */
  readonly id: string;
  readonly api: ModelApi;
  readonly access: ModelAccess;
  readonly providerName: string;
  readonly keyVariable: string | undefined;
  /** What the table of prices calls the provider. */
  readonly prices: string | undefined;
  readonly clock: Clock;
  readonly random: () => number;
}

export function createProviderModel(options: ProviderModelOptions): Model {
  const { id, api, access } = options;
  const family = familyOf(access.name);
  let loading: Promise<Answerer> | undefined;
  let prices: Prices | undefined;

  function load(): Promise<Answerer> {
    // Not remembered if it fails: the package may be installed meanwhile.
    loading ??= loadAll().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  async function loadAll(): Promise<Answerer> {
    const [languageModel, { createAnswerer }, found] = await Promise.all([
      loadLibrary(),
      import("./answer/answerer.ts"),
      pricesOf(options),
    ]);
    prices = found;
    return createAnswerer({ ...options, family, languageModel });
  }

  async function loadLibrary(): Promise<LanguageModelV4> {
    if (access.fetch) return await api.load(access);
    const { loadTransport, providerFetch } = await import("./providers/provider-fetch.ts");
    loadTransport(access.baseUrl);
    return await api.load({ ...access, fetch: providerFetch });
  }

  async function* answer(request: ModelRequest): AsyncGenerator<ModelEvent, void> {
    request.signal.throwIfAborted();
    const answerer = await load();
    yield* answerer(request);
  }

  async function prepare(): Promise<void> {
    // The first request loads it again, and reports the failure.
    await load().catch(() => {});
  }

  return {
    id,
    accepts: { image: family.image && api.image.types.size > 0, audio: family.audio && api.audio.types.size > 0 },
    get contextTokens() {
      return family.contextTokens ?? prices?.contextTokens;
    },
    thoughtLevels: family.thoughtLevels,
    cost: (usage) => prices?.cost(usage),
    prepare,
    answer,
  };
}

async function pricesOf({ prices: provider, access, clock }: ProviderModelOptions): Promise<Prices | undefined> {
  if (provider === undefined) return undefined;
  const { loadPrices } = await import("./prices.ts");
  return await loadPrices({ provider, name: access.name, now: clock.now });
}
