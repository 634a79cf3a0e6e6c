/**
 * How much a server may say of its own accord before no more of it is recorded: the record of a session must not grow
 * with what a server logs. Whatever is left out is counted, and the count is recorded when the minute is over.
 */

export interface MessageBudget {
  /** False if this one is too much. */
  take(server: string, characters: number): boolean;
  /** One is left out for another reason. */
  drop(server: string): void;
  /** Reports what has not been reported yet. */
  close(): void;
}

interface Minute {
  readonly end: NodeJS.Timeout;
  messages: number;
  characters: number;
  dropped: number;
}

const MINUTE_MS = 60_000;
// The messages with which a server starts, with a long list of tools, takes a tenth of it.
const LIMITS = { messages: 200, characters: 2_000_000 };

export function createMessageBudget(
  onDropped: (dropped: { readonly server: string; readonly count: number }) => void,
): MessageBudget {
  const minutes = new Map<string, Minute>();

  return {
    take(server, characters) {
      const minute = minutes.get(server) ?? begin(server);
      const isTooMuch = minute.messages >= LIMITS.messages || minute.characters >= LIMITS.characters;
      if (isTooMuch) {
        minute.dropped += 1;
        return false;
      }
      minute.messages += 1;
      minute.characters += characters;
      return true;
    },
    drop: (server) => void ((minutes.get(server) ?? begin(server)).dropped += 1),
    close() {
      for (const server of minutes.keys()) end(server);
    },
  };

  function begin(server: string): Minute {
    const timer = setTimeout(() => end(server), MINUTE_MS).unref();
    const minute = { end: timer, messages: 0, characters: 0, dropped: 0 };
    minutes.set(server, minute);
    return minute;
  }

  function end(server: string): void {
    const minute = minutes.get(server);
    minutes.delete(server);
    clearTimeout(minute?.end);
    if (minute && minute.dropped > 0) onDropped({ server, count: minute.dropped });
  }
}
