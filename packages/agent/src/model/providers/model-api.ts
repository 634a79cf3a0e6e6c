/**
 * One way to speak to a model over the network, behind the AI SDK, and what is particular about it. All but `load` is
 * known without loading anything.
 */

import type {
  LanguageModelV4,
  LanguageModelV4FunctionTool,
  LanguageModelV4Prompt,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";

import type { SchemaDialect } from "../schema/dialect.ts";

export interface ModelApi {
  readonly dialect: SchemaDialect;
  readonly image: MediaLimits;
  readonly audio: MediaLimits;
  readonly document: MediaLimits;
  /** What the result of a tool may hold besides text; the rest follows it in a message of its own. */
  readonly inResults: Readonly<Record<"image" | "audio" | "document", boolean>>;
  /** Which of its own thoughts a model wants back. */
  readonly thoughts: "all" | "of this turn";
  /** What the id of a call may look like. */
  readonly callIds: RegExp;
  load(access: ModelAccess): Promise<LanguageModelV4>;
  /** For each request. */
  options(call: CallFacts): SharedV4ProviderOptions;
  /** Marks what the provider should keep in its cache, where it expects marks. */
  markForCache?(request: CachedRequest): CachedRequest;
}

export interface MediaLimits {
  /** None: it takes nothing of the kind. */
  readonly types: ReadonlySet<string>;
  readonly mostBytes: number;
}

export interface ModelAccess {
  /** As the provider calls the model. */
  readonly name: string;
  readonly key: string | undefined;
  readonly baseUrl: string | undefined;
  readonly fetch: typeof globalThis.fetch | undefined;
}

export interface CallFacts {
  /** Equal for requests that begin alike, so that one machine of the provider can remember them. */
  readonly cacheKey: string;
  /** Whether thoughts can and should be shown. */
  readonly showsThoughts: boolean;
}

export interface CachedRequest {
  readonly prompt: LanguageModelV4Prompt;
  readonly tools: readonly LanguageModelV4FunctionTool[];
}

const MEGABYTE = 1024 * 1024;
const ANY_ID = /^[a-zA-Z0-9_-]{1,64}$/;
// Its servers take no other, and all others take these.
const NINE = /^[a-zA-Z0-9]{9}$/;

export function callIdsOf(name: string): RegExp {
  return /(mi|mini|code|dev|magi)stral/i.test(name) ? NINE : ANY_ID;
}

export function media(mostMegabytes: number, ...types: readonly string[]): MediaLimits {
  return { types: new Set(types), mostBytes: mostMegabytes * MEGABYTE };
}
