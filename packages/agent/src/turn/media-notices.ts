/**
 * Notices about images, audio and documents that the model does not see.
 */

import type { Notice } from "@tenon/hub/display";
import type { MediaKind, ModelEvent } from "../model/model.ts";

const ONE: Readonly<Record<MediaKind, string>> = { image: "an image", audio: "audio", document: "a document" };

/** That something was not sent at all. */
export function leftOutNotice(
  { kind, reason }: Extract<ModelEvent, { readonly type: "media-left-out" }>,
  model: string,
): Notice {
  return { severity: "warning", title: `${model} did not get ${ONE[kind]}`, description: `${reason}.` };
}

/** That the provider would not have it. */
export function refusedNotice(
  { kinds, reason }: Extract<ModelEvent, { readonly type: "media-refused" }>,
  model: string,
): Notice {
  const what = kinds.map((kind) => ONE[kind]).join(" and ");
  const description = `${reason} It stays in the conversation but is not sent to the model again.`;
  return { severity: "warning", title: `${model} refused ${what}`, description };
}
