/**
 * A prompt as the model gets it. What the user attached stands where they put it, named so that the model can speak of it.
 */

import { type ContentBlock, RequestError } from "@agentclientprotocol/sdk";
import { fenced } from "@tenon/workspace";

import type { MessagePart, Model } from "../model/model.ts";

/**
 * Throws for a kind of content that was not advertised [R64]. What was advertised and the model of the moment does not
 * take is described to it, and is still there for the next one.
 */
export function promptParts(prompt: readonly ContentBlock[], advertised: Model["accepts"]): readonly MessagePart[] {
  return prompt.flatMap((block): readonly MessagePart[] => {
    switch (block.type) {
      case "text":
        return [{ type: "text", text: block.text }];
      case "image":
        if (advertised.image) return [{ type: "image", data: block.data, mimeType: block.mimeType }];
        throw notTaken("images");
      case "audio":
        if (advertised.audio) return [{ type: "audio", data: block.data, mimeType: block.mimeType }];
        throw notTaken("audio");
      case "resource_link": {
        const { uri, name, mimeType } = block;
        const text = `[${name}](${uri})`;
        return [{ type: "link", text, uri, ...(mimeType && { mimeType }) }];
      }
      case "resource":
        return attached(block.resource);
    }
  });
}

type Resource = Extract<ContentBlock, { readonly type: "resource" }>["resource"];

/** Of any kind: what the model does not take is described to it, and nothing else of the prompt is lost for it. */
function attached(resource: Resource): readonly MessagePart[] {
  const { uri } = resource;
  if ("text" in resource) return [{ type: "text", text: `Attached: ${uri}\n${fenced(resource.text)}` }];
  const { blob: data, mimeType } = resource;
  const type = mimeType && mediaKind(mimeType);
  if (!type) return [{ type: "text", text: `(${uri} is attached, but is not text.)` }];
  return [
    { type: "text", text: `Attached: ${uri}` },
    { type, data, mimeType },
  ];
}

function mediaKind(mimeType: string): "image" | "audio" | "document" | undefined {
  const [type, subtype] = mimeType.toLowerCase().split(/[/;]/, 2);
  if (type === "image" || type === "audio") return type;
  return type === "application" && subtype?.trim() === "pdf" ? "document" : undefined;
}

function notTaken(what: string): RequestError {
  return RequestError.invalidParams(undefined, `This agent does not accept ${what}`);
}
