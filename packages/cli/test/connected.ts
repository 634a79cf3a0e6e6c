import { calls, type SpawnedClient } from "@tenon/testkit/acp";

/** What a client says in `initialize` that wants to hear how far its servers have got. */
export const hearsReceipts = { _meta: { tenon: {} } };

/** When these servers have told their tools: on a busy machine that takes longer than a prompt would wait for them. */
export async function connected(client: SpawnedClient, ...servers: readonly string[]): Promise<void> {
  await Promise.all(
    servers.map((server) =>
      client.transcript.when((entry) => {
        if (!calls("_tenon/receipt")(entry)) return false;
        const { params } = JSON.parse(entry.text);
        return params.server === server && params.state === "listed";
      }),
    ),
  );
}
