import { type ContentBlock, RequestError } from "@agentclientprotocol/sdk";

/** A prompt as text for the model. Kinds of content that were not advertised are refused [R64]. */
export function promptText(prompt: readonly ContentBlock[]): string {
  return prompt.map(blockText).join("\n");
}

function blockText(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "resource_link":
      return `[${block.title ?? block.name}](${block.uri})`;
    default:
      throw RequestError.invalidParams({ type: block.type }, `This agent does not take ${block.type} in prompts`);
  }
}
