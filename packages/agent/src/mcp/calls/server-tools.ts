/**
 * The tools of the servers for one step: what the hub offers, and the pairs of tools that read resources and skills.
 */

import type { Hub, Offer } from "@tenon/hub";

import type { Model } from "../../model/model.ts";
import type { Toolbox } from "../../turn/turn.ts";
import type { ServerResources } from "../lists/server-resources.ts";
import type { HubTools } from "./hub-tools.ts";
import { readableResources, readableSkills } from "./resource-tools.ts";
import { readingTools } from "./reading-tools.ts";
import type { RunningCalls } from "./running-calls.ts";

export interface ServerTools {
  /** `words` are what the user asked for, to find tools by. */
  offer(words: string): Toolbox;
}

export function createServerTools(
  hub: Hub,
  session: {
    readonly hubTools: HubTools;
    readonly resources: ServerResources;
    readonly running: RunningCalls;
    readonly model: () => Model;
    readonly onWarnings: (warnings: Offer["warnings"]) => void;
  },
): ServerTools {
  const { hubTools, resources, running, model, onWarnings } = session;
  return {
    offer(words) {
      const offer = hub.offer(words, { modelContext: model().contextTokens });
      onWarnings(offer.warnings);
      const reading = [readableResources(resources), readableSkills(hub)].flatMap((readable) =>
        readingTools(readable, { hub, running }),
      );
      // A model that remembers a tool that was switched off cannot call it either.
      const off = new Set(offer.verdicts.flatMap(({ code, tool }) => (code === "off" ? [tool.name] : [])));
      return {
        definitions: [...reading.map(({ definition }) => definition), ...offer.tools],
        notes: offer.index === undefined ? [] : [offer.index],
        find: (name) =>
          reading.find(({ definition }) => definition.name === name) ??
          (off.has(name) ? undefined : hubTools.find(name)),
        seen: () => hub.seen(offer.tools.map(({ name }) => name)),
      };
    },
  };
}
