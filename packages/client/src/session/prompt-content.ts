/**
 * Makes a prompt of what its agent can take [R64].
 *
 * Text and links always pass. An embedded resource becomes text, or a link if it is binary, where the agent cannot take
 * it. A picture or a sound has no such stand-in: it is refused, never left out in silence.
 */

import type { ContentBlock, EmbeddedResource } from "@agentclientprotocol/sdk";

import { AgentError } from "../agent-error.ts";
import type { AgentAbilities } from "../protocol/agent-abilities.ts";

export function fitContent(content: string | readonly ContentBlock[], { prompt }: AgentAbilities): ContentBlock[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return content.map((block) => {
    switch (block.type) {
      case "image":
      case "audio":
        if (!prompt.has(block.type)) throw notTaken(block.type);
        return block;
      case "resource":
        return prompt.has("embeddedContext") ? block : withoutEmbedding(block);
      case "text":
      case "resource_link":
        return block;
    }
  });
}

function withoutEmbedding({ resource, annotations }: EmbeddedResource): ContentBlock {
  const { uri } = resource;
  const same = annotations ? { annotations } : {};
  if ("text" in resource) return { type: "text", text: `${uri}:\n\n${resource.text}`, ...same };
  const name = uri.slice(uri.lastIndexOf("/") + 1) || uri;
  return { type: "resource_link", uri, name, ...(resource.mimeType ? { mimeType: resource.mimeType } : {}), ...same };
}

function notTaken(type: "image" | "audio"): AgentError {
  const capability = `promptCapabilities.${type}`;
  const what = type === "image" ? "images" : "audio";
  const message = `The agent does not accept ${what} in a prompt (${capability} is not set). Leave it out, or send a link.`;
  return new AgentError("not_advertised", message, { method: "session/prompt", capability });
}
