/**
 * `subscriptions/listen` of MCP 2026-07-28: a request that stays open and receives changes.
 */

import { type JsonObject, objectOf } from "@tenon/basis";

import type { ServerScript } from "../script.ts";
import { hasResources } from "./catalogue.ts";
import type { Channel } from "./channel.ts";
import { notification, type InboundRequest } from "./json-rpc.ts";
import { META } from "./request-meta.ts";
import type { World } from "./world.ts";

/** Acknowledges what of the filter this server can honour, and from then on passes that on. Returns the end of it. */
export function openSubscription(world: World, { id, params }: InboundRequest, channel: Channel): () => void {
  const wanted = objectOf(params["notifications"]);
  const honoured = honouredFilter(world.script, wanted);
  const _meta = { [META.subscriptionId]: id };
  const send = (method: string, rest: JsonObject = {}) => channel.send(notification(method, { ...rest, _meta }));

  channel.open();
  send("notifications/subscriptions/acknowledged", { notifications: honoured });
  const leave = world.audience.join({
    onNotification(method, about) {
      if (isHonoured(honoured, method, about)) send(method, about);
    },
  });
  world.record({ type: "listener-join", session: String(id) });
  if (honoured["toolsListChanged"]) {
    for (let time = 0; time < (world.misbehaviour.listChangedAfterStart ?? 0); time++) {
      send("notifications/tools/list_changed");
    }
  }
  return () => {
    leave();
    world.record({ type: "listener-leave", session: String(id) });
  };
}

function honouredFilter(script: ServerScript, wanted: JsonObject): JsonObject {
  const { toolsListChanged, promptsListChanged, resourcesListChanged, resourceSubscriptions } = wanted;
  return {
    ...(script.tools && toolsListChanged === true && { toolsListChanged }),
    ...(script.prompts && promptsListChanged === true && { promptsListChanged }),
    ...(hasResources(script) && resourcesListChanged === true && { resourcesListChanged }),
    ...(hasResources(script) && Array.isArray(resourceSubscriptions) && { resourceSubscriptions }),
  };
}

function isHonoured(filter: JsonObject, method: string, about: JsonObject | undefined): boolean {
  const { toolsListChanged, promptsListChanged, resourcesListChanged, resourceSubscriptions } = filter;
  switch (method) {
    case "notifications/tools/list_changed":
      return toolsListChanged === true;
    case "notifications/prompts/list_changed":
      return promptsListChanged === true;
    case "notifications/resources/list_changed":
      return resourcesListChanged === true;
    case "notifications/resources/updated":
      return Array.isArray(resourceSubscriptions) && resourceSubscriptions.includes(about?.["uri"]);
    default:
      return false;
  }
}
