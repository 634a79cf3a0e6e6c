import type { AgentOptions, Model } from "@tenon/agent";
import { rehearsalModel } from "@tenon/agent";
import type { ClientCapabilities } from "@agentclientprotocol/sdk";
import { countingIds } from "@tenon/testkit";
import {
  allow,
  type ClientAnswers,
  loadSchemaCheck,
  type ScriptedClient,
  scriptedClient,
  type Wire,
} from "@tenon/testkit/acp";
import { expect } from "vitest";

import { onlyModel } from "../only-model.ts";
import { patientHub } from "../patient-hub.ts";

/** Starts an agent and connects to it. */
export type ConnectAgent = (agent: AgentOptions) => Promise<ConnectedWire>;

export interface ConnectedWire {
  readonly wire: Wire;
  /** Called when the client has gone: ends the agent, and all that carried its messages. */
  end(): Promise<void>;
}

export interface StageOptions {
  readonly answers?: ClientAnswers;
  readonly capabilities?: ClientCapabilities;
  readonly model?: Model;
  readonly agent?: Partial<AgentOptions>;
}

/** Where each case of the suite meets the agent. All that the agent says is held against the schema at the end [R25]. */
export interface SuiteStage {
  /** A client that has said nothing yet. Allows everything by default. */
  connect(options?: StageOptions): Promise<ScriptedClient>;
  initialized(options?: StageOptions): Promise<ScriptedClient>;
}

export function suiteStage(connectAgent: ConnectAgent): SuiteStage {
  const schemaViolations = loadSchemaCheck();

  async function connect({ answers, capabilities = {}, model = rehearsalModel(), agent }: StageOptions = {}) {
    const services = async () => ({ openHub: patientHub });
    const options = { models: onlyModel(model), version: "0.0.0", newId: countingIds(), services, ...agent };
    const { wire, end } = await connectAgent(options);
    const client = scriptedClient(wire, { capabilities, answers: { "session/request_permission": allow, ...answers } });
    return {
      ...client,
      async [Symbol.asyncDispose]() {
        await client.drop();
        await end();
        expect(client.transcript.problems("agent")).toEqual([]);
        expect(schemaViolations(client.transcript.entries).filter(({ from }) => from === "agent")).toEqual([]);
      },
    };
  }

  return {
    connect,
    async initialized(options) {
      const client = await connect(options);
      await client.initialize();
      return client;
    },
  };
}
