/**
 * A toolset at work, before any door is opened: it makes MCP servers that all share one state, and notifies them of changes.
 */

import type { SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import { type Clock, errorMessage, monotonicClock, randomId, unlessAborted, within } from "@tenon/basis";

import type { Toolset } from "../define/toolset.ts";
import { ToolError } from "../tool-error.ts";
import type { Cancellation } from "./cancellation.ts";
import type { Changes, Core } from "./core.ts";
import { createDeadlines } from "./deadlines.ts";
import type { Era } from "./exchange.ts";
import type { LogSink } from "./log.ts";
import { type MadeServer, makeServer } from "./make-server.ts";
import { createMask } from "./mask.ts";
import { createPrompts } from "./prompts.ts";
import { createResourceReads, type ResourceReads } from "./resources.ts";
import { createState, missingSecrets } from "./state.ts";
import { createToolCalls } from "./tool-calls.ts";
import { createWorks } from "./works.ts";

export interface OpenOptions {
  /** Where secrets come from. Empty by default; `serve` and `serveHttp` give the environment of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What the toolset logs, and errors in full. Dropped by default; `serve` and `serveHttp` write it to stderr. */
  readonly log?: LogSink;
  /** How long running calls and `stop` may take when the toolset closes; 5 s by default. */
  readonly stopMs?: number;
  readonly clock?: Clock;
  /** Ids of errors. */
  readonly newId?: () => string;
}

export interface Engine {
  make(era: Era): Promise<MadeServer>;
  /** Called with everything that changes. */
  watch(changes: Changes): () => void;
  /** Aborts running calls and refuses new ones, then stops the toolset. Never rejects. */
  close(): Promise<void>;
}

const STOP_MS = 5_000;

/** Throws a `TypeError` for a schema that cannot be written as JSON Schema. */
export function createEngine(toolset: Toolset, options: OpenOptions): Engine {
  const { env = {}, log = () => {}, stopMs = STOP_MS, clock = monotonicClock, newId = shortId } = options;
  const mask = createMask(toolset.secrets, env);
  const stopping = new AbortController();
  const reads = createResourceReads({ clock, mask });
  const { changes, watch } = createChanges(reads);
  const state = createState(toolset, {
    env,
    ...changes,
    log: (level, message) => log({ level, from: toolset.name, message: mask.json(message) }),
  });
  const works = createWorks();
  const deadlines = createDeadlines(clock);
  const cancellations = new Set<Cancellation>();
  const { signal } = stopping;
  const core: Core = { toolset, state, mask, log, clock, newId, changes, works, deadlines, cancellations, signal };
  const calls = createToolCalls(core);
  const prompts = createPrompts(core);
  const missing = missingSecrets(toolset.secrets, env);
  if (missing) log({ level: "error", from: toolset.name, message: missing.message });
  let skills: Promise<SkillsExtension | undefined> | undefined;
  let closed: Promise<void> | undefined;

  return {
    async make(era) {
      // Loaded once, for all servers; most toolsets have none, and do not pay for it.
      if (toolset.skills) skills ??= loadSkills(toolset.skills, core);
      return makeServer({ core, calls, prompts, reads, skills: await skills }, era);
    },
    watch,
    close: () => (closed ??= close()),
  };

  async function close(): Promise<void> {
    const reason = new ToolError("unavailable", `${toolset.name} is stopping`);
    stopping.abort(reason);
    for (const { cancel } of cancellations) cancel(reason);
    const late = new AbortController();
    const stopped = (async () => {
      await unlessAborted(works.settled(), late.signal);
      await state.close(late.signal);
      return true;
    })();
    const outcome = await within(stopMs, stopped, { clock }).catch((error: unknown) => {
      log({ level: "error", from: toolset.name, message: mask.text(`stop failed: ${errorMessage(error)}`) });
      return true;
    });
    late.abort();
    deadlines[Symbol.dispose]();
    if (outcome) return;
    log({ level: "error", from: toolset.name, message: `did not stop in ${stopMs} ms` });
  }
}

/** Passes each change on to all that watch; what is cached of a resource goes first. */
function createChanges(reads: ResourceReads): { readonly changes: Changes } & Pick<Engine, "watch"> {
  const watchers = new Set<Changes>();
  return {
    changes: {
      resourceUpdated(uri) {
        reads.drop(normalUri(uri));
        for (const watcher of watchers) watcher.resourceUpdated(uri);
      },
      resourcesChanged() {
        for (const watcher of watchers) watcher.resourcesChanged();
      },
    },
    watch(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
}

async function loadSkills(files: NonNullable<Toolset["skills"]>, { toolset, log }: Core): Promise<SkillsExtension> {
  const { memorySkillFiles, SkillsExtension } = await import("@modelcontextprotocol/server/ext/skills");
  return await SkillsExtension.load(isSkillFiles(files) ? files : memorySkillFiles({ ...files }), {
    onWarning: ({ path, message }) =>
      log({ level: "warning", from: toolset.name, message: `skill ${path}: ${message}` }),
  });
}

function isSkillFiles(
  files: NonNullable<Toolset["skills"]>,
): files is Exclude<typeof files, Readonly<Record<string, unknown>>> {
  return "read" in files && typeof files.read === "function";
}

/** As the SDK looks resources up. */
export function normalUri(uri: string): string {
  return URL.canParse(uri) ? new URL(uri).href : uri;
}

function shortId(): string {
  return randomId().slice(0, 8);
}
