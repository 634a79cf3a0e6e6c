/**
 * One WebSocket, from its request to its end.
 */

export interface OpenSocketOptions {
  /** How long it may take to connect: a network that swallows packets would keep it connecting for minutes. */
  readonly connectMs: number;
  readonly onOpen: () => void;
  readonly onMessage: (text: string) => void;
  /** Once, unless it was dropped. */
  readonly onLost: (loss: Loss) => void;
}

/** Whether the connection was lost, or could not be made. */
export interface Loss {
  readonly wasOpen: boolean;
}

export interface OpenSocket {
  readonly isOpen: boolean;
  /** False if it is not open, and nothing was sent. */
  send(text: string): boolean;
  /** Ends it without calling any listener. */
  drop(): void;
}

/** The fragment of the URL is the page's key: it goes with the request, and not in the address, which ends up in logs. */
export function openSocket(url: URL, { connectMs, onOpen, onMessage, onLost }: OpenSocketOptions): OpenSocket {
  const { address, protocols } = withKey(url);
  const socket = new WebSocket(address, protocols);
  const lifetime = new AbortController();
  const { signal } = lifetime;
  const timer = setTimeout(lose, connectMs);
  let wasOpen = false;
  const opened = (): void => {
    clearTimeout(timer);
    wasOpen = true;
    onOpen();
  };
  const received = ({ data }: MessageEvent): void => {
    if (typeof data === "string") onMessage(data);
  };
  socket.addEventListener("open", opened, { signal });
  socket.addEventListener("message", received, { signal });
  socket.addEventListener("close", lose, { signal });

  return {
    get isOpen() {
      return socket.readyState === WebSocket.OPEN;
    },
    send(text) {
      if (socket.readyState !== WebSocket.OPEN) return false;
      socket.send(text);
      return true;
    },
    drop,
  };

  function lose(): void {
    drop();
    onLost({ wasOpen });
  }

  function drop(): void {
    clearTimeout(timer);
    lifetime.abort();
    socket.close();
  }
}

function withKey(url: URL): { readonly address: URL; readonly protocols: string[] } {
  const key = url.hash.slice(1);
  const address = new URL(url);
  address.hash = "";
  // A browser takes no connection whose other end chooses none of the protocols; the key must not be the one it chooses.
  return { address, protocols: key === "" ? [] : ["tenon", `tenon.key.${key}`] };
}
