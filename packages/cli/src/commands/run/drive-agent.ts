/**
 * Starts the agent, opens the session, gives it the prompt, and closes everything again, in the other order.
 */

import { addAbortListener } from "node:events";

import {
  type AgentSession,
  type ConnectedAgent,
  droppedServer,
  OWN_AGENT,
  presetOfAgent,
  refusedServers,
} from "@tenon/client";
import { createRecorder } from "@tenon/journal";
import { secretsOf, sessionPolicy, type SessionRules } from "@tenon/policy";
import type { Timeline } from "@tenon/timeline";

import manifest from "../../../package.json" with { type: "json" };
import { openSessionRules } from "../../user/session-rules.ts";
import { openUserJournal } from "../../user/user-journal.ts";
import { userStores } from "../../user/user-stores.ts";
import { type Attachment, attachmentBlock, attachmentNote } from "./attachments.ts";
import { chooseSession } from "./choose-session.ts";
import { connect, explainSignIn } from "./connect.ts";
import type { Denials } from "./denials.ts";
import { createFileFailures } from "./failed-changes.ts";
import { type Follower, followSession } from "./follow-session.ts";
import type { Interruption } from "../../process/interruption.ts";
import type { RunResult } from "./json-lines.ts";
import { openRunSession } from "./open-session.ts";
import type { Output } from "./output.ts";
import type { RunPolicy } from "./policy.ts";
import type { QuestionOptions } from "./question.ts";
import type { RunFlags } from "./run.ts";
import { runServices } from "./services.ts";
import type { SessionServers } from "./servers-to-send.ts";

export interface RunRequest {
  readonly flags: RunFlags;
  readonly cwd: string | undefined;
  readonly here: string;
  readonly policy: RunPolicy;
  readonly settings: ReadonlyMap<string, string>;
  readonly attachments: readonly Attachment[];
  readonly servers: SessionServers;
  readonly prompt: string;
}

/** What there is to tell, also of a run that fails later. */
export type Progress = Pick<
  RunResult,
  "sessionId" | "journalId" | "text" | "usage" | "unusedServers" | "failedChanges"
>;

export interface Surroundings {
  readonly output: Output;
  readonly interruption: Interruption;
  readonly person: QuestionOptions | undefined;
  readonly denials: Denials;
  readonly onProgress: (progress: Partial<Progress>) => void;
}

// Longer, and a person has pressed Ctrl-C again.
const CANCEL_GRACE_MS = 5_000;
// Our agent leaves as soon as its servers have saved their state, for which they have five seconds, and five more.
const OWN_END_MS = 12_000;

/** Resolves with the stop reason. */
export async function driveAgent(request: RunRequest, surroundings: Surroundings): Promise<string> {
  const { flags, servers, here } = request;
  const { output, interruption, onProgress, denials } = surroundings;
  const needsJournal = flags.journal || flags.continue || flags.session !== undefined;
  const secrets = servers.secrets.flatMap(secretsOf);
  await using journal = needsJournal ? await openUserJournal({ secrets }) : undefined;
  const { program, cwd, stored } = await chooseSession({ ...flags, cwd: request.cwd }, { journal, here });
  const about = { agent: program.name, cwd, newId: () => crypto.randomUUID() };
  // Our own agent records its sessions itself, in the same file.
  const isOwn = program.name === OWN_AGENT;
  await using recorder = journal && flags.journal && !isOwn ? createRecorder(journal, about) : undefined;
  await using opening = new AsyncDisposableStack();
  const rules = opening.adopt(await openSessionRules(userStores(), [cwd]), (one) => one.close());
  // Another agent starts whatever it is told to.
  const refused = isOwn ? new Map<unknown, string>() : await refusedServers(servers.servers, byUser(rules));
  let session: AgentSession | undefined;
  const fileFailures = createFileFailures();
  const follower = followSession({
    output,
    sessionId: () => session?.id,
    // Of a session that is closed already, nothing more can be noted.
    note: async (sessionId, event) => await recorder?.note(sessionId, event).catch(() => {}),
  });

  for (const warning of flags.quiet ? [] : servers.warnings) output.warn(warning);
  if (program.fetches !== undefined)
    output.warn(`${program.title} is not installed; fetching ${program.fetches} with npx`);
  output.setStatus(`Starting ${program.title}`);
  using starting = abortWith(interruption.signal);
  await using agent = await connect(program, {
    clientInfo: { name: "tenon", title: "Tenon", version: manifest.version },
    services: runServices({
      ...surroundings,
      agent: program.title,
      policy: request.policy,
      rules,
      isOwn,
      newId: about.newId,
      withoutFiles: program.preset?.failsWithFiles ?? false,
      fileFailures,
      follower,
      signal: interruption.signal,
    }),
    ...(recorder && { record: recorder.record }),
    ...(flags.verbose && { onStderr: linesTo((line) => output.warn(`agent stderr: ${line}`)) }),
    ...(flags.verbose && { onNoise: (line: string) => output.warn(`agent stdout: ${line}`) }),
    signal: starting.signal,
    cancelGraceMs: CANCEL_GRACE_MS,
    ...(isOwn && { ending: { graceMs: OWN_END_MS } }),
    signInBy: flags.signIn,
    aside: output.aside,
  });
  const { settings } = request;
  const mcpServers = servers.servers.filter((server) => !refused.has(server));
  const setup = { cwd, stored, mcpServers, mode: flags.mode, settings, onEvent: follower.wire };
  await using opened = await openRunSession(agent, setup).catch((error: unknown) => {
    throw explainSignIn(error, program);
  });
  session = opened;
  // From now on the turn is cancelled before anything is closed.
  starting[Symbol.dispose]();
  interruption.signal.throwIfAborted();

  const journalId = isOwn && flags.journal ? opened.id : recorder?.journalIdOf(opened.id);
  const ids = { sessionId: opened.id, ...(journalId !== undefined && { journalId }) };
  onProgress(ids);
  await output.session({ ...ids, agent: program.name, cwd });
  const denied = servers.servers.flatMap((server) => ({ server, reason: refused.get(server) ?? "" }));
  for (const { server, reason } of [...denied.filter(({ reason }) => reason !== ""), ...opened.refusedServers]) {
    follower.own(opened.id, { type: "receipt", server: server.name, state: "refused", reason });
  }
  const preset = program.preset ?? presetOfAgent(agent.initialized.agentInfo);
  const unused = mcpServers.flatMap((server) => {
    const reason = droppedServer(preset, server);
    return reason === undefined ? [] : [{ server: server.name, reason }];
  });
  for (const { server, reason } of unused) {
    output.warn(`${server}: ${reason}`);
    follower.own(opened.id, { type: "receipt", server, state: "refused", reason });
  }
  onProgress({ unusedServers: unused.map(({ server }) => server) });
  output.setStatus(`Waiting for ${program.title}`);
  const first = follower.timeline.entries.length;
  const stopReason = await prompt(request, { ...surroundings, agent, session: opened, follower });
  // Our own agent gives the model the reason, and a person too.
  const failedChanges = isOwn ? [] : await fileFailures.failedChanges(follower.timeline.entries.slice(first));
  const unexplained = failedChanges.filter(({ reason }) => !denials.all.some((denied) => denied.reason === reason));
  for (const { title, reason } of unexplained) output.warn(`failed: ${title}\n  ${reason}`);
  onProgress({ failedChanges: unexplained });
  return stopReason;
}

function byUser(rules: SessionRules) {
  return { policy: sessionPolicy(rules), source: "user" } as const;
}

async function prompt(
  request: RunRequest,
  {
    agent,
    session,
    follower,
    output,
    interruption,
    onProgress,
  }: Surroundings & { readonly agent: ConnectedAgent; readonly session: AgentSession; readonly follower: Follower },
): Promise<string> {
  const { signal } = interruption;
  using _ = addAbortListener(signal, () => output.setStatus("Cancelling; Ctrl-C again exits at once"));
  const takes = agent.initialized.agentCapabilities?.promptCapabilities ?? {};
  const attached = request.attachments.map((attachment) => attachmentBlock(attachment, takes));
  for (const note of request.attachments.map((attachment) => attachmentNote(attachment, takes))) {
    if (note !== undefined) output.warn(note);
  }
  const first = follower.timeline.entries.length;
  try {
    return (await session.prompt([{ type: "text", text: request.prompt }, ...attached], { signal })).stopReason;
  } finally {
    await follower.settled();
    output.setStatus(undefined);
    onProgress(summaryOf(follower.timeline, first));
  }
}

/** What the agent said since the prompt, and what it used. */
function summaryOf({ entries, state }: Timeline, first: number): Pick<Progress, "text" | "usage"> {
  const messages = entries.slice(first).flatMap((entry) => (entry.type === "agent-message" ? [entry.content] : []));
  const texts = messages.map((content) => content.map((block) => (block.type === "text" ? block.text : "")).join(""));
  return { text: texts.join("\n\n"), ...(state.usage && { usage: state.usage }) };
}

/** A signal that follows another until it is disposed of. */
function abortWith(signal: AbortSignal): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const listener = addAbortListener(signal, () => controller.abort(signal.reason));
  return { signal: controller.signal, [Symbol.dispose]: () => listener[Symbol.dispose]() };
}

function linesTo(tell: (line: string) => void): (text: string) => void {
  let rest = "";
  return (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) tell(line);
  };
}
