/**
 * What one rehearsal has at hand, and how it connects.
 */

import { connectAgent, type AgentProgram, type ConnectedAgent, type SessionOptions } from "@tenon/client";
import type { StdioServer } from "@tenon/testkit/mcp";
import type { ModelServer } from "@tenon/testkit/model";

import type { RealAgent } from "./real-agent.ts";
import type { Checks } from "./checks.ts";
import { clientServices, type Attitude } from "./client-services.ts";
import type { ModelStory } from "./model-story.ts";
import type { Recording } from "./recording.ts";

export interface Stage {
  readonly agent: RealAgent;
  readonly program: AgentProgram;
  readonly cwd: string;
  readonly model: ModelServer;
  readonly server: StdioServer;
  readonly story: ModelStory;
  readonly checks: Checks;
  readonly onStderr: (text: string) => void;
}

export function connect(stage: Stage, attitude: Attitude, recording: Recording): Promise<ConnectedAgent> {
  return connectAgent(stage.program, {
    clientInfo: { name: "tenon-rehearsal", version: "1.0.0" },
    services: clientServices(attitude, { withFiles: !stage.agent.withoutFiles }),
    record: recording.record,
    onStderr: stage.onStderr,
  });
}

/** A session with the rehearsal's server. */
export function sessionOptions({ cwd, server }: Stage, onUpdate: (text: string) => void): SessionOptions {
  const env = Object.entries(server.env).map(([name, value]) => ({ name, value }));
  return {
    cwd,
    mcpServers: [{ name: "rehearsal", command: server.command, args: server.args, env }],
    onEvent(event) {
      if (event.type === "update") onUpdate(JSON.stringify(event));
    },
  };
}
