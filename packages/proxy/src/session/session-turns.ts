/**
 * What a turn means for the tools of its session.
 */

import type { SessionHub } from "@tenon/hub";

import type { AgentTraits } from "../agents/agent-traits.ts";
import type { AgentCalls } from "./calls/agent-calls.ts";
import type { CallUpdates } from "./calls/call-updates.ts";
import type { RecordedMessages } from "./calls/record-messages.ts";
import type { SessionPermissions } from "./calls/permissions.ts";
import type { SessionEndpoints } from "./session-endpoints.ts";
import type { SessionNotices } from "./client/session-notices.ts";
import type { SignIn } from "./client/sign-in.ts";

export interface SessionTurns {
  /** Servers that were given up a while ago are tried again: they are needed now. */
  startTurn(): void;
  /** Before the first turn: servers that start are waited for, as long as our own agent does. */
  ready(): Promise<void> | undefined;
  cancelTurn(): void;
  /** `isAnswered` is false if the agent has answered with an error. */
  endTurn(isAnswered: boolean): void;
}

export interface SessionTurnsOptions extends Pick<SessionEndpoints, "cancelCalls"> {
  readonly hub: Promise<SessionHub>;
  readonly traits: Pick<AgentTraits, "cancelsCalls">;
  readonly waitsForServers?: boolean;
  readonly signIn: Pick<SignIn, "askNow">;
  readonly permissions: Pick<SessionPermissions, "cancel" | "clear">;
  readonly notices: Pick<SessionNotices, "endTurn">;
  readonly messages?: Pick<RecordedMessages, "endTurn"> | undefined;
  readonly updates: Pick<CallUpdates, "clear">;
  readonly calls: Pick<AgentCalls, "clear">;
}

export function createSessionTurns(options: SessionTurnsOptions): SessionTurns & { isInTurn(): boolean } {
  const { hub, traits, signIn, permissions, notices, messages, updates, calls } = options;
  let hubNow: SessionHub | undefined;
  let turns = 0;
  let isCancelled = false;
  let hasWaited = false;
  hub.then(
    (opened) => (hubNow = opened),
    () => {}, // reported
  );
  return {
    isInTurn: () => turns > 0,
    startTurn() {
      turns += 1;
      hubNow?.retry();
      if (hubNow) signIn.askNow(hubNow);
    },
    ready() {
      if (hasWaited || !options.waitsForServers) return undefined;
      hasWaited = true;
      return hub.then((opened) => opened.ready()).catch(() => {}); // reported
    },
    cancelTurn() {
      permissions.cancel();
      if (traits.cancelsCalls) isCancelled = true;
      else cancelCalls();
    },
    endTurn(isAnswered) {
      turns -= 1;
      if (isCancelled) cancelCalls();
      if (isAnswered) notices.endTurn();
      permissions.clear();
      messages?.endTurn();
      updates.clear();
      calls.clear();
    },
  };

  /** Not all agents tell a server that the turn of its call was cancelled. */
  function cancelCalls(): void {
    isCancelled = false;
    options.cancelCalls(new Error("The user has cancelled the turn"));
  }
}
