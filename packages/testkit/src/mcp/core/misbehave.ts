/**
 * What goes wrong with a whole message, whatever revision and transport it came by.
 */

import type { Channel } from "./channel.ts";
import { failure, isResponse, type Inbound } from "./json-rpc.ts";
import type { World } from "./world.ts";

/** Lets the message be received, unless this server holds it, ignores it, refuses it or dies of it. */
export function misbehave(
  world: World,
  message: Inbound,
  replyTo: Channel,
  receive: (message: Inbound, channel: Channel) => void,
): void {
  const { holdOn, exitOn, silentOn, errorOn, responseIds } = world.misbehaviour;
  const channel = responseIds === "string" ? withStringIds(replyTo) : replyTo;
  if (message.type === "response") {
    receive(message, channel);
    return;
  }
  const { method } = message;
  const gate = holdOn?.[method];
  if (gate === undefined) proceed();
  else void world.gates.opened(gate).then(proceed);

  function proceed(): void {
    const words = exitOn?.[method];
    const error = errorOn?.[method];
    if (words) world.crash(words);
    else if (silentOn?.includes(method)) return;
    else if (error && message.type === "request") channel.send(failure(message.id, error));
    else receive(message, channel);
  }
}

function withStringIds(channel: Channel): Channel {
  return {
    ...channel,
    send(message, options) {
      const { id } = message;
      const isNumbered = isResponse(message) && typeof id === "number";
      channel.send(isNumbered ? { ...message, id: String(id) } : message, options);
    },
  };
}
