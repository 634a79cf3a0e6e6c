/**
 * Tells the client about the servers of a session: receipts, for clients that want them, and notices for the user. Nothing
 * is sent before the client knows the session [R45].
 */

import { defined } from "@tenon/basis";
import type { Receipt, ServerSpec } from "@tenon/hub";
import {
  type CatalogueNotices,
  createCatalogueNotices,
  createProblemNotices,
  createReceiptNotices,
  type Notice,
  type ProblemNotices,
} from "@tenon/hub/display";

import { RECEIPT_NOTIFICATION } from "../../acp-client/extension-methods.ts";
import type { SessionClient } from "../../acp-client/session-client.ts";
import { whatToDo } from "./what-to-do.ts";

export interface ServerNotices extends Pick<CatalogueNotices, "catalogue" | "offer">, Pick<ProblemNotices, "problems"> {
  receipt(receipt: Receipt): void;
  /** Settings of a server that the client gave and that cannot be used. Called once per server. */
  settings(spec: ServerSpec): void;
  announce(session: {
    readonly receipts: readonly Receipt[];
    readonly given: readonly ServerSpec[];
    /** Connected by hand before the session was loaded, and not started now. */
    readonly notStarted: readonly string[];
  }): void;
  /** The first prompt waits for servers no longer. */
  stopWaiting(): void;
}

const ABOUT_TOOLS =
  "`/tools` shows what is offered and why. Run `/tools off <server>` for tools you do not need, or raise `limits` in tenon.json.";

// Most sessions have a handful.
const MANY_SERVERS = 10;

export function createServerNotices(client: SessionClient): ServerNotices {
  const notice = (each: Notice) => void client.notice(each);
  const receipts = createReceiptNotices({ notice, whatToDo });
  const catalogue = createCatalogueNotices({ notice, whatToDo: ABOUT_TOOLS });
  const problems = createProblemNotices({ notice });
  const wantsReceipts = typeof client.capabilities._meta?.["tenon"] === "object";
  let isAnnounced = false;

  return {
    receipt(receipt) {
      receipts.add(receipt);
      if (isAnnounced) send(receipt);
    },
    catalogue: catalogue.catalogue,
    offer: catalogue.offer,
    problems: problems.problems,
    settings,
    announce({ receipts: current, given, notStarted }) {
      isAnnounced = true;
      current.forEach(send);
      receipts.announce();
      given.forEach(settings);
      if (current.length > MANY_SERVERS) void client.notice(manyServers(current.length));
      catalogue.announce();
      problems.announce();
      for (const server of notStarted) void client.notice(notConnected(server));
    },
    stopWaiting: receipts.stopWaiting,
  };

  function send({ server, state, at, afterMs, reason }: Receipt): void {
    if (!wantsReceipts) return;
    const receipt = { server, state, at, afterMs, ...defined({ reason }) };
    // A client that has gone needs none.
    void client.context.notify(RECEIPT_NOTIFICATION, { sessionId: client.sessionId, ...receipt }).catch(() => {});
  }

  function settings({ name, warnings = [] }: ServerSpec): void {
    if (warnings.length === 0) return;
    const title = `Some settings from your client for ${name} were ignored`;
    void client.notice({ severity: "warning", title, description: warnings.join("\n") });
  }
}

function manyServers(count: number): Notice {
  const description =
    'Each uses memory and takes time to start. `"disabled": true` in `tenon.json` turns a server off; `limits.servers` is ' +
    "the maximum for a session.";
  return { severity: "info", title: `This session has ${count} MCP servers`, description };
}

function notConnected(server: string): Notice {
  const description = `You connected it manually. ${whatToDo(server, "stopped")}`;
  return { severity: "info", title: `${server} is not connected in this session`, description };
}
