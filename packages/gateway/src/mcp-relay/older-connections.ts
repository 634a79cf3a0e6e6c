/**
 * The older form of MCP over ACP: connections that `mcp/connect` has opened. They end with the connection of their client,
 * and the agent opens others when it needs the server.
 */

import { type AnyNotification, type AnyRequest, type AnyResponse, RequestError } from "@agentclientprotocol/sdk";
import { stringOf } from "@tenon/basis";

import type { Upstream } from "../upstream/upstream.ts";
import type { ClientLink } from "../wire/client-link.ts";
import { type Cancellable, paramsOf, type Reply, resultOf, withParams } from "../wire/message.ts";
import { errorAnswer } from "../wire/wire-error.ts";
import { bindingError } from "./binding-error.ts";

export interface OlderConnections {
  /** The client's answer to `mcp/connect`, with an id of ours. */
  opened(agent: Upstream, link: ClientLink, response: AnyResponse): AnyResponse;
  /** `mcp/message` or `mcp/disconnect`; undefined if the connection is not this agent's. */
  ask(agent: Upstream, request: AnyRequest): Cancellable | undefined;
  notify(agent: Upstream, message: AnyNotification): boolean;
  receive(link: ClientLink, message: AnyNotification): Upstream | undefined;
  /** A request of a server to its agent. */
  request(link: ClientLink, request: AnyRequest, reply: Reply): Cancellable;
}

interface Open {
  readonly id: string;
  readonly agent: Upstream;
  readonly link: ClientLink;
  /** As the client knows it. */
  readonly clientsId: string;
}

export function createOlderConnections(newId: () => string): OlderConnections {
  const open = new Map<string, Open>();
  return {
    opened(agent, link, response) {
      const clientsId = stringOf(resultOf(response)["connectionId"]);
      if (!("result" in response) || clientsId === undefined) return response;
      const id = newId();
      open.set(id, { id, agent, link, clientsId });
      link.gone.addEventListener("abort", () => open.delete(id), { once: true });
      return { ...response, result: { ...resultOf(response), connectionId: id } };
    },
    ask(agent, request) {
      const known = ofAgent(agent, request);
      if (!known) return undefined;
      if (request.method === "mcp/disconnect") open.delete(known.id);
      return known.link.ask(withParams(request, { connectionId: known.clientsId }), {
        onAnswer: (response) => agent.respond(response),
        onGone: () => agent.respond(errorAnswer(request.id, bindingError("unknownServer", GONE))),
      });
    },
    notify(agent, message) {
      const known = ofAgent(agent, message);
      known?.link.send(withParams(message, { connectionId: known.clientsId }));
      return known !== undefined;
    },
    receive(link, message) {
      const known = ofClient(link, message);
      known?.agent.notify(withParams(message, { connectionId: known.id }));
      return known?.agent;
    },
    request(link, request, reply) {
      const known = ofClient(link, request);
      if (!known) throw RequestError.invalidParams(undefined, "this connection to an agent is not open");
      return known.agent.request(withParams(request, { connectionId: known.id }), reply);
    },
  };

  function ofAgent(agent: Upstream, message: AnyRequest | AnyNotification): Open | undefined {
    const known = open.get(stringOf(paramsOf(message)["connectionId"]) ?? "");
    return known?.agent === agent ? known : undefined;
  }

  function ofClient(link: ClientLink, message: AnyRequest | AnyNotification): Open | undefined {
    const { connectionId } = paramsOf(message);
    return [...open.values()].find((each) => each.link === link && each.clientsId === connectionId);
  }
}

const GONE = "The client that provides this server has disconnected";
