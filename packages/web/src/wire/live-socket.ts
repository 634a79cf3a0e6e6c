/**
 * A WebSocket that comes back.
 *
 * The law: until it is closed it is open or on its way there; each connection asks anew where to go, so that whoever reads
 * can continue from where they are.
 */

import { backoffMs } from "@tenon/basis";

export interface LiveSocketOptions {
  /** What stands behind its # is the page's key: it goes with the request, and not in the address, which ends up in logs. */
  readonly url: () => URL;
  /** How long it may be silent before it counts as dead, and another is made: for ever unless told. */
  readonly silenceMs?: number | undefined;
  readonly onSilent?: (() => void) | undefined;
  readonly onOpen?: () => void;
  readonly onMessage: (text: string) => void;
  /** The connection went, or could not be made. `wasOpen` tells them apart. */
  readonly onLost?: (loss: { readonly wasOpen: boolean }) => void;
}

export interface LiveSocket {
  readonly isOpen: boolean;
  /** False if there is no connection, and nothing was sent. */
  send(text: string): boolean;
  /** Drops the connection, and makes another one at once. */
  restart(): void;
  close(): void;
}

const RETRY = { firstMs: 200, maxMs: 10_000 };
// Nothing runs in a page that is kept: only coming back to it ends this.
const PARKED_MS = 60_000;

export function openLiveSocket(options: LiveSocketOptions): LiveSocket {
  const { url, silenceMs = Infinity, onOpen, onMessage, onSilent, onLost } = options;
  const lifetime = new AbortController();
  let heardAt = 0;
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  connect();
  if (silenceMs < Infinity) {
    const watch = setInterval(look, silenceMs / 8);
    lifetime.signal.addEventListener("abort", () => clearInterval(watch));
  }
  // A laptop that wakes up must not wait out the delay that it fell asleep with.
  for (const event of ["online", "pageshow", "visibilitychange"]) {
    globalThis.addEventListener?.(event, hurry, { signal: lifetime.signal, capture: true });
  }
  globalThis.addEventListener?.("pagehide", park, { signal: lifetime.signal });

  return {
    get isOpen() {
      return socket?.readyState === WebSocket.OPEN;
    },
    send(text) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(text);
      return true;
    },
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
    const { address, protocols } = withKey(url());
    const current = new WebSocket(address, protocols);
    let wasOpen = false;
    socket = current;
    current.addEventListener("open", () => {
      if (socket !== current) return;
      wasOpen = true;
      onOpen?.();
    });
    current.addEventListener("message", ({ data }) => {
      if (socket !== current || typeof data !== "string") return;
      failures = 0;
      heardAt = Date.now();
      onMessage(data);
    });
    current.addEventListener("close", () => {
      if (socket !== current) return;
      socket = undefined;
      timer = setTimeout(connect, backoffMs(failures, RETRY));
      failures += 1;
      onLost?.({ wasOpen });
    });
  }

  /** Ends what there is, without a word to anybody. */
  function drop(): void {
    clearTimeout(timer);
    timer = undefined;
    const current = socket;
    socket = undefined;
    current?.close();
  }

  function restart(): void {
    drop();
    connect();
  }

  /** A page that was left but is kept, in case somebody goes back to it, must not look as if they were still there. */
  function park({ persisted }: { readonly persisted: boolean }): void {
    if (!persisted || !socket) return;
    drop();
    timer = setTimeout(connect, PARKED_MS);
    onLost?.({ wasOpen: true });
  }

  function hurry(): void {
    if (timer !== undefined) connect();
    else look();
  }

  /** Of a line that is dead, nobody says so: neither side hears from the other. */
  function look(): void {
    if (!socket || Date.now() - heardAt <= silenceMs) return;
    onSilent?.();
    restart();
  }
}

function withKey(url: URL): { readonly address: URL; readonly protocols: string[] } {
  const key = url.hash.slice(1);
  const address = new URL(url);
  address.hash = "";
  // A browser takes no connection whose other end chooses none of the protocols; the key must not be the one it chooses.
  return { address, protocols: key === "" ? [] : ["tenon", `tenon.key.${key}`] };
}
