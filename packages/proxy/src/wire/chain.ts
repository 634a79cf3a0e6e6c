/**
 * The wire as a component of a proxy chain: client and agent on one stream, through a conductor that starts each component.
 *
 * `proxy/initialize` as the first message says so. To the agent goes `proxy/successor` with the message inside, and so it
 * comes from there; everything else is the client's. Ids are the conductor's in both directions, so they are kept. The
 * Rust conductor writes the names with `_`.
 */

import { membersOf, objectOf, parseMessage, stringOf } from "@tenon/basis";

import type { Frame } from "./frame.ts";

export interface Chain {
  /** Which side a message of the conductor comes from, and the message as that side sent it. */
  origin(frame: Frame): { readonly from: "client" | "agent"; readonly frame: Frame };
  /** What to send to the conductor for a message that goes to the agent. */
  toSuccessor(frame: Frame): Frame;
}

const INITIALIZE = /^(_?)proxy\/initialize$/;

/** Undefined if this first message is of no chain. */
export function joinChain(first: Frame): Chain | undefined {
  const [, prefix] = INITIALIZE.exec(stringOf(objectOf(first.message)["method"]) ?? "") ?? [];
  return prefix === undefined ? undefined : createChain(`${prefix}proxy/initialize`, `${prefix}proxy/successor`);
}

function createChain(initialize: string, successor: string): Chain {
  const sentToAgent = new Set<unknown>();
  const askedByAgent = new Set<unknown>();
  return {
    origin(frame) {
      const { id, method, params } = objectOf(frame.message);
      if (method === initialize)
        return { from: "client", frame: build({ ...rawParts(frame), method: '"initialize"' }) };
      if (method === successor) {
        if (id !== undefined) askedByAgent.add(id);
        return { from: "agent", frame: unwrapped(frame) };
      }
      const isOfAgent =
        method === "$/cancel_request"
          ? askedByAgent.has(objectOf(params)["requestId"])
          : method === undefined && sentToAgent.delete(id);
      return { from: isOfAgent ? "agent" : "client", frame };
    },
    toSuccessor(frame) {
      const { id, method } = objectOf(frame.message);
      // Cancelled by the id of the request on this hop, which is the same.
      if (method === "$/cancel_request") return frame;
      if (method === undefined) {
        askedByAgent.delete(id);
        return frame;
      }
      if (id !== undefined) sentToAgent.add(id);
      const { method: inner = "null", params, id: rawId } = rawParts(frame);
      const around = `{"method":${inner}${params === undefined ? "" : `,"params":${params}`}}`;
      return build({ id: rawId, method: JSON.stringify(successor), params: around });
    },
  };
}

/** The parts of a message as text. */
interface Parts {
  readonly id?: string | undefined;
  readonly method?: string | undefined;
  readonly params?: string | undefined;
}

function rawParts({ text }: Frame): Parts {
  const members = membersOf(text);
  return { id: members.get("id"), method: members.get("method"), params: members.get("params") };
}

/** `_meta` beside the message inside is of this hop only. */
function unwrapped(frame: Frame): Frame {
  const { id, params } = rawParts(frame);
  const inside = membersOf(params ?? "{}");
  const innerParams = inside.get("params");
  return build({ id, method: inside.get("method") ?? '""', params: innerParams === "null" ? undefined : innerParams });
}

function build({ id, method, params }: Parts): Frame {
  const members = Object.entries({ jsonrpc: '"2.0"', id, method, params }).filter(([, value]) => value !== undefined);
  const text = `{${members.map(([name, value]) => `"${name}":${value}`).join(",")}}`;
  return { message: parseMessage(text), text };
}
