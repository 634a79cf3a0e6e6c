/**
 * A way into the endpoint. Each has connections of its own, and tells them what changes.
 */

import type { LoggingMessageNotificationParams, McpServer } from "@modelcontextprotocol/server";

export type ChangedList = "tools" | "resources" | "prompts";

export interface Door {
  /** A list has changed. Never throws. */
  changed(list: ChangedList): void;
  /** A server logged something. Never throws. */
  logged(message: LoggingMessageNotificationParams): void;
  close(): Promise<void>;
}

/** What is on its way to one connection. An agent that does not read must not fill our memory. */
interface Sending {
  logs: number;
  /** Lists whose change is on its way, and whether they have changed again since. */
  readonly lists: Map<ChangedList, boolean>;
}

const MOST_LOGS = 100;
const sending = new WeakMap<McpServer, Sending>();

/** Notifies one connection; one that is gone, or not greeted yet, needs no notice. */
export function notify(server: McpServer, list: ChangedList): void {
  if (!isGreeted(server)) return;
  const { lists } = sendingTo(server);
  const isOnItsWay = lists.has(list);
  lists.set(list, isOnItsWay);
  if (isOnItsWay) return;
  const send = {
    tools: () => server.server.sendToolListChanged(),
    resources: () => server.server.sendResourceListChanged(),
    prompts: () => server.server.sendPromptListChanged(),
  }[list];
  settled(send(), () => {
    const hasChanged = lists.get(list);
    lists.delete(list);
    if (hasChanged) notify(server, list);
  });
}

/** What is too much for the agent to read is dropped. */
export function log(server: McpServer, message: LoggingMessageNotificationParams, session?: string): void {
  const to = sendingTo(server);
  if (!isGreeted(server) || to.logs >= MOST_LOGS) return;
  to.logs += 1;
  settled(server.server.sendLoggingMessage(message, session), () => void (to.logs -= 1));
}

/** An un-awaited send must not end the process [W4]. */
function settled(sent: Promise<void>, then: () => void): void {
  void sent.catch(() => {}).then(then);
}

function sendingTo(server: McpServer): Sending {
  const known = sending.get(server) ?? { logs: 0, lists: new Map() };
  sending.set(server, known);
  return known;
}

function isGreeted(server: McpServer): boolean {
  return server.isConnected() && server.server.getNegotiatedProtocolVersion() !== undefined;
}
