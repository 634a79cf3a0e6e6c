/**
 * A WebSocket that reconnects.
 *
 * The law: until it is closed it is open or about to be; each connection asks for its URL anew, so that a reader can
 * continue from where it is.
 */

import { backoffMs } from "@tenon/basis";

import { type Loss, type OpenSocket, openSocket } from "./open-socket.ts";

export interface LiveSocketOptions {
  readonly url: () => URL;
  /** How long it may be silent before it counts as dead, and another is made. Defaults to any time. */
  readonly silenceMs?: number | undefined;
  readonly connectMs?: number | undefined;
  readonly onSilent?: (() => void) | undefined;
  readonly onOpen?: () => void;
  readonly onMessage: (text: string) => void;
  /** Anything has come, so the line is not dead. */
  readonly onHeard?: (() => void) | undefined;
  readonly onLost?: (loss: Loss) => void;
}

export interface LiveSocket extends Pick<OpenSocket, "isOpen" | "send"> {
  /** Drops the connection, and makes another one at once. */
  restart(): void;
  close(): void;
}

const CONNECT_MS = 15_000;
const RETRY = { firstMs: 200, maxMs: 10_000 };
// Nothing runs in a page that is kept: only coming back to it ends this.
const PARKED_MS = 60_000;

export function openLiveSocket(options: LiveSocketOptions): LiveSocket {
  const { silenceMs = Infinity, connectMs = CONNECT_MS, onLost } = options;
  const lifetime = new AbortController();
  let heardAt = 0;
  let socket: OpenSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  connect();
  if (silenceMs < Infinity) {
    const watch = setInterval(checkSilence, silenceMs / 8);
    lifetime.signal.addEventListener("abort", () => clearInterval(watch));
  }
  // A laptop that wakes up must not wait out the delay that it fell asleep with.
  for (const event of ["online", "pageshow", "visibilitychange"]) {
    globalThis.addEventListener?.(event, hurry, { signal: lifetime.signal, capture: true });
  }
  globalThis.addEventListener?.("offline", lose, { signal: lifetime.signal });
  globalThis.addEventListener?.("pagehide", park, { signal: lifetime.signal });

  return {
    get isOpen() {
      return socket?.isOpen ?? false;
    },
    send: (text) => socket?.send(text) ?? false,
    restart,
    close() {
      lifetime.abort();
      drop();
    },
  };

  function connect(): void {
    clearTimeout(timer);
    timer = undefined;
    heardAt = Date.now();
    socket = openSocket(options.url(), {
      connectMs,
      onOpen: () => options.onOpen?.(),
      onMessage(text) {
        failures = 0;
        heardAt = Date.now();
        options.onHeard?.();
        options.onMessage(text);
      },
      onLost(loss) {
        socket = undefined;
        timer = setTimeout(connect, backoffMs(failures, RETRY));
        failures += 1;
        onLost?.(loss);
      },
    });
  }

  function drop(): void {
    clearTimeout(timer);
    timer = undefined;
    socket?.drop();
    socket = undefined;
  }

  function restart(): void {
    drop();
    connect();
  }

  /** The network is gone: the socket would learn of it only when it writes. */
  function lose(): void {
    if (!socket) return;
    drop();
    // Until it is back, which ends this.
    timer = setTimeout(connect, PARKED_MS);
    onLost?.({ wasOpen: true });
  }

  /** A page that was left but is kept, in case the user goes back to it, must not look as if the user were still there. */
  function park({ persisted }: { readonly persisted: boolean }): void {
    if (!persisted || !socket) return;
    drop();
    timer = setTimeout(connect, PARKED_MS);
    onLost?.({ wasOpen: true });
  }

  function hurry(): void {
    if (timer !== undefined) connect();
    else checkSilence();
  }

  /** No event reports a dead line: neither side hears from the other. */
  function checkSilence(): void {
    if (!socket || Date.now() - heardAt <= silenceMs) return;
    options.onSilent?.();
    restart();
  }
}
