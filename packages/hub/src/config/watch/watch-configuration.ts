/**
 * Keeps a configuration up to date with its files.
 *
 * A broken edit changes nothing but the problems: of each file the last good version counts until it is mended.
 */

import { addAbortListener } from "node:events";
import { lstat, realpath } from "node:fs/promises";

import { errorMessage, isEqualJson } from "@tenon/basis";
import type { Configuration } from "../configuration.ts";
import { type ConfigurationOptions, configurationSources, loadWith } from "../load-configuration.ts";
import type { Problem } from "../problem.ts";
import { type ReadConfiguration, readConfigurationFile } from "../read-configuration-file.ts";
import { type WatchClock, watchFile } from "./watch-file.ts";

export interface WatchOptions extends ConfigurationOptions {
  /** Called when the configuration has changed, not for the first one. Must not throw. */
  readonly onChange: (configuration: Configuration, before: Configuration) => void;
  readonly clock: WatchClock;
  /** Ends the watching, as `close` does. */
  readonly signal?: AbortSignal;
}

export interface ConfigurationWatch extends AsyncDisposable {
  /** The newest. */
  readonly configuration: Configuration;
  /** Loads again at once, for instance when the user has trusted something. Resolves after `onChange`. */
  reload(): Promise<void>;
  /** After it nothing is called any more. May be called twice. */
  close(): Promise<void>;
}

// Editors write in two or three steps, and half a file is not an edit.
const QUIET_MS = 100;

const EMPTY: Configuration = {
  servers: [],
  limits: {},
  passedVariables: [],
  signIn: {},
  policies: [],
  waiting: [],
  problems: [],
};

export async function watchConfiguration(options: WatchOptions): Promise<ConfigurationWatch> {
  options.signal?.throwIfAborted();
  const read = createReader();
  const watches = createWatches(options.clock, noticed);
  let configuration = EMPTY;
  let isOpen = false;
  let isClosed = false;
  let quiet = new AbortController();
  let loading = Promise.resolve();

  const listener = options.signal && addAbortListener(options.signal, () => void close());
  await reload();
  isOpen = true;
  return {
    get configuration() {
      return configuration;
    },
    reload,
    close,
    [Symbol.asyncDispose]: close,
  };

  function reload(): Promise<void> {
    // One after the other, so that an older reading never comes last.
    loading = loading.then(load, load);
    return loading;
  }

  async function load() {
    const files = configurationSources(options).map(({ file }) => withTarget(file));
    const targets = new Set((await Promise.all(files)).flat());
    if (isClosed) return;
    // Watched before it is read: an edit in between is noticed.
    watches.update(targets);
    const loaded = await loadWith(read, options);
    const next = { ...loaded, problems: [...loaded.problems, ...watches.problems()] };
    if (isClosed || isEqualJson(next, configuration)) return;
    const before = configuration;
    configuration = next;
    if (isOpen) options.onChange(next, before);
  }

  function noticed() {
    quiet.abort();
    quiet = new AbortController();
    // Aborted by another event, or by close().
    options.clock.after(QUIET_MS, quiet.signal).then(reload, () => {});
  }

  async function close() {
    isClosed = true;
    listener?.[Symbol.dispose]();
    quiet.abort();
    watches.update(new Set());
    await Promise.allSettled([loading]);
  }
}

/** Reads files, and keeps the last good version of one that is broken now. */
function createReader(): (file: string) => Promise<ReadConfiguration | undefined> {
  const lastGood = new Map<string, ReadConfiguration>();
  return async (file) => {
    const reading = await readConfigurationFile(file);
    const good = lastGood.get(file);
    const isBroken = reading?.problems.some(({ level }) => level === "error") === true;
    if (good && isBroken) return { ...good, problems: reading.problems };
    if (reading) lastGood.set(file, reading);
    else lastGood.delete(file);
    return reading;
  };
}

function createWatches(clock: WatchClock, onEvent: () => void) {
  const watches = new Map<string, Disposable>();
  const failures = new Map<string, Problem>();
  return {
    problems: () => failures.values(),
    /** Watches exactly these files from now on. */
    update(files: ReadonlySet<string>): void {
      for (const [file, watch] of watches) {
        if (files.has(file)) continue;
        watch[Symbol.dispose]();
        watches.delete(file);
      }
      for (const file of files) {
        if (watches.has(file)) continue;
        const onFailure = (error: unknown) => fail(file, error);
        watches.set(file, watchFile({ file, clock, onEvent, onFailure }));
      }
    },
  };

  function fail(file: string, error: unknown): void {
    const message = `The file cannot be watched, so edits need a new session: ${errorMessage(error)}`;
    failures.set(file, { level: "warning", code: "unwatched", message, file });
  }
}

/** A file that is a link changes where it leads to. People keep their configuration in a repository that way. */
async function withTarget(file: string): Promise<readonly string[]> {
  try {
    return (await lstat(file)).isSymbolicLink() ? [file, await realpath(file)] : [file];
  } catch {
    // Not there, or a link to nowhere: a change of that is noticed where the link is.
    return [file];
  }
}
