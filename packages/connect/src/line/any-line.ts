/**
 * A line over a WebSocket, or over HTTP where something on the way forbids WebSockets.
 */

import { ConnectError } from "../connect-error.ts";
import type { Line, LineListeners, OpenLine } from "./line.ts";

export interface AnyLineOptions {
  readonly socket: OpenLine;
  readonly http: OpenLine;
  /** HTTP is used, for this reason. Called once. */
  onHttp(reason: string): void;
}

export function anyLine({ socket, http, onHttp }: AnyLineOptions): OpenLine {
  let isSaid = false;
  let isMute = false;
  return async (listeners, signal) => {
    const problem = isMute ? "The WebSocket opened, but no message got through" : await trySocket(listeners, signal);
    if (typeof problem !== "string") return problem;
    isMute = false;
    const line = await http(listeners, signal);
    if (!isSaid) onHttp(problem);
    isSaid = true;
    return line;
  };

  /** Resolves with why there can be none on this way. */
  async function trySocket({ onText }: LineListeners, signal: AbortSignal): Promise<Line | string> {
    let hasHeard = false;
    const hear = (text: string) => {
      hasHeard = true;
      return onText(text);
    };
    try {
      const line = await socket({ onText: hear }, signal);
      // The next one is tried over HTTP: some proxies accept a WebSocket and pass nothing.
      void line.ended.then(() => (isMute = !hasHeard));
      return line;
    } catch (error) {
      if (error instanceof ConnectError && error.code === "no_websocket") return error.message;
      throw error;
    }
  }
}
