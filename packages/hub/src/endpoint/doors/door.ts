/**
 * A way into the endpoint. Each has connections of its own, and notifies them of changes.
 */

import type { LoggingMessageNotificationParams, McpServer } from "@modelcontextprotocol/server";

export type ChangedList = "tools" | "resources" | "prompts";

export interface Door {
  /** A list has changed. Never throws. */
  changed(list: ChangedList): void;
  /** A resource has changed that some connection follows. Never throws. */
  updated(uri: string): void;
  /** A server logged something. Never throws. */
  logged(message: LoggingMessageNotificationParams): void;
  close(): Promise<void>;
}

/** What is on its way to one connection. An agent that does not read must not fill our memory. */
interface Sending {
  logs: number;
  /** Lists and resources whose change is on its way, and whether they have changed again since. */
  readonly changes: Map<string, boolean>;
}

const MAX_LOGS = 100;
const sending = new WeakMap<McpServer, Sending>();

/** Notifies one connection; one that is gone, or not greeted yet, needs no notice. */
export function notify(server: McpServer, list: ChangedList): void {
  const send = {
    tools: () => server.server.sendToolListChanged(),
    resources: () => server.server.sendResourceListChanged(),
    prompts: () => server.server.sendPromptListChanged(),
  }[list];
  sendChange(server, list, send);
}

/** Of a resource: in 2026-07-28 the SDK knows who listens, in the others `isFollowed` does. */
export function notifyUpdate(server: McpServer, uri: string, isFollowed: boolean): void {
  if (isFollowed || isModern(server)) sendChange(server, uri, () => server.server.sendResourceUpdated({ uri }));
}

function sendChange(server: McpServer, change: string, send: () => Promise<void>): void {
  if (!isGreeted(server)) return;
  const { changes } = sendingTo(server);
  const isOnItsWay = changes.has(change);
  changes.set(change, isOnItsWay);
  if (isOnItsWay) return;
  settled(send(), () => {
    const hasChanged = changes.get(change);
    changes.delete(change);
    if (hasChanged) sendChange(server, change, send);
  });
}

/** What is too much for the agent to read is dropped. In 2026-07-28 logs belong to requests, which pass them on. */
export function log(server: McpServer, message: LoggingMessageNotificationParams): void {
  const to = sendingTo(server);
  if (!isGreeted(server) || isModern(server) || to.logs >= MAX_LOGS) return;
  to.logs += 1;
  settled(server.server.sendLoggingMessage(message), () => void (to.logs -= 1));
}

function isModern(server: McpServer): boolean {
  return server.server.getNegotiatedProtocolVersion() === "2026-07-28";
}

/** An un-awaited send must not end the process [W4]. */
function settled(sent: Promise<void>, then: () => void): void {
  void sent.catch(() => {}).then(then);
}

function sendingTo(server: McpServer): Sending {
  const known = sending.get(server) ?? { logs: 0, changes: new Map() };
  sending.set(server, known);
  return known;
}

function isGreeted(server: McpServer): boolean {
  return server.isConnected() && server.server.getNegotiatedProtocolVersion() !== undefined;
}
