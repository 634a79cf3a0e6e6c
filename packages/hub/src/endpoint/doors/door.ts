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

/** Notifies one connection; one that is gone, or not greeted yet, needs no notice. */
export function notify(server: McpServer, list: ChangedList): void {
  if (!isGreeted(server)) return;
  const sent = {
    tools: () => server.server.sendToolListChanged(),
    resources: () => server.server.sendResourceListChanged(),
    prompts: () => server.server.sendPromptListChanged(),
  }[list]();
  // An un-awaited send must not end the process [W4].
  sent.catch(() => {});
}

export function log(server: McpServer, message: LoggingMessageNotificationParams, session?: string): void {
  if (!isGreeted(server)) return;
  server.server.sendLoggingMessage(message, session).catch(() => {}); // as above
}

function isGreeted(server: McpServer): boolean {
  return server.isConnected() && server.server.getNegotiatedProtocolVersion() !== undefined;
}
