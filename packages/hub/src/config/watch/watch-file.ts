/**
 * Notices when a file may have changed: written, replaced by a rename as editors do it, made or removed.
 *
 * It is the folder that is watched, because a watch on a file stays with the old one when another takes its name. A
 * folder that is not there, or goes away, is waited for in the nearest one above it. A folder in which much else is written,
 * a log for example, would wake us for each line: it is looked at once a second then.
 */

import { existsSync, type FSWatcher, lstatSync, watch } from "node:fs";
import { basename, dirname, relative, sep } from "node:path";

export interface FileWatchOptions {
  readonly file: string;
  /** May be called more often than something changed, never less. */
  readonly onEvent: () => void;
  /** Changes will not be noticed (any more). */
  readonly onFailure: (error: unknown) => void;
  readonly clock: WatchClock;
}

export interface WatchClock {
  /** Resolves when this much time has passed; rejects when the signal aborts. */
  after(milliseconds: number, signal: AbortSignal): Promise<unknown>;
}

const REST_MS = 1_000;
// Editors write another file first, which is no reason to notice the edit later.
const MAX_OTHERS = 10;

export function watchFile({ file, onEvent, onFailure, clock }: FileWatchOptions): Disposable {
  const disposed = new AbortController();
  let watcher: FSWatcher | undefined;
  let watched: string | undefined;
  let seen: string | undefined;
  let others = 0;
  arm();
  seen = stateOf(file);
  return {
    [Symbol.dispose]() {
      disposed.abort();
      watcher?.close();
    },
  };

  function arm() {
    others = 0;
    do {
      watcher?.close();
      watched = nearestFolder(file);
      try {
        watcher = watch(watched, { persistent: false }, notice);
        watcher.on("error", fail);
      } catch (error) {
        onFailure(error);
        return;
      }
      // What was made between looking and watching would go unnoticed.
    } while (watched !== nearestFolder(file));
  }

  function notice(_event: string, name: string | null) {
    const folder = watched ?? "";
    const [awaited] = relative(folder, file).split(sep);
    // An event with the folder's own name reports that it was removed; another may have taken its place already.
    const isFolder = name === null || name === basename(folder);
    if (!isFolder && name !== awaited) {
      others += 1;
      if (others === MAX_OTHERS) rest();
      return;
    }
    if (isFolder || watched !== nearestFolder(file)) arm();
    seen = stateOf(file);
    onEvent();
  }

  function rest() {
    watcher?.close();
    clock.after(REST_MS, disposed.signal).then(wake, () => {}); // disposed
  }

  function wake() {
    arm();
    const state = stateOf(file);
    if (state === seen) return;
    seen = state;
    onEvent();
  }

  function fail(error: unknown) {
    // On Windows this is how the removal of the folder is reported.
    if (watched === nearestFolder(file)) onFailure(error);
    else arm();
    onEvent();
  }
}

/** Another one after each change. */
function stateOf(file: string): string | undefined {
  try {
    const { ino, size, ctimeNs } = lstatSync(file, { bigint: true });
    return `${ino} ${size} ${ctimeNs}`;
  } catch {
    return undefined; // not there, or not to be seen
  }
}

function nearestFolder(path: string): string {
  const folder = dirname(path);
  // With a separator at its end, only a folder is there.
  return folder === path || existsSync(`${folder}${sep}`) ? folder : nearestFolder(folder);
}
