import type { ContentBlock } from "@agentclientprotocol/sdk";
import { resultBlocks } from "@tenon/hub/display";

import type { ServerResources } from "../lists/server-resources.ts";

/**
 * A prompt whose links to servers' resources have become what they link to: the user has attached them, and only their
 * server can read them. A link that cannot be read stays a link.
 */
export async function attachResources(
  prompt: readonly ContentBlock[],
  resources: ServerResources,
  options: { readonly signal: AbortSignal },
): Promise<readonly ContentBlock[]> {
  if (resources.servers.length === 0) return prompt;
  const blocks = await Promise.all(
    prompt.map(async (block): Promise<readonly ContentBlock[]> => {
      if (block.type !== "resource_link") return [block];
      const server = await resources.ownerOf(block.uri, options);
      if (server === undefined) return [block];
      // The model still gets the link, and can read it with a tool that reports why it cannot.
      const contents = await resources.read(server, block.uri, options).catch(() => []);
      options.signal.throwIfAborted();
      if (contents.length === 0) return [block];
      return resultBlocks({ content: contents.map((resource) => ({ type: "resource", resource })) });
    }),
  );
  return blocks.flat();
}
