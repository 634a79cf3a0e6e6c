/**
 * What an agent asks of one client: its files, its terminals, and whatever we do not know.
 *
 * It goes to a client that can, first of all to the one that prompted last, or else to ourselves. Everything about a
 * terminal goes to the client that created it. If no client can, or it disconnects, the agent gets an error at once.
 */

import { type AnyRequest, type AnyResponse, RequestError } from "@agentclientprotocol/sdk";
import { objectOf, stringOf } from "@tenon/basis";
import { serviceRequests } from "@tenon/client";

import type { ClientLink } from "../../wire/client-link.ts";
import type { SentRequest } from "../../wire/sent-requests.ts";
import { paramsOf, resultOf } from "../../wire/message.ts";
import { errorAnswer } from "../../wire/wire-error.ts";
import type { LocalClient } from "./local-client.ts";

export interface Errands {
  /** The links in the order in which they are preferred. */
  run(request: AnyRequest, links: readonly ClientLink[]): { cancel(): void };
}

export interface ErrandsOptions {
  /** Sends something to a client when its turn has come. */
  hand(link: ClientLink, send: () => void): void;
  respond(response: AnyResponse): void;
  /** Ourselves, if the client wants that. */
  local(): LocalClient | undefined;
}

export function createErrands({ hand, respond, local }: ErrandsOptions): Errands {
  const terminals = new Map<string, ClientLink | "ours">();
  return {
    run(request, links) {
      const terminalId = stringOf(paramsOf(request)["terminalId"]) ?? "";
      const owner = terminals.get(terminalId);
      // A client that was disconnected and is back still has its terminals.
      const isGone = owner !== undefined && owner !== "ours" && owner.gone.aborted;
      const link = (isGone ? undefined : owner) ?? links.find((one) => can(one, request.method)) ?? "ours";
      let asked: SentRequest | undefined;
      const refuse = () => respond(errorAnswer(request.id, unsupported(request.method)));
      const ourselves = link === "ours" && serviceRequests.has(request.method) ? local() : undefined;
      if (ourselves) {
        return ourselves.run(request, (response) => {
          remember(request, response, "ours");
          respond(response);
        });
      }
      if (link === "ours" || link.gone.aborted) {
        refuse();
        return { cancel() {} };
      }
      hand(link, () => {
        asked = link.ask(request, {
          onGone: refuse,
          onAnswer(response) {
            remember(request, response, link);
            respond(response);
          },
        });
      });
      return { cancel: () => asked?.cancel() };
    },
  };

  function remember(request: AnyRequest, response: AnyResponse, owner: ClientLink | "ours") {
    const created = stringOf(resultOf(response)["terminalId"]);
    if (request.method === "terminal/create" && created !== undefined) terminals.set(created, owner);
    if (request.method === "terminal/release") terminals.delete(stringOf(paramsOf(request)["terminalId"]) ?? "");
  }
}

function can({ capabilities }: ClientLink, method: string): boolean {
  if (method.startsWith("terminal/")) return capabilities["terminal"] === true;
  const files = objectOf(capabilities["fs"]);
  if (method === "fs/read_text_file") return files["readTextFile"] === true;
  return method !== "fs/write_text_file" || files["writeTextFile"] === true;
}

function unsupported(method: string): RequestError {
  return RequestError.internalError({ method }, "no connected client supports this method");
}
