/**
 * The tools of this machine's servers by the names that the agent over there has for them.
 */

import type { SessionHub } from "@tenon/hub";
import type { EndpointTool } from "@tenon/hub/endpoint";

export interface LocatedTools {
  readonly names: readonly string[];
  locate(server: string, tool: string): string | undefined;
  find(key: string): EndpointTool | undefined;
}

export function locateTools(hub: () => SessionHub | undefined): LocatedTools {
  return {
    get names() {
      const servers = hub()?.servers.map(({ spec }) => spec.name) ?? [];
      return [...new Set([...servers, ...servers.map(plain)])];
    },
    locate(server, tool) {
      const name = `mcp__${server}__${tool}`;
      const found = hub()?.catalogue.tools.find(
        (each) => each.name === name || (plain(each.server) === plain(server) && plain(each.tool) === plain(tool)),
      );
      return found?.name;
    },
    find(key) {
      const found = hub()?.catalogue.tools.find(({ name }) => name === key);
      return found && { name: found.tool, server: found.server, tool: found.tool, title: found.title };
    },
  };
}

/** As names are written where only these characters are allowed. */
function plain(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, "_");
}
