import { spawnedClient } from "@tenon/testkit/acp";

import { noConfiguration, tenon } from "../tenon.ts";
import { clientAnswers, clientCapabilities, clientFaults, faultSuite, serverFaults } from "./fault-suite.ts";

faultSuite(
  "tenon agent",
  async (folder) => {
    const client = await spawnedClient(
      {
        command: process.execPath,
        args: [tenon, "agent", "--model", "rehearsal"],
        env: { ...noConfiguration, TENON_DATA: folder },
      },
      { answers: clientAnswers, capabilities: clientCapabilities },
    );
    await client.initialize();
    return {
      healthy: client,
      faulty: client,
      problems: () => [
        ...client.transcript.problems("agent"),
        ...(client.stderr().match(/Internal error[\s\S]*/u) ?? []),
      ],
      async [Symbol.asyncDispose]() {
        await client.end();
        const { code } = await client.exited;
        if (code !== 0) throw new Error(`tenon agent has ended with ${code}: ${client.stderr()}`);
      },
    };
  },
  (tools) => {
    serverFaults(tools);
    clientFaults(tools);
  },
);
