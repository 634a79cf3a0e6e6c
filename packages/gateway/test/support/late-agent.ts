/** An agent that loads any session, and replays it after its answer. */

import { fileURLToPath } from "node:url";

import type { OtherAgent } from "@tenon/gateway";

export const lateAgent: OtherAgent = {
  name: "late",
  program: async ({ cwd }) => ({
    command: process.execPath,
    args: [fileURLToPath(new URL("../fixtures/late-replay-agent.mjs", import.meta.url))],
    cwd,
    env: {},
  }),
};
