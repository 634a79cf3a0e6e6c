/**
 * Reads resources: from the cache if it is fresh, and once for concurrent reads.
 */

import type { ReadResourceResult } from "@modelcontextprotocol/server";
import { type Clock, defined, isObject, untilAborted } from "@tenon/basis";

import { toBase64 } from "../define/content.ts";
import type { ResourceCache, ResourceContents, ResourcePart } from "../define/resource.ts";
import type { Mask } from "./mask.ts";

export interface ResourceReads {
  read(uri: string, how: ReadOptions): Promise<ReadResourceResult>;
  /** The content has changed: what is kept of it is dropped. */
  drop(uri: string): void;
}

interface ReadOptions {
  readonly cache: ResourceCache | undefined;
  readonly mimeType: string | undefined;
  readonly signal: AbortSignal;
  /** Runs for all that wait for it, so it is not cancelled with one of them. */
  load(): Promise<ResourceContents>;
}

interface Kept {
  readonly result: Promise<ReadResourceResult>;
  /** Undefined until it is loaded. */
  until: number | undefined;
}

const MAX_KEPT = 500;

export function createResourceReads({ clock, mask }: { readonly clock: Clock; readonly mask: Mask }): ResourceReads {
  /** By URI, the least recently used first. */
  const kept = new Map<string, Kept>();

  return {
    async read(uri, options) {
      const found = kept.get(uri);
      const isFresh = found && (found.until === undefined || found.until > clock.now());
      return await untilAborted((isFresh ? found : load(uri, options)).result, options.signal);
    },
    drop: (uri) => void kept.delete(uri),
  };

  function load(uri: string, { cache, mimeType, load }: ReadOptions): Kept {
    const one: Kept = { result: loaded(), until: undefined };
    kept.delete(uri);
    kept.set(uri, one);
    for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - MAX_KEPT))) kept.delete(oldest);
    return one;

    async function loaded(): Promise<ReadResourceResult> {
      const forget = () => kept.get(uri) === one && kept.delete(uri);
      try {
        // Later, when `one` is in the map.
        await Promise.resolve();
        const result = mask.json(readResult(uri, mimeType, await load()));
        if (cache) one.until = clock.now() + cache.maxAgeMs;
        else forget();
        return result;
      } catch (error) {
        forget();
        throw error;
      }
    }
  }
}

function readResult(uri: string, mimeType: string | undefined, contents: ResourceContents): ReadResourceResult {
  return { contents: parts(contents).map((part) => wirePart({ uri, ...defined({ mimeType }), ...part })) };

  function parts(given: ResourceContents): readonly ResourcePart[] {
    if (typeof given === "string" || given instanceof Uint8Array) return [{ data: given }];
    if (isParts(given)) return given;
    return [{ data: JSON.stringify(given, undefined, 2), mimeType: mimeType ?? "application/json" }];
  }
}

function wirePart({ data, ...about }: ResourcePart & { readonly uri: string }) {
  return typeof data === "string" ? { ...about, text: data } : { ...about, blob: toBase64(data) };
}

// Array.isArray does not see that a readonly list is one.
function isParts(given: ResourceContents): given is readonly ResourcePart[] {
  return Array.isArray(given) && given.every((part: unknown) => isObject(part));
}
