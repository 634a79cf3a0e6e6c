/**
 * What goes wrong with a whole message, whatever revision and transport it came by.
 */

import type { Channel } from "./channel.ts";
import { failure, type Inbound } from "./json-rpc.ts";
import type { World } from "./world.ts";

/** Lets the message be received, unless this server holds it, ignores it, refuses it or dies of it. */
export function misbehave(world: World, message: Inbound, channel: Channel, receive: () => void): void {
  if (message.type === "response") {
    receive();
    return;
  }
  const { method } = message;
  const { holdOn, exitOn, silentOn, errorOn } = world.misbehaviour;
  const gate = holdOn?.[method];
  if (gate === undefined) proceed();
  else void world.gates.opened(gate).then(proceed);

  function proceed(): void {
    const words = exitOn?.[method];
    const error = errorOn?.[method];
    if (words) world.crash(words);
    else if (silentOn?.includes(method)) return;
    else if (error && message.type === "request") channel.send(failure(message.id, error));
    else receive();
  }
}
