/**
 * A prompt as the model gets it. What the user attached stands where they put it, named so that the model can speak of it.
 */

import { type ContentBlock, RequestError } from "@agentclientprotocol/sdk";
import type { ModelPart } from "@tenon/hub";

import type { Model } from "../model/model.ts";

/** Throws for a kind of content that was not advertised [R64]. */
export function promptParts(prompt: readonly ContentBlock[], accepts: Model["accepts"]): readonly ModelPart[] {
  return prompt.map((block): ModelPart => {
    switch (block.type) {
      case "text":
        return { type: "text", text: block.text };
      case "image":
        if (accepts.image) return { type: "image", data: block.data, mimeType: block.mimeType };
        throw notTaken("images");
      case "audio":
        if (accepts.audio) return { type: "audio", data: block.data, mimeType: block.mimeType };
        throw notTaken("audio");
      case "resource_link": {
        const { uri, name, mimeType } = block;
        const text = `[${name}](${uri})`;
        return { type: "link", text, uri, ...(mimeType && { mimeType }) };
      }
      case "resource": {
        const { resource } = block;
        if ("text" in resource) return { type: "text", text: quoted(resource.uri, resource.text) };
        if (accepts.image && resource.mimeType?.startsWith("image/")) {
          return { type: "image", data: resource.blob, mimeType: resource.mimeType };
        }
        return { type: "text", text: `(${resource.uri} is attached, but is not text.)` };
      }
    }
  });
}

function notTaken(what: string): RequestError {
  return RequestError.invalidParams(undefined, `The model of this session does not take ${what}`);
}

/** The mark is longer than any run of backticks in the text, so the text cannot end it. */
function quoted(uri: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const mark = "`".repeat(longest + 1);
  return `Attached: ${uri}\n${mark}\n${text}\n${mark}`;
}
