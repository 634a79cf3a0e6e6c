/**
 * Another agent with tools of ours: what stands in its wire is the real interceptor, on a real hub.
 */

import type { OtherAgent } from "@tenon/gateway";
import { memoryGrantStore } from "@tenon/policy";
import { openDoors, toolsInterceptor } from "@tenon/proxy";
import type { AgentScript } from "@tenon/testkit/acp";

import { patientHub } from "../../../agent/test/support/patient-hub.ts";
import { scripted } from "./open-gateway.ts";

export interface AgentWithTools extends AsyncDisposable {
  readonly agent: OtherAgent;
}

export async function agentWithTools(
  name: string,
  script: AgentScript,
  scratchFolder = "/no/scratch",
): Promise<AgentWithTools> {
  const doors = await openDoors();
  const services = { openHub: patientHub, grants: memoryGrantStore() };
  return {
    agent: {
      ...scripted(name, script),
      tools: (listeners) =>
        toolsInterceptor({
          version: "0.0.0",
          doors: async () => doors,
          services: async () => services,
          scratchFolder,
          environment: {},
          onSecrets() {},
          ...listeners,
        }),
    },
    [Symbol.asyncDispose]: () => doors.close(),
  };
}
