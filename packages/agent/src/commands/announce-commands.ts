/**
 * Tells the client which commands there are: when it has come to know the session, and whenever they have changed [S-01].
 */

import type { AvailableCommand } from "@agentclientprotocol/sdk";

import type { SessionClient } from "../acp-client/session-client.ts";

export interface CommandAnnouncer {
  /** The client knows the session now. */
  announce(): void;
  /** There may be others. Several changes in a moment are told as one. */
  changed(): void;
  close(): void;
}

const SETTLE_MS = 50;

export function createCommandAnnouncer(options: {
  readonly client: Pick<SessionClient, "update">;
  readonly list: () => AvailableCommand[];
}): CommandAnnouncer {
  const { client, list } = options;
  let told = "";
  let isAnnounced = false;
  let timer: NodeJS.Timeout | undefined;

  function tell(): void {
    timer = undefined;
    const availableCommands = list();
    const text = JSON.stringify(availableCommands);
    if (text === told) return;
    told = text;
    void client.update({ sessionUpdate: "available_commands_update", availableCommands });
  }

  return {
    announce() {
      isAnnounced = true;
      tell();
    },
    changed() {
      if (isAnnounced) timer ??= setTimeout(tell, SETTLE_MS);
    },
    close() {
      isAnnounced = false;
      clearTimeout(timer);
    },
  };
}
