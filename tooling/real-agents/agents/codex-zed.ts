import { codex } from "./codex.ts";
import type { RealAgent } from "../real-agent.ts";

/** Zed's adapter of the same program. */
export const codexZed: RealAgent = {
  ...codex,
  name: "codex-zed",
  packageName: "@zed-industries/codex-acp",
  version: "0.16.0",
};
