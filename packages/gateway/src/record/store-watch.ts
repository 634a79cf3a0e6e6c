/**
 * Whether the journal's store can be written.
 *
 * A machine that cannot reach a store which others share is cut off: it can open no session, and another machine may soon
 * have those that it had. It is looked for until it answers again.
 */

import { setTimeout as sleep } from "node:timers/promises";

import { type Journal, JournalError, type JournalErrorCode } from "@tenon/journal";
import { describeFailure } from "@tenon/journal/stream";

export interface StoreWatch {
  readonly isCutOff: boolean;
  /** Remembers whether it failed because nothing can be written. */
  written<Result>(work: Promise<Result>): Promise<Result>;
  /** That it can be read says nothing about that. */
  read<Result>(work: Promise<Result>): Promise<Result>;
  /** A lease could not be renewed for long: most likely the store cannot be reached. */
  suspect(): void;
  /** Why nothing can be recorded now; undefined if it can. */
  problem(): Promise<string | undefined>;
}

/** Failures of the store, and not of a session. */
const UNWRITABLE: ReadonlySet<JournalErrorCode> = new Set([
  "disk_full",
  "file_failed",
  "file_locked",
  "file_damaged",
  "store_unreachable",
  "store_refused",
  "store_failed",
  "newer_format",
]);
/** This machine is of no use to anyone: its clients have to go to another one. */
const UNUSABLE: ReadonlySet<JournalErrorCode> = new Set(["store_unreachable", "newer_format"]);

// A fifth of a lease is left when it was lost: clients have to leave while there is time to take it over.
const ANSWER_MS = 2_000;
const PAUSE_MS = 250;

export function watchStore(journal: Pick<Journal, "check">, onCutOff: () => void): StoreWatch {
  let failure: unknown;
  const search = createSearch(isAnswering, onCutOff);
  return {
    get isCutOff() {
      return search.isCutOff;
    },
    async written(work) {
      const result = await work.catch(failed);
      failure = undefined;
      return result;
    },
    read: (work) => work.catch(failed),
    suspect,
    async problem() {
      // No one writes while we report that nothing can be written: so it is tried here.
      if (failure !== undefined && !search.isRunning) await isAnswering();
      return failure === undefined ? undefined : describeFailure(failure);
    },
  };

  function failed(error: unknown): never {
    if (error instanceof JournalError && UNWRITABLE.has(error.code)) failure = error;
    if (error instanceof JournalError && UNUSABLE.has(error.code)) void search.run();
    throw error;
  }

  function suspect() {
    failure ??= new JournalError("store_unreachable", "A lease could not be renewed");
    search.runBriefly();
  }

  async function isAnswering(): Promise<boolean> {
    try {
      await journal.check();
      failure = undefined;
    } catch (error) {
      failure = error;
      return error instanceof JournalError && error.code === "closed";
    }
    return true;
  }
}

/** One statement may fail because the machine has too much to do: so the store itself is asked until it answers. */
function createSearch(isAnswering: () => Promise<boolean>, onCutOff: () => void) {
  let isCutOff = false;
  let running: Promise<void> | undefined;
  return {
    get isCutOff() {
      return isCutOff;
    },
    get isRunning() {
      return running !== undefined;
    },
    run,
    /** Cut off also if the answer itself takes too long. */
    runBriefly(): void {
      const current = run();
      void sleep(ANSWER_MS, undefined, { ref: false }).then(() => current === running && cutOff());
    },
  };

  function run(): Promise<void> {
    running ??= untilAnswered().finally(() => (running = undefined));
    return running;
  }

  async function untilAnswered(): Promise<void> {
    while (!(await isAnswering())) {
      cutOff();
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
    isCutOff = false;
  }

  function cutOff(): void {
    if (isCutOff) return;
    isCutOff = true;
    onCutOff();
  }
}
