import type { ContentBlock } from "@agentclientprotocol/sdk";
import type { HubResult } from "@tenon/hub";

/**
 * The blocks of a tool's result for the client, unchanged [R116]. The two protocols define them as the same JSON; their
 * SDKs only spell "optional" differently, which is why this one assertion is sound.
 */
export function acpContent(result: HubResult): readonly ContentBlock[] {
  return result.content as readonly ContentBlock[];
}
