import { OWN_AGENT } from "@tenon/client";
import { expect, it } from "vitest";

import { servedAgents } from "../src/commands/serve/served-agents.ts";

it("our own agent named by its command is our own agent, which records its sessions once", async () => {
  expect(await servedAgents(["tenon agent"], process.cwd())).toEqual({ agents: [], defaultAgent: OWN_AGENT });
});
