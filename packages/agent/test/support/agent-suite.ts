/**
 * What an agent does for its client, whatever carries their messages: the same cases over stdio, WebSocket and HTTP.
 *
 * What a transport itself decides is not here: what becomes of messages before `initialize` or of a second one, and
 * whether sessions end with the connection.
 */

import { cancelCases } from "./suite/cancel-cases.ts";
import { contentCases } from "./suite/content-cases.ts";
import { initializeCases } from "./suite/initialize-cases.ts";
import { messageCases } from "./suite/message-cases.ts";
import { newSessionCases } from "./suite/new-session-cases.ts";
import { sessionCases } from "./suite/session-cases.ts";
import { settingsCases } from "./suite/settings-cases.ts";
import { storedSessionCases } from "./suite/stored-session-cases.ts";
import { type ConnectAgent, suiteStage } from "./suite/suite-stage.ts";
import { turnCases } from "./suite/turn-cases.ts";

export { acp, slowServer } from "./suite/suite-servers.ts";
export type { ConnectAgent } from "./suite/suite-stage.ts";

export function agentSuite(connectAgent: ConnectAgent): void {
  const stage = suiteStage(connectAgent);
  initializeCases(stage);
  messageCases(stage);
  newSessionCases(stage);
  contentCases(stage);
  turnCases(stage);
  cancelCases(stage);
  sessionCases(stage);
  storedSessionCases(stage);
  settingsCases(stage);
}
