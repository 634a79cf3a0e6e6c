/**
 * Tells the client which commands there are: when it has come to know the session, and whenever they have changed [S-01].
 */

import type { AvailableCommand } from "@agentclientprotocol/sdk";

import type { SessionClient } from "../acp-client/session-client.ts";

export interface CommandAnnouncer {
  /** The client knows the session now, and gets the list. */
  announce(list: () => AvailableCommand[]): void;
  /** There may be others. Several changes at once are announced together. */
  changed(): void;
  close(): void;
}

const SETTLE_MS = 50;

export function createCommandAnnouncer(client: Pick<SessionClient, "update">): CommandAnnouncer {
  let list: (() => AvailableCommand[]) | undefined;
  let sent = "";
  let timer: NodeJS.Timeout | undefined;

  function send(): void {
    timer = undefined;
    const availableCommands = list?.() ?? [];
    const text = JSON.stringify(availableCommands);
    if (text === sent) return;
    sent = text;
    void client.update({ sessionUpdate: "available_commands_update", availableCommands });
  }

  return {
    announce(given) {
      list = given;
      send();
    },
    changed() {
      if (list) timer ??= setTimeout(send, SETTLE_MS);
    },
    close() {
      list = undefined;
      clearTimeout(timer);
    },
  };
}
