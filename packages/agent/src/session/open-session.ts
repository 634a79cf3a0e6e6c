/**
 * Puts a session together: its servers, its history, its tools, its settings, what it may do.
 */

import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

import type { AgentContext, ClientCapabilities, ContentBlock, StopReason } from "@agentclientprotocol/sdk";
import type { ServerSpec } from "@tenon/hub";
import type { SessionWriter } from "@tenon/journal";
import { findFloor, type Layer, memoryGrantStore } from "@tenon/policy";

import { createCommandAnnouncer } from "../commands/announce-commands.ts";
import { compactCommand, costCommand } from "../commands/context-commands.ts";
import { grantsCommand } from "../commands/grants-command.ts";
import { mcpCommand } from "../commands/mcp-command.ts";
import { createSessionCommands } from "../commands/session-commands.ts";
import { toolsCommand } from "../commands/tools-command.ts";
import { createContextMeter } from "../context/context-meter.ts";
import { difference } from "../context/usage-count.ts";
import { openHistory } from "../history/history.ts";
import { attachResources } from "../mcp/attach-resources.ts";
import { serverInstructions } from "../mcp/lists/instructions.ts";
import { openSessionServers } from "../mcp/session-servers.ts";
import type { Message, Model } from "../model/model.ts";
import { heedsApproval, policyIn } from "../modes/modes.ts";
import { SWITCH_MODE, switchModeTool } from "../modes/switch-mode-tool.ts";
import { createPermit } from "../permission/permit.ts";
import { openOwnTools, OWN_TOOLS } from "../tools/own-tools.ts";
import { runTurn } from "../turn/run-turn.ts";
import type { Toolbox } from "../turn/turn.ts";
import type { PromptOptions, Session } from "./agent-session.ts";
import type { KeptResults } from "./kept-results.ts";
import { readProjectInstructions } from "../tools/files/project-instructions.ts";
import { promptParts } from "../history/prompt-parts.ts";
import { createSessionClient, type Notice } from "../acp-client/session-client.ts";
import type { AgentOptions, AgentServices } from "./session-options.ts";
import { sessionTitle } from "./session-title.ts";
import { type FirstModel, openSettings } from "./settings.ts";
import { keeper, type StoredSession } from "./stored-session.ts";
import { type ClientSystemPrompt, systemPrompt } from "./system-prompt.ts";
import { createTurnQueue } from "./turn-queue.ts";

const MOST_STEPS = 100;

// Most servers end at once; those that save their state first must not delay the answer to `session/close`.
const SOON_MS = 1_000;

export async function openSession(options: {
  readonly id: string;
  readonly cwd: string;
  readonly additionalDirectories: readonly string[];
  readonly servers: readonly ServerSpec[];
  readonly client: AgentContext;
  readonly capabilities: ClientCapabilities;
  readonly writer: SessionWriter;
  readonly stored: StoredSession;
  readonly first: FirstModel;
  readonly systemPrompt?: ClientSystemPrompt;
  readonly isTitled: boolean;
  readonly agent: AgentOptions &
    Required<Pick<AgentOptions, "newId" | "now">> &
    Required<Pick<AgentServices, "grants" | "openHub">> &
    Pick<AgentServices, "ownFolders"> & {
      readonly results: KeptResults;
      /** From now on these are in nothing that is recorded. */
      readonly onSecrets: (secrets: readonly string[]) => void;
    };
}): Promise<Session> {
  const { id, cwd, additionalDirectories, capabilities, writer, stored, agent } = options;
  const { newId, now } = agent;
  const roots = [cwd, ...additionalDirectories];
  const keepText = keeper(writer);
  const keep = (record: { readonly type: string }) => keepText(JSON.stringify(record));
  const client = createSessionClient(options.client, { sessionId: id, capabilities, newId });
  const history = openHistory({ records: stored.history, keep });
  const settings = openSettings({
    models: agent.models,
    first: options.first,
    stored: stored.settings,
    keep,
    update: client.update,
  });
  const env = agent.env ?? process.env;
  const [project, folder, outputFolder, floor] = await Promise.all([
    readProjectInstructions(cwd, additionalDirectories),
    realpath(cwd).catch(() => cwd),
    agent.results.folderOf(id),
    findFloor({ roots, own: agent.ownFolders, environment: env, home: homedir() }),
  ]);
  const meter = createContextMeter({ client, history, newId, stored: stored.usage, keep });
  const grants = { session: memoryGrantStore(), always: agent.grants };
  const announcer = createCommandAnnouncer({ client, list: () => commands.list() });
  const servers = await openSessionServers({
    ...agent,
    servers: options.servers,
    cwd,
    roots,
    client,
    keep,
    keepText,
    onSecrets: agent.onSecrets,
    included: (stored.included ?? []).filter(({ server }) => server !== OWN_TOOLS),
    brought: (stored.brought ?? []).filter(({ name }) => options.servers.every((given) => given.name !== name)),
    resultsFolder: join(outputFolder, "results"),
    permit: (call) => permit(call),
    model: () => settings.model,
    onUsage: (model, usage) => meter.recordAside(model, usage),
    onPrompts: () => announcer.changed(),
  });
  const policy = () =>
    policyIn(settings.mode, { floor, layers: [readable(outputFolder), ...(servers.hub.rules ?? [])] });
  const ownTools = openOwnTools({
    client,
    cwd,
    roots,
    newId,
    env,
    passedVariables: () => servers.hub.passedVariables ?? [],
    policy,
    grants: async () => [...(await grants.session.list()), ...(await grants.always.list())],
    folder,
    outputFolder,
    included: (stored.included ?? []).filter(({ server }) => server === OWN_TOOLS),
    keep,
  });
  const permit = createPermit({
    client,
    policy,
    grants,
    heedsApproval: (subject) => heedsApproval(settings.mode, subject),
    folder,
    now,
    // A journal that cannot be written fails the turn with its next message.
    onDecision: (decision) => void keep({ type: "decision", ...decision }).catch(() => {}),
  });
  const commands = createSessionCommands({
    commands: [
      toolsCommand(servers, ownTools),
      mcpCommand(servers),
      grantsCommand([grants.session, grants.always]),
      compactCommand(meter, () => settings.model),
      costCommand(meter, () => settings.model),
    ],
    prompts: servers.prompts,
    client,
    newId,
    accepts: accepted,
  });
  const switchMode = switchModeTool({ client, mode: () => settings.mode, setMode: settings.setMode });
  const queue = createTurnQueue();
  let { isTitled } = options;
  let closing: Promise<void> | undefined;

  function toolbox(words: string): Toolbox {
    const { definitions, notes, find, seen } = servers.offer(words);
    const own = [...ownTools.tools, ...(settings.mode === "architect" ? [switchMode] : [])];
    return {
      definitions: [...own.map((tool) => tool.definition), ...definitions],
      notes,
      find: (name) => (name === SWITCH_MODE ? switchMode : (ownTools.find(name) ?? find(name))),
      seen,
    };
  }

  async function turn(prompt: readonly ContentBlock[], given: PromptOptions, signal: AbortSignal): Promise<StopReason> {
    const usedBefore = meter.total;
    try {
      const commanded = await commands.run(prompt, { signal });
      if (commanded?.type === "answered") return "end_turn";
      const messages = commanded?.messages ?? [await userMessage(prompt, signal)];
      if (history.messages.length === 0 && !isTitled) await tellTitle(prompt);
      return await answer(messages, given, signal);
    } catch (error) {
      if (signal.aborted) return "cancelled";
      throw error;
    } finally {
      given.onUsage?.(difference(meter.total, usedBefore));
      await client.flushed();
    }
  }

  async function tellTitle(prompt: readonly ContentBlock[]): Promise<void> {
    const title = sessionTitle(prompt);
    await client.update({
      sessionUpdate: "session_info_update",
      ...(title !== undefined && { title }),
      updatedAt: now().toISOString(),
    });
  }

  async function userMessage(prompt: readonly ContentBlock[], signal: AbortSignal): Promise<Message> {
    const hasLinks = prompt.some(({ type }) => type === "resource_link");
    if (hasLinks) await servers.ready({ signal });
    const attached = hasLinks ? await attachResources(prompt, servers.resources, { signal }) : prompt;
    return { role: "user", parts: promptParts(attached, accepted()) };
  }

  /** What the client was promised when it connected, and what the model of the moment takes. */
  function accepted(): Model["accepts"] {
    const [promised, taken] = [agent.models.accepts, settings.model.accepts];
    return { image: promised.image || taken.image, audio: promised.audio || taken.audio };
  }

  async function answer(
    messages: readonly Message[],
    { meta }: PromptOptions,
    signal: AbortSignal,
  ): Promise<StopReason> {
    const words = wordsOf(messages);
    const before = history.messages.slice();
    for (const message of withNews(messages, ownTools.news())) await history.add(message);
    await servers.ready({ signal });
    const reason = await runTurn({
      client,
      history,
      signal,
      permit,
      newId,
      model: async () => settings.model,
      thoughtLevel: () => settings.thoughtLevel,
      system: async () =>
        systemPrompt({
          cwd,
          roots,
          platform: process.platform,
          project,
          servers: serverInstructions(servers.hub),
          mode: settings.mode,
          client: options.systemPrompt,
        }),
      toolbox: async () => toolbox(words),
      news: ownTools.news,
      context: {
        async beforeStep() {
          if (meter.isFull(settings.model)) await meter.makeRoom(settings.model, { signal });
        },
        overflowed: async () => (await meter.makeRoom(settings.model, { signal })) === "made",
        afterStep: (model, usage) => meter.record(model, usage),
      },
      mostSteps: agent.mostSteps ?? MOST_STEPS,
      ...(meta && { meta }),
    });
    // The protocol: a refused prompt and everything after it is not shown to the model again.
    if (reason === "refusal") await history.replace(before);
    return reason;
  }

  return {
    id,
    servers,
    get modes() {
      return settings.modeState;
    },
    get configOptions() {
      return settings.options;
    },
    prompt: (prompt, given) => queue.add((signal) => turn(prompt, given, signal), given.signal),
    cancel: () => queue.cancel(),
    async setTitle(title) {
      isTitled = true;
      await client.update({ sessionUpdate: "session_info_update", title, updatedAt: now().toISOString() });
    },
    setMode: (modeId) => settings.setMode(modeId),
    setOption: (configId, value) => settings.setOption(configId, value),
    announce() {
      if (closing) return;
      if (options.first.problem !== undefined) void client.notice(otherModel(options.first.problem, settings.model.id));
      servers.announce();
      announcer.announce();
    },
    async close() {
      const ending = end();
      await queue.settled();
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, SOON_MS);
      await Promise.race([ending, late.promise]).finally(() => clearTimeout(timer));
    },
    ended: end,
  };

  function end(): Promise<void> {
    closing ??= (async () => {
      queue.cancel();
      await queue.settled();
      announcer.close();
      await Promise.all([servers.close(), ownTools.close()]);
      await agent.results.sessionClosed(id);
    })();
    return closing;
  }
}

/** Put before the user's own prompt. */
function withNews(messages: readonly Message[], news: string | undefined): readonly Message[] {
  const [first, ...others] = messages;
  if (news === undefined || first?.role !== "user") return messages;
  return [{ ...first, parts: [{ type: "text", text: news }, ...first.parts] }, ...others];
}

/** What the user asked for, to find tools by. */
function wordsOf(messages: readonly Message[]): string {
  const parts = messages.flatMap((message) => (message.role === "user" ? message.parts : []));
  return parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

function otherModel(problem: string, model: string): Notice {
  return { severity: "warning", title: `${model} answers in this session`, description: problem };
}

/** What was too large to be shown to the model may be read from where it is kept. */
function readable(folder: string): Layer {
  const why = "it holds what tools of this session have answered";
  const path = `${folder.replaceAll("\\", "/")}/**`;
  return { name: "session", rules: [{ effect: "allow", when: { path, access: "read" }, why }] };
}
