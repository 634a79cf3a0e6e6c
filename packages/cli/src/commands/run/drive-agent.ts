/**
 * Starts the agent, opens the session, gives it the prompt, and closes everything again, in the other order.
 */

import { addAbortListener } from "node:events";

import type { McpServer } from "@agentclientprotocol/sdk";
import { defined } from "@tenon/basis";
import {
  type AgentPreset,
  type AgentSession,
  droppedServer,
  OWN_AGENT,
  presetOfAgent,
  refusedServers,
} from "@tenon/client";
import { createRecorder, type Journal } from "@tenon/journal";
import { secretsOf, sessionPolicy, type SessionRules } from "@tenon/policy";

import { t } from "../../messages/t.ts";
import manifest from "../../../package.json" with { type: "json" };
import type { RunAgent } from "../../arguments/find-agent.ts";
import { lendingProgram } from "../../user/lending-program.ts";
import { openSessionRules } from "../../user/session-rules.ts";
import { openUserJournal } from "../../user/user-journal.ts";
import { userStores } from "../../user/user-stores.ts";
import { chooseSession } from "./input/choose-session.ts";
import { connect, type ConnectRunOptions, explainSignIn } from "./connect.ts";
import { createFileFailures, type FileFailures } from "./ask/failed-changes.ts";
import { type Follower, followSession } from "./show/follow-session.ts";
import { openRunSession } from "./open-session.ts";
import type { RunRequest, Surroundings } from "./run-request.ts";
import { openRunTools } from "./run-tools.ts";
import { sendPrompt } from "./send-prompt.ts";
import { runServices } from "./ask/services.ts";

// Longer, and a person has pressed Ctrl-C again.
const CANCEL_GRACE_MS = 5_000;
// Our agent leaves as soon as its servers have saved their state, for which they have five seconds, and five more.
const OWN_END_MS = 12_000;

/** Resolves with the stop reason. */
export async function driveAgent(request: RunRequest, surroundings: Surroundings): Promise<string> {
  const { flags, servers, here, settings } = request;
  const { output, interruption, onProgress } = surroundings;
  // Our own agent records its sessions itself, in the same place.
  if (flags.store !== undefined) process.env["TENON_STORE"] = flags.store;
  await using journal = await openRunJournal(request);
  const { program, cwd, stored } = await chooseSession({ ...flags, cwd: request.cwd }, { journal, here });
  const newId = () => crypto.randomUUID();
  const isOwn = program.name === OWN_AGENT;
  const isRecording = journal && flags.journal && !isOwn;
  await using recorder = isRecording ? createRecorder(journal, { agent: program.name, cwd, newId }) : undefined;
  await using opening = new AsyncDisposableStack();
  const rules = opening.adopt(await openSessionRules(userStores(), [cwd]), (one) => one.close());
  // Another agent starts whatever it is given.
  const refused = isOwn ? new Map<unknown, string>() : await refusedServers(servers.servers, byUser(rules));
  const mcpServers = servers.servers.filter((server) => !refused.has(server));
  const fileFailures = createFileFailures();
  let session: AgentSession | undefined;
  const follower = followSession({
    output,
    sessionId: () => session?.id,
    // A session that is closed takes no more records.
    note: async (sessionId, event) => await recorder?.note(sessionId, event).catch(() => {}),
  });
  const hasTools = flags.tools && !isOwn;
  await using tools = hasTools
    ? openRunTools(request, { output, denials: surroundings.denials, preset: program.preset?.name, journal, recorder })
    : undefined;
  const parts = { ...surroundings, program, isOwn, rules, follower, fileFailures };

  for (const warning of flags.quiet ? [] : servers.warnings) output.warn(warning);
  if (program.fetches !== undefined)
    output.warn(
      t("{agent} is not installed; fetching {name} with npx", { agent: program.title, name: program.fetches }),
    );
  output.setStatus(t("Starting {agent}", { agent: program.title }));
  using starting = abortWith(interruption.signal);
  await using agent = await connect(hasTools ? await withClientTools(program, flags) : program, {
    ...connectOptions(request, parts, newId),
    ...defined({ record: tools?.record ?? recorder?.record, through: tools?.through }),
    signal: starting.signal,
  });
  const setup = { cwd, stored, mcpServers, mode: flags.mode, settings, onEvent: follower.wire };
  await using opened = await openRunSession(agent, setup).catch((error: unknown) => {
    throw explainSignIn(error, program);
  });
  session = opened;
  // From now on the turn is cancelled before anything is closed.
  starting[Symbol.dispose]();
  interruption.signal.throwIfAborted();

  const journalId = isOwn && flags.journal ? opened.id : recorder?.journalIdOf(opened.id);
  const ids = { sessionId: opened.id, ...defined({ journalId }) };
  onProgress(ids);
  await output.session({ ...ids, agent: program.name, cwd });
  const preset = program.preset ?? presetOfAgent(agent.initialized.agentInfo);
  onProgress({
    unusedServers: reportServers({ servers: servers.servers, refused, session: opened, preset, hasTools }, parts),
  });
  output.setStatus(t("Waiting for {agent}", { agent: program.title }));
  return await sendPrompt(request, { ...parts, agent, session: opened });
}

/** None if nothing is recorded, and nothing is continued that was. */
async function openRunJournal({ flags, servers }: RunRequest): Promise<Journal | undefined> {
  if (!flags.journal && !flags.continue && flags.session === undefined) return undefined;
  return await openUserJournal({ store: flags.store, secrets: servers.secrets.flatMap(secretsOf) });
}

function byUser(rules: SessionRules) {
  return { policy: sessionPolicy(rules), source: "user" } as const;
}

interface Parts extends Surroundings {
  readonly program: RunAgent;
  readonly isOwn: boolean;
  readonly rules: SessionRules;
  readonly follower: Follower;
  readonly fileFailures: FileFailures;
}

function connectOptions({ flags, policy }: RunRequest, parts: Parts, newId: () => string): ConnectRunOptions {
  const { output, interruption, program, isOwn } = parts;
  const { signal } = interruption;
  const withoutFiles = program.preset?.failsWithFiles ?? false;
  return {
    clientInfo: { name: "tenon", title: "Tenon", version: manifest.version },
    services: runServices({ ...parts, agent: program.title, policy, newId, withoutFiles, signal }),
    ...(flags.verbose && {
      onStderr: linesTo((line) => output.warn(t("agent stderr: {line}", { line }))),
      onNoise: (line: string) => output.warn(t("agent stdout: {line}", { line })),
    }),
    ...(flags.traceparent !== undefined && { meta: () => ({ traceparent: flags.traceparent }) }),
    cancelGraceMs: CANCEL_GRACE_MS,
    ...(isOwn && { ending: { graceMs: OWN_END_MS } }),
    signInBy: flags.signIn,
    aside: output.aside,
  };
}

/** Returns the names of the servers that the agent is known not to start. */
function reportServers(
  {
    servers,
    refused,
    session,
    preset,
    hasTools,
  }: {
    readonly servers: readonly McpServer[];
    readonly refused: ReadonlyMap<unknown, string>;
    readonly session: AgentSession;
    readonly preset: AgentPreset | undefined;
    readonly hasTools: boolean;
  },
  { follower, output }: Pick<Parts, "follower" | "output">,
): readonly string[] {
  const report = (server: string, reason: string) =>
    follower.own(session.id, { type: "receipt", server, state: "refused", reason });
  for (const server of servers) {
    const reason = refused.get(server);
    if (reason !== undefined) report(server.name, reason);
  }
  for (const { server, reason } of session.refusedServers) report(server.name, reason);
  return servers.flatMap((server) => {
    // Behind our tools the agent gets one server, in a form that it takes, if it takes any.
    const reason = refused.has(server) ? undefined : droppedServer(preset, hasTools ? {} : server);
    if (reason === undefined) return [];
    // Where the agent gets our tools, a notice of the session says it.
    if (!hasTools) {
      output.warn(`${server.name}: ${reason}`);
      report(server.name, reason);
    }
    return [server.name];
  });
}

/** A signal that follows another until it is disposed of. */
function abortWith(signal: AbortSignal): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const listener = addAbortListener(signal, () => controller.abort(signal.reason));
  return { signal: controller.signal, [Symbol.dispose]: () => listener[Symbol.dispose]() };
}

function linesTo(write: (line: string) => void): (text: string) => void {
  let rest = "";
  return (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) write(line);
  };
}

/** Without its own tools for files and commands, if it is lent the client's. */
async function withClientTools(agent: RunAgent, { clientTools }: RunRequest["flags"]): Promise<RunAgent> {
  if (clientTools === undefined) return agent;
  return { ...agent, program: await lendingProgram(agent.program, agent.preset?.name) };
}
