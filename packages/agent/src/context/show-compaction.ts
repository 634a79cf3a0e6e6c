/**
 * A compaction as the client sees it: in the protocol's own updates if it has them, otherwise in notices.
 */

import type { SessionClient } from "../acp-client/session-client.ts";

export interface ShownCompaction {
  /** A piece of the summary. */
  text(text: string): Promise<void>;
  end(status: "completed" | "failed" | "cancelled", error?: string): Promise<void>;
}

export async function showCompaction(
  client: SessionClient,
  { compactionId, isAskedFor }: { readonly compactionId: string; readonly isAskedFor: boolean },
): Promise<ShownCompaction> {
  if (!client.capabilities.session?.compaction) {
    const title = isAskedFor
      ? "Summarizing the conversation so far"
      : "The conversation is long; summarizing earlier messages";
    await client.notice({ severity: "info", title });
    return {
      text: async () => {},
      async end(_status, error) {
        if (error) await client.notice({ severity: "warning", title: "Could not summarize", description: error });
      },
    };
  }
  await client.update({ sessionUpdate: "compaction_update", compactionId, status: "in_progress" });
  return {
    text: (text) =>
      client.update({
        sessionUpdate: "compaction_summary_chunk",
        compactionId,
        content: { type: "text", text },
      }),
    end: (status, error) =>
      client.update({ sessionUpdate: "compaction_update", compactionId, status, ...(error && { error }) }),
  };
}
