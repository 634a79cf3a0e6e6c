import type { Hub, ReceiptState, ServerView } from "@tenon/hub";

const CONNECTED: ReadonlySet<ReceiptState> = new Set(["listed", "offered", "seen", "called"]);
const STARTING: ReadonlySet<ReceiptState> = new Set(["declared", "admitted", "started", "restarting"]);

/** Its tools are known, and it can be asked for more. */
export function isConnected(state: ReceiptState): boolean {
  return CONNECTED.has(state);
}

/** It has neither come up nor failed yet. */
export function isStarting(state: ReceiptState): boolean {
  return STARTING.has(state);
}

/** The servers that are connected now and have this, in their order. */
export function serversWith(hub: Hub, capability: "prompts" | "resources" | "skills"): readonly ServerView[] {
  return hub.servers.filter(({ receipt, info }) => isConnected(receipt.state) && has(info, capability));
}

function has(info: ServerView["info"], capability: "prompts" | "resources" | "skills"): boolean {
  if (capability !== "skills") return Boolean(info?.capabilities[capability]);
  const extensions = info?.capabilities["extensions"];
  return typeof extensions === "object" && extensions !== null && SKILLS in extensions;
}

/** The extension of SEP-2640. */
const SKILLS = "io.modelcontextprotocol/skills";
