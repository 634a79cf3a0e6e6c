/**
 * Pictures, sounds and documents: given as they are to a model that takes them, described to any other.
 * Their bytes never become words.
 */

import type { LanguageModelV4FilePart } from "@ai-sdk/provider";

import { formatBytes } from "@tenon/basis";

import type { MediaKind, MediaPart } from "../model.ts";
import type { ModelApi } from "../providers/model-api.ts";
import { mediaBytes, usualName } from "./media-bytes.ts";

export type Taken = Readonly<Record<MediaKind, boolean>>;

export interface MediaDesk {
  readonly inResults: Taken;
  /** The file, or the words that stand for it. */
  give(part: MediaPart): LanguageModelV4FilePart | string;
  /** What went to the provider, in the order of the prompt. */
  readonly given: readonly GivenMedia[];
  /** What did not, and why. */
  readonly leftOut: readonly { readonly kind: MediaKind; readonly reason: string }[];
}

export interface GivenMedia {
  readonly part: MediaPart;
  /** Base64, as it stands in the request. */
  readonly sent: string;
}

export function createMediaDesk(
  api: ModelApi,
  takes: Taken,
  refused: ReadonlyMap<string, unknown> = new Map(),
): MediaDesk {
  const given: GivenMedia[] = [];
  const leftOut: { kind: MediaKind; reason: string }[] = [];

  function leave(part: MediaPart, reason: string): string {
    leftOut.push({ kind: part.type, reason });
    return describeMedia(part, reason);
  }

  return {
    inResults: api.inResults,
    given,
    leftOut,
    give(part) {
      const { type } = part;
      // Not reported as left out: `media-refused` reports it when the provider has accepted the rest.
      if (refused.has(part.data)) return describeMedia(part, REFUSED);
      if (!takes[type]) return leave(part, `this model does not support ${ALL[type]}`);
      const found = mediaBytes(part);
      if (!found) return leave(part, `its bytes are not ${READABLE[type]}`);
      const { mediaType, data, bytes } = found;
      const limits = api[type];
      if (limits.types.size === 0) return leave(part, `this model does not support ${ALL[type]}`);
      if (!limits.types.has(mediaType)) return leave(part, `this model does not support ${mediaType}`);
      if (bytes > limits.mostBytes) return leave(part, `this model accepts at most ${formatBytes(limits.mostBytes)}`);
      given.push({ part, sent: data });
      return { type: "file", mediaType, data: { type: "data", data } };
    },
  };
}

/** Why an image is left out that the provider has refused. */
export const REFUSED = "the provider refused it";

/** What the model reads instead of the bytes. */
export function describeMedia({ type, mimeType, data }: MediaPart, reason: string): string {
  const bytes = Math.floor((data.length * 3) / 4);
  return `[${ONE[type]} (${usualName(mimeType)}, ${formatBytes(bytes)}), left out: ${reason}.]`;
}

const ONE: Readonly<Record<MediaKind, string>> = { image: "An image", audio: "Audio", document: "A document" };

const ALL: Readonly<Record<MediaKind, string>> = { image: "images", audio: "audio", document: "documents" };

const READABLE: Readonly<Record<MediaKind, string>> = {
  image: "a readable image",
  audio: "readable audio",
  document: "a readable PDF",
};
