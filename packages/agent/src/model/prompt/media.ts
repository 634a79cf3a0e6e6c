/**
 * Pictures, sounds and documents: given as they are to a model that takes them, described to any other.
 * Their bytes never become words.
 */

import type { LanguageModelV4FilePart } from "@ai-sdk/provider";

import type { MessagePart } from "../model.ts";
import type { ModelApi } from "../providers/model-api.ts";

type MediaPart = Extract<MessagePart, { readonly data: string }>;

export type MediaKind = MediaPart["type"];

export type Taken = Readonly<Record<MediaKind, boolean>>;

export interface MediaDesk {
  readonly inResults: Taken;
  /** The file, or the words that stand for it. */
  give(part: MediaPart): LanguageModelV4FilePart | string;
}

export function createMediaDesk(api: ModelApi, takes: Taken): MediaDesk {
  return {
    inResults: api.inResults,
    give(part) {
      const mediaType = usualName(part.mimeType);
      const bytes = Math.floor((part.data.length * 3) / 4);
      const limits = api[part.type];
      const { one, all } = NAMES[part.type];
      const name = `${one} (${mediaType}, ${sizeInWords(bytes)})`;
      if (!takes[part.type]) return `[${name}, left out: this model does not take ${all}.]`;
      if (!limits.types.has(mediaType)) return `[${name}, left out: this model does not take this format.]`;
      if (bytes > limits.mostBytes) return `[${name}, left out: it is too large for this model.]`;
      return { type: "file", mediaType, data: { type: "data", data: part.data } };
    },
  };
}

const NAMES: Readonly<Record<MediaKind, { readonly one: string; readonly all: string }>> = {
  image: { one: "An image", all: "images" },
  audio: { one: "Audio", all: "audio" },
  document: { one: "A document", all: "documents" },
};

const OTHER_NAMES: Readonly<Record<string, string>> = {
  "image/jpg": "image/jpeg",
  "audio/x-wav": "audio/wav",
  "audio/wave": "audio/wav",
  "audio/x-aiff": "audio/aiff",
  "audio/x-flac": "audio/flac",
};

function usualName(mimeType: string): string {
  const plain = mimeType.split(";")[0]?.trim().toLowerCase() ?? "";
  return OTHER_NAMES[plain] ?? plain;
}

function sizeInWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
