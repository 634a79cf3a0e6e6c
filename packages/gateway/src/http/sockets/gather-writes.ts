import type { Duplex } from "node:stream";

/**
 * To be called before each write: what is written until the event loop goes on leaves in one piece. A call of the system
 * costs many times what a frame does, and frames come in groups, as the journal wrote them.
 */
export function gatherWrites(socket: Duplex): () => void {
  let isGathering = false;
  return () => {
    if (isGathering) return;
    isGathering = true;
    socket.cork();
    setImmediate(() => {
      isGathering = false;
      socket.uncork();
    });
  };
}
