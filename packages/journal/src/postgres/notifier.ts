/**
 * Tells other machines to look again: beside the commits and not in them, because a commit with a notification waits for all
 * others of the whole server that have one. At most one in twenty milliseconds.
 */

import { CHANNEL } from "./change-watch.ts";
import type { Connections } from "./connections.ts";

export interface Notifier extends Disposable {
  notify(): void;
}

const PAUSE_MS = 20;
// A notification that a crash loses costs nothing, so it does not wait for the disk.
const NOTIFY = "SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)";

export function createNotifier({ row }: Connections, self: string): Notifier {
  let timer: NodeJS.Timeout | undefined;
  let isDue = false;
  return {
    notify() {
      isDue = true;
      if (timer === undefined) send();
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };

  function send() {
    isDue = false;
    // Without it the others find out when they look by themselves.
    row(NOTIFY, [CHANNEL, self]).catch(() => {});
    timer = setTimeout(() => {
      timer = undefined;
      if (isDue) send();
    }, PAUSE_MS).unref();
  }
}
