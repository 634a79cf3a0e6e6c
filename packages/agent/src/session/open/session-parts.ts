/**
 * Opens what a session is made of, in the order in which the parts need each other: the client, the history and the
 * settings first, then what may run, then servers, tools and commands.
 */

import { mkdir, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

import { defined } from "@tenon/basis";
import { eventRecord, PERMITTED, type SessionWriter } from "@tenon/journal";
import { findFloor, memoryGrantStore } from "@tenon/policy";

import { createSessionClient, type SessionClient } from "../../acp-client/session-client.ts";
import { type CommandAnnouncer, createCommandAnnouncer } from "../../commands/announce-commands.ts";
import type { Command } from "../../commands/command.ts";
import { type CommandFolder, createCommandFiles } from "../../commands/command-files.ts";
import { compactCommand, costCommand } from "../../commands/context-commands.ts";
import { grantsCommand } from "../../commands/grants-command.ts";
import { mcpCommand } from "../../commands/mcp-command.ts";
import { createSessionCommands, type SessionCommands } from "../../commands/session-commands.ts";
import { toolsCommand } from "../../commands/tools-command.ts";
import { type ContextMeter, createContextMeter } from "../../context/context-meter.ts";
import { type History, openHistory } from "../../history/history.ts";
import { serverInstructions } from "../../mcp/lists/instructions.ts";
import { createOfferRecord } from "../../mcp/record/offer-record.ts";
import { openProgramTools, type ProgramTools } from "../../mcp/program-tools.ts";
import { openSessionServers, type SessionServers } from "../../mcp/session-servers.ts";
import type { Mode } from "../../modes/modes.ts";
import { createDenial, type Denial } from "../../permission/denial.ts";
import { createPermit, type DecisionRecord } from "../../permission/permit.ts";
import { readProjectInstructions } from "../../tools/files/project-instructions.ts";
import { openOwnTools, type OwnTools } from "../../tools/own-tools.ts";
import type { Permit } from "../../turn/turn.ts";
import type { KeptResults } from "../stored/kept-results.ts";
import type { AgentOptions, AgentServices } from "./session-options.ts";
import { createSessionPolicy } from "./session-policy.ts";
import type { SessionSetup } from "./session-setup.ts";
import { type FirstModel, openSettings, type Settings } from "../settings/settings.ts";
import { type StoredSession, TREE_AT_CLIENT } from "../stored/stored-session.ts";
import { systemPrompt } from "./system-prompt.ts";

export interface SessionOptions {
  readonly id: string;
  readonly setup: SessionSetup;
  readonly writer: SessionWriter;
  readonly stored: StoredSession;
  readonly first: FirstModel;
  /** The user or the first prompt has named it. */
  readonly isTitled: boolean;
  readonly agent: SessionAgent;
}

/** The agent's options with everything that is optional there and needed here. */
export type SessionAgent = AgentOptions &
  Required<Pick<AgentOptions, "models" | "newId" | "now">> &
  Required<Pick<AgentServices, "grants" | "openHub">> &
  Pick<AgentServices, "ownFolders"> & {
    readonly modes: readonly Mode[];
    readonly results: KeptResults;
    /** The clock of the record, in milliseconds since 1970. */
    readonly recordTime: () => number;
    /** Keeps these out of everything that is recorded from now on. */
    readonly onSecrets: (secrets: readonly string[]) => void;
  };

export interface SessionParts {
  readonly client: SessionClient;
  readonly history: History;
  readonly settings: Settings;
  readonly meter: ContextMeter;
  readonly permit: Permit;
  readonly denial: Denial;
  readonly servers: SessionServers;
  readonly programTools: ProgramTools;
  readonly ownTools: OwnTools;
  readonly commands: SessionCommands;
  readonly announcer: CommandAnnouncer;
  /** Keeps what a step was offered. */
  readonly recordOffer: ReturnType<typeof createOfferRecord>;
  /** The system prompt of the next request. */
  system(): readonly string[];
}

export async function openSessionParts(options: SessionOptions): Promise<SessionParts> {
  const { id, setup, writer, stored, agent, first } = options;
  const { cwd, additionalDirectories, capabilities, tree } = setup;
  const { newId, now, env = process.env } = agent;
  const roots = [cwd, ...additionalDirectories];
  // A writer that throws at once rejects, like one that fails later.
  const appendEvent = async (event: { readonly type: string; readonly toolCallId?: string }) =>
    await writer.append(eventRecord(event));

  const client = createSessionClient(setup.client, { sessionId: id, capabilities, newId });
  const history = openHistory({ records: stored.history, appendEvent });
  const settings = openSettings({ ...agent, first, stored: stored.settings, appendEvent, update: client.update });
  const meter = createContextMeter({ client, history, newId, stored: stored.usage, appendEvent });
  const announcer = createCommandAnnouncer(client);
  const isHere = tree === "machine";
  if (!isHere && !stored.isAtClient) await appendEvent({ type: TREE_AT_CLIENT });
  const [project, folder, outputFolder, floor] = await Promise.all([
    isHere ? readProjectInstructions(cwd, additionalDirectories) : [],
    isHere ? realpath(cwd).catch(() => cwd) : `client:${cwd}`,
    agent.results.folderOf(id),
    // What the client's folders hold is for the client to protect.
    findFloor({ roots: isHere ? roots : [], own: agent.ownFolders, environment: env, home: homedir() }),
  ]);

  if (!isHere) await mkdir(outputFolder, { recursive: true, mode: 0o700 });
  const grants = { session: memoryGrantStore(), always: agent.grants };
  const policy = createSessionPolicy({ mode: () => settings.mode, floor, outputFolder });
  const consent = { policy: policy.rules, heedsApproval: policy.heedsApproval, grants, folder, now };
  const denial = createDenial(consent);
  const permit = createPermit({
    ...consent,
    client,
    onApproval: (toolCallId) => appendEvent({ type: PERMITTED, toolCallId }),
    // A journal that cannot be written fails the turn with its next message.
    onDecision: (decision) => void appendEvent(counted(decision, agent)).catch(() => {}),
  });

  const programTools = await openProgramTools(agent.tools ?? [], {
    version: agent.version,
    env,
    given: setup.servers.map(({ name }) => name),
    log: (entry) => agent.onToolLog?.(entry),
  });
  const servers = await openSessionServers({
    ...agent,
    servers: [...setup.servers, ...programTools.servers],
    // A folder of the client's machine means nothing to a server that runs here, nor has it a project file for us.
    ...(isHere ? { cwd, roots } : { cwd: outputFolder, roots: [] }),
    client,
    appendEvent,
    writer,
    included: stored.included ?? [],
    ...defined({ account: setup.account }),
    brought: stored.brought ?? [],
    resultsFolder: join(outputFolder, "results"),
    permit,
    model: () => settings.model,
    onUsage: (model, usage) => meter.recordAside(model, usage),
    onPrompts: announcer.changed,
  });
  policy.follow(servers.hub);
  const ownTools = openOwnTools({
    client,
    cwd,
    roots,
    tree,
    newId,
    env,
    passedVariables: () => servers.hub.passedVariables ?? [],
    policy: policy.rules,
    grants: async () => [...(await grants.session.list()), ...(await grants.always.list())],
    folder,
    outputFolder,
    included: stored.included ?? [],
    appendEvent,
  });
  const own = [
    toolsCommand(servers, ownTools),
    mcpCommand(servers),
    grantsCommand(grants),
    compactCommand(meter, () => settings.model),
    costCommand(meter, () => settings.model),
  ];
  const commands = await openCommands(own, { options, settings, servers, announcer, client });
  const system = () =>
    systemPrompt({
      cwd,
      roots,
      platform: isHere ? process.platform : undefined,
      project: isHere ? project : ownTools.projectInstructions,
      servers: serverInstructions(servers.hub),
      mode: settings.mode,
      client: setup.systemPrompt,
    });
  const session = { client, history, settings, meter, permit, denial, servers, programTools, ownTools };
  return { ...session, commands, announcer, recordOffer: createOfferRecord(appendEvent), system };
}

function counted(decision: DecisionRecord, { telemetry }: SessionAgent) {
  if (decision.effect === "deny") telemetry?.count("refusals", 1, "policy");
  return { type: "decision", ...decision };
}

async function openCommands(
  own: readonly Command[],
  parts: Pick<SessionParts, "settings" | "servers" | "announcer" | "client"> & { readonly options: SessionOptions },
): Promise<SessionCommands> {
  const { id, setup, agent } = parts.options;
  const project = setup.tree === "machine" ? setup.cwd : undefined;
  const files = createCommandFiles(commandFolders(project, agent.ownFolders?.config));
  await files.refresh();
  return createSessionCommands({
    sessionId: id,
    commands: [...(agent.commands ?? []), ...own],
    files,
    prompts: parts.servers.prompts,
    onChange: parts.announcer.changed,
    client: parts.client,
    newId: agent.newId,
    accepts: () => parts.settings.accepts,
  });
}

/** The user's come first: a project must not change what a command of the user's does. */
function commandFolders(project: string | undefined, user: string | undefined): readonly CommandFolder[] {
  return [
    ...(user === undefined ? [] : [{ path: join(user, "commands"), owner: "user" as const }]),
    ...(project === undefined
      ? []
      : [{ path: join(project, ".tenon", "commands"), within: project, owner: "project" as const }]),
  ];
}
