/**
 * Opens one ACP session. `session-parts.ts` opens what it is made of, `session-turns.ts` runs its prompts; here it is
 * announced and closed.
 */

import { noTelemetry, untilAborted, within } from "@tenon/basis";
import type { Notice } from "@tenon/hub/display";

import type { Session } from "./agent-session.ts";
import { openSessionParts, type SessionOptions, type SessionParts } from "./session-parts.ts";
import { createSessionTurns, type SessionTurns } from "./session-turns.ts";

const DEFAULT_MAX_STEPS = 100;

// Most servers end at once; those that save their state first must not delay the answer to `session/close`.
const CLOSE_MS = 1_000;

// Loading the model's library blocks us for as long as a server takes to start on the other core, so its process is started first.
const SERVERS_FIRST_MS = 25;

export async function openSession(options: SessionOptions): Promise<Session> {
  const { id, first, isTitled, agent } = options;
  const { newId, now, maxSteps = DEFAULT_MAX_STEPS, telemetry = noTelemetry } = agent;
  const saveFiles = () => agent.results.save(id);
  const parts = await openSessionParts(options);
  const { client, settings, servers, commands, announcer } = parts;
  const turns = createSessionTurns(parts, {
    id,
    isTitled,
    maxSteps,
    newId,
    now,
    telemetry,
    saveFiles,
    isHeld: () => options.writer.isHeld,
    unfinished: options.stored.unfinished,
  });
  let closing: Promise<void> | undefined;

  return {
    id,
    servers,
    denial: parts.denial,
    get unfinished() {
      return turns.unfinished;
    },
    get modes() {
      return settings.modeState;
    },
    get configOptions() {
      return settings.options;
    },
    prompt: turns.prompt,
    cancel: turns.cancel,
    setTitle: turns.setTitle,
    setMode: settings.setMode,
    setOption: settings.setOption,
    announce() {
      if (closing) return;
      if (first.problem !== undefined) void client.notice(otherModel(first.problem, settings.model.id));
      servers.announce();
      announcer.announce(commands.list);
      prepareModel(parts, () => closing !== undefined);
    },
    async close() {
      const ending = end();
      await turns.settled();
      await within(CLOSE_MS, ending);
      client.end();
    },
    ended: end,
  };

  function end(): Promise<void> {
    closing ??= closeParts(parts, turns, options.writer.lost).then(() => agent.results.sessionClosed(id));
    return closing;
  }
}

async function closeParts(parts: SessionParts, turns: SessionTurns, lost: AbortSignal): Promise<void> {
  const { servers, programTools, ownTools, announcer } = parts;
  turns.cancel();
  // A turn may wait for a store that does not answer, and of a session that is lost all has to end before its lease does.
  await untilAborted(turns.settled(), lost).catch(() => {});
  announcer.close();
  await Promise.all([turns.settled(), servers.close(), programTools.close(), ownTools.close()]);
}

/** While the user types the first prompt, and after the answer has been written. */
function prepareModel({ settings, servers }: SessionParts, isClosing: () => boolean): void {
  const prepare = () => void (isClosing() || settings.model.prepare?.());
  if (servers.hub.servers.length === 0) setImmediate(prepare);
  else setTimeout(prepare, SERVERS_FIRST_MS).unref();
}

function otherModel(problem: string, model: string): Notice {
  return { severity: "warning", title: `This session uses ${model} instead`, description: problem };
}
