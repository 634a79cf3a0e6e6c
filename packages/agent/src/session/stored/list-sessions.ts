import { type ListSessionsResponse, RequestError } from "@agentclientprotocol/sdk";
import { defined } from "@tenon/basis";
import { type Journal, JournalError } from "@tenon/journal";

import { AGENT } from "./stored-session.ts";

export interface ListQuery {
  readonly cwd?: string | undefined;
  readonly cursor?: string | undefined;
  /** With it, each session says whether it is archived; without it, all are listed. */
  readonly archived?: "exclude" | "include" | "only" | undefined;
}

/** Our sessions that have been prompted, a page at a time. */
export async function listSessions(
  journal: Journal,
  { archived, cwd, cursor }: ListQuery,
): Promise<ListSessionsResponse> {
  const isArchived = archived === undefined || archived === "include" ? undefined : archived === "only";
  const page = await journal
    .sessions({ agent: AGENT, isUsed: true, ...defined({ cwd, cursor, isArchived }) })
    .catch((error: unknown) => {
      if (!(error instanceof JournalError && error.code === "bad_cursor")) throw error;
      throw RequestError.invalidParams({ cursor }, error.message);
    });
  return {
    sessions: page.sessions.map((session) => ({
      sessionId: session.id,
      cwd: session.cwd,
      ...(session.additionalDirectories?.length && { additionalDirectories: [...session.additionalDirectories] }),
      ...defined({ title: session.title }),
      updatedAt: new Date(session.updatedAt).toISOString(),
      ...(archived !== undefined && { archived: session.isArchived ?? false }),
    })),
    ...defined({ nextCursor: page.nextCursor }),
  };
}
