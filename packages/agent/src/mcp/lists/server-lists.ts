/**
 * What servers list besides tools, kept up to date.
 */

import type { Hub } from "@tenon/hub";
import { isConnected } from "@tenon/hub/display";

import { createServerPrompts, type ServerPrompts } from "./server-prompts.ts";
import { createServerResources, type ServerResources } from "./server-resources.ts";

export interface ServerLists {
  readonly prompts: ServerPrompts;
  readonly resources: ServerResources;
  /** The server's lists may have changed. */
  changed(server: string): void;
}

export function createServerLists(hub: Hub, options: { readonly onPrompts: () => void }): ServerLists {
  const resources = createServerResources(hub);
  const prompts = createServerPrompts(hub, { onChange: options.onPrompts });
  for (const { spec, receipt } of hub.servers) if (isConnected(receipt.state)) changed(spec.name);
  return { prompts, resources, changed };

  function changed(server: string): void {
    // The hub reports a connection just before it can be used.
    queueMicrotask(() => {
      resources.changed(server);
      void prompts.refresh(server);
    });
  }
}
