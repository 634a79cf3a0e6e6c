/**
 * Notices when a file may have changed: written, replaced by a rename as editors do it, made or removed.
 *
 * It is the folder that is watched, because a watch on a file stays with the old one when another takes its name. A
 * folder that is not there, or goes away, is waited for in the nearest one above it.
 */

import { type FSWatcher, existsSync, watch } from "node:fs";
import { basename, dirname, relative, sep } from "node:path";

export interface FileWatchOptions {
  readonly file: string;
  /** May be called more often than something changed, never less. */
  readonly onEvent: () => void;
  /** Changes will not be noticed (any more). */
  readonly onFailure: (error: unknown) => void;
}

export function watchFile({ file, onEvent, onFailure }: FileWatchOptions): Disposable {
  let watcher: FSWatcher | undefined;
  let watched: string | undefined;
  arm();
  return { [Symbol.dispose]: () => watcher?.close() };

  function arm() {
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
    // Under its own name a folder tells that it was removed; another may have taken its place already.
    const isFolder = name === null || name === basename(folder);
    if (!isFolder && name !== awaited) return;
    if (isFolder || watched !== nearestFolder(file)) arm();
    onEvent();
  }

  function fail(error: unknown) {
    // On Windows this is how a folder tells that it was removed.
    if (watched === nearestFolder(file)) onFailure(error);
    else arm();
    onEvent();
  }
}

function nearestFolder(path: string): string {
  const folder = dirname(path);
  // With a separator at its end, only a folder is there.
  return folder === path || existsSync(`${folder}${sep}`) ? folder : nearestFolder(folder);
}
