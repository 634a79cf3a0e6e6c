/**
 * A WebSocket that comes back.
 *
 * The law: until it is closed it is open or on its way there; each connection asks anew where to go, so that whoever reads
 * can continue from where they are.
 */

import { retryDelay } from "./retry-delay.ts";

export interface LiveSocketOptions {
  readonly url: () => URL;
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

export function openLiveSocket({ url, onOpen, onMessage, onLost }: LiveSocketOptions): LiveSocket {
  const lifetime = new AbortController();
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  connect();
  // A laptop that wakes up must not wait out the delay that it fell asleep with.
  for (const event of ["online", "pageshow", "visibilitychange"]) {
    globalThis.addEventListener?.(event, hurry, { signal: lifetime.signal, capture: true });
  }

  return {
    get isOpen() {
      return socket?.readyState === WebSocket.OPEN;
    },
    send(text) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(text);
      return true;
    },
    restart() {
      drop();
      connect();
    },
    close() {
      lifetime.abort();
      drop();
    },
  };

  function connect(): void {
    clearTimeout(timer);
    timer = undefined;
    const current = new WebSocket(url());
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
      onMessage(data);
    });
    current.addEventListener("close", () => {
      if (socket !== current) return;
      socket = undefined;
      timer = setTimeout(connect, retryDelay(failures));
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

  function hurry(): void {
    if (timer !== undefined) connect();
  }
}
