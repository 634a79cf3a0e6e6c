/**
 * Which session a run is in: a new one, or one that the journal knows, with its agent and its folder.
 */

import { defined } from "@tenon/basis";
import { OWN_AGENT, presetNamed } from "@tenon/client";
import type { Journal, SessionRecord } from "@tenon/journal";

import { t } from "../../../messages/t.ts";
import { UsageError } from "../../../process/usage-error.ts";
import { findSession } from "../../../arguments/find-session.ts";
import { findAgent, type RunAgent } from "../../../arguments/find-agent.ts";

export interface SessionFlags {
  readonly agent?: string | undefined;
  /** Absolute; undefined without --cwd. */
  readonly cwd: string | undefined;
  readonly continue: boolean;
  readonly session?: string | undefined;
  readonly journal: boolean;
}

export interface ChosenSession {
  readonly program: RunAgent;
  readonly cwd: string;
  /** What to go on with; undefined: a new one. */
  readonly stored: SessionRecord | undefined;
}

export async function chooseSession(
  flags: SessionFlags,
  { journal, here }: { readonly journal: Journal | undefined; readonly here: string },
): Promise<ChosenSession> {
  const cwd = flags.cwd ?? here;
  const typed = flags.agent === undefined ? undefined : await findAgent(flags.agent, cwd, flags);
  const stored = journal && (await findStored({ ...flags, agent: typed?.name }, { journal, cwd }));
  if (!stored) return { program: typed ?? (await findAgent(OWN_AGENT, cwd, flags)), cwd, stored };
  if (!typed && journal && !isKnownAgent(stored.agent) && (await isImported(journal, stored.id))) {
    throw new UsageError(
      t(
        "Session {id} was imported, and its file names the agent command {command}. If you trust that command, pass it with --agent.",
        { id: stored.id, command: stored.agent },
      ),
    );
  }
  return { program: typed ?? (await findAgent(stored.agent, stored.cwd, flags)), cwd: stored.cwd, stored };
}

function isKnownAgent(name: string): boolean {
  return name === OWN_AGENT || presetNamed(name) !== undefined;
}

async function isImported(journal: Journal, sessionId: string): Promise<boolean> {
  return (await journal.read(sessionId, { from: ["tenon"], kinds: ["imported"] })).length > 0;
}

async function findStored(
  { agent, cwd: given, continue: isLatest, session }: SessionFlags,
  { journal, cwd }: { readonly journal: Journal; readonly cwd: string },
): Promise<SessionRecord | undefined> {
  if (isLatest && session !== undefined) throw new UsageError(t("--continue and --session cannot be combined"));
  if (session === undefined) return isLatest ? await latest() : undefined;
  const stored = await findSession(journal, session);
  if (agent !== undefined && agent !== stored.agent) {
    throw new UsageError(
      t("Session {id} belongs to the agent {own}, not to {agent}.", { id: stored.id, own: stored.agent, agent }),
    );
  }
  if (given !== undefined && given !== stored.cwd) {
    throw new UsageError(
      t("Session {id} belongs to the folder {own}, not to {folder}.", {
        id: stored.id,
        own: stored.cwd,
        folder: given,
      }),
    );
  }
  return stored;

  async function latest(): Promise<SessionRecord> {
    const query = { cwd, limit: 1, isUsed: true, ...defined({ agent }) };
    const [newest] = (await journal.sessions(query)).sessions;
    if (newest) return newest;
    throw new UsageError(
      agent === undefined
        ? t("No session in {cwd} to continue. List sessions with: tenon log list", { cwd })
        : t("No session in {cwd} with {agent} to continue. List sessions with: tenon log list", { cwd, agent }),
    );
  }
}
