import { objectOf } from "@tenon/basis";
import type { Hub, ServerView } from "@tenon/hub";
import { isConnected } from "@tenon/hub/display";

/** The servers that are connected now and have this, in their order. */
export function serversWith(hub: Hub, capability: "prompts" | "resources" | "skills"): readonly ServerView[] {
  return hub.servers.filter(({ receipt, info }) => isConnected(receipt.state) && has(info, capability));
}

function has(info: ServerView["info"], capability: "prompts" | "resources" | "skills"): boolean {
  if (capability !== "skills") return Boolean(info?.capabilities[capability]);
  return SKILLS in objectOf(info?.capabilities["extensions"]);
}

/** The extension of SEP-2640. */
const SKILLS = "io.modelcontextprotocol/skills";
