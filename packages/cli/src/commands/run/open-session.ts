/**
 * The agent's session that a run is in, set up as the command line says.
 */

import { setTimeout } from "node:timers/promises";

import type { McpServer } from "@agentclientprotocol/sdk";
import { errorMessage, RPC_ERROR } from "@tenon/basis";
import { AgentError, type AgentSession, type ConnectedAgent } from "@tenon/client";
import type { SessionRecord } from "@tenon/journal";
import type { TimelineEvent } from "@tenon/timeline";

import { t } from "../../messages/t.ts";
import { UsageError } from "../../process/usage-error.ts";

export async function openRunSession(
  agent: ConnectedAgent,
  options: {
    readonly cwd: string;
    readonly stored: SessionRecord | undefined;
    readonly mcpServers: readonly McpServer[];
    readonly mode: string | undefined;
    readonly settings: ReadonlyMap<string, string>;
    readonly onEvent: (event: TimelineEvent) => Promise<void>;
  },
): Promise<AgentSession> {
  const { cwd, stored, mcpServers, mode, settings, onEvent } = options;
  const session = await open();
  if (mode !== undefined) await setMode(session, mode);
  for (const [name, value] of settings) await setOption(session, name, value);
  return session;

  async function open(): Promise<AgentSession> {
    const setup = { cwd, mcpServers, onEvent };
    if (!stored) return await agent.newSession(setup);
    const id = stored.agentSessionId ?? stored.id;
    const { loadSession, sessionCapabilities } = agent.initialized.agentCapabilities ?? {};
    // Without a replay, if the agent supports it.
    if (sessionCapabilities?.resume) {
      try {
        return await agent.resumeSession(id, setup);
      } catch (error) {
        // Some advertise it without supporting it.
        if (!loadSession || !isMethodNotFound(error)) throw error;
      }
    }
    if (loadSession) {
      let isSilent = false;
      const heard = async (event: TimelineEvent) => {
        isSilent = false;
        await onEvent(event);
      };
      const session = await agent.loadSession(id, { ...setup, onEvent: heard });
      // Gemini answers first and replays then: what comes after our prompt would count as its answer.
      for (let waits = 0; waits < MAX_WAITS && !isSilent; waits += 1) {
        isSilent = true;
        await setTimeout(SILENCE_MS);
      }
      return session;
    }
    throw new Error(
      t(
        "{agent} cannot continue an earlier session: it supports neither session/load nor session/resume.\nRead the session with: tenon log show {id}",
        { agent: stored.agent, id: stored.id },
      ),
    );
  }
}

function isMethodNotFound(error: unknown): boolean {
  return error instanceof AgentError && error.details.errorCode === RPC_ERROR.methodNotFound;
}

const SILENCE_MS = 300;
/** An agent that is never silent is prompted all the same. */
const MAX_WAITS = 10;

async function setMode(session: AgentSession, mode: string): Promise<void> {
  const known = session.modes?.availableModes ?? [];
  const found = known.find(({ id, name }) => id === mode || name.toLowerCase() === mode.toLowerCase());
  if (!found)
    throw new UsageError(t('--mode: unknown mode "{mode}". Available: {names}.', { mode, names: names(known) }));
  await session.setMode(found.id);
}

async function setOption(session: AgentSession, name: string, value: string): Promise<void> {
  const option = session.configOptions.find(({ id }) => id === name);
  if (!option && name === MODEL) throw new UsageError(t("--model: the agent does not let clients choose a model."));
  if (!option) {
    throw new UsageError(
      t('--option: unknown option "{name}". Available: {names}.', { name, names: names(session.configOptions) }),
    );
  }
  if (option.type === "select") return await session.setOption(name, value).catch(refusedAs(name, value));
  if (value !== "true" && value !== "false")
    throw new UsageError(t('--option {name}: expected true or false, got "{value}"', { name, value }));
  await session.setOption(name, value === "true");
}

/** Without the method and the number of the error, which say nothing to who typed the flag. */
function refusedAs(name: string, value: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof AgentError) || error.code !== "agent_refused") throw error;
    const reason = errorMessage(error.cause).replace(/^Invalid params: /, "");
    const flag = name === MODEL ? "--model" : `--option ${name}`;
    throw new Error(t('{flag}: the agent refused "{value}". {reason}', { flag, value, reason }), { cause: error });
  };
}

function names(things: readonly { readonly id: string }[]): string {
  return things.map(({ id }) => id).join(", ") || t("none");
}

const MODEL = "model";

/** Reads `--option key=value` and `--model`. */
export function readSettings(given: readonly string[], model?: string): ReadonlyMap<string, string> {
  return new Map(
    [...given, ...(model === undefined ? [] : [`${MODEL}=${model}`])].map((text) => {
      const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
      if (name === undefined || value === undefined)
        throw new UsageError(t('--option: expected name=value, got "{text}"', { text }));
      return [name, value];
    }),
  );
}
