/**
 * What an agent asks of one client: its files, its terminals, and whatever we do not know.
 *
 * It goes to a client that can, first of all to the one that prompted last. Everything about a terminal goes to the client
 * that has it. If there is no such client, or it goes, the agent is told at once.
 */

import { type AnyRequest, type AnyResponse, RequestError } from "@agentclientprotocol/sdk";

import type { Asked, ClientLink } from "../connection/client-link.ts";
import { fieldsOf, paramsOf, resultOf, textOf } from "../wire/message.ts";
import { errorAnswer } from "../wire/wire-error.ts";

export interface Errands {
  /** The links in the order in which they are preferred. */
  run(request: AnyRequest, links: readonly ClientLink[]): { cancel(): void };
}

export interface ErrandsOptions {
  /** Sends something to a client when its turn has come. */
  hand(link: ClientLink, send: () => void): void;
  respond(response: AnyResponse): void;
}

export function createErrands({ hand, respond }: ErrandsOptions): Errands {
  const terminals = new Map<string, ClientLink>();
  return {
    run(request, links) {
      const terminalId = textOf(paramsOf(request)["terminalId"]) ?? "";
      const link = terminals.get(terminalId) ?? links.find((one) => can(one, request.method));
      let asked: Asked | undefined;
      const refuse = () => respond(errorAnswer(request.id, nobody(request.method)));
      if (!link || link.gone.aborted) {
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

  function remember(request: AnyRequest, response: AnyResponse, link: ClientLink) {
    const created = textOf(resultOf(response)["terminalId"]);
    if (request.method === "terminal/create" && created !== undefined) terminals.set(created, link);
    if (request.method === "terminal/release") terminals.delete(textOf(paramsOf(request)["terminalId"]) ?? "");
  }
}

function can({ capabilities }: ClientLink, method: string): boolean {
  if (method.startsWith("terminal/")) return capabilities["terminal"] === true;
  const files = fieldsOf(capabilities["fs"]);
  if (method === "fs/read_text_file") return files["readTextFile"] === true;
  return method !== "fs/write_text_file" || files["writeTextFile"] === true;
}

function nobody(method: string): RequestError {
  return RequestError.internalError({ method }, "no client that can do this is connected");
}
