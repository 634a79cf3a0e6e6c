/**
 * The endpoint's tools by the names that agents make of them: kimi turns `github__create_issue` into `github_create_issue`.
 */

import type { EndpointTool } from "@tenon/hub/endpoint";

export interface SpelledTools {
  /** By its name, or by a spelling of it that only one listed tool has. */
  find(name: string): EndpointTool | undefined;
  /** The endpoint has listed these. */
  listed(names: readonly string[]): void;
}

export function createSpelledTools(find: (name: string) => EndpointTool | undefined): SpelledTools {
  /** Undefined where two tools are spelled the same. */
  const bySpelling = new Map<string, string | undefined>();
  return {
    find(name) {
      const listed = bySpelling.get(spellingOf(name));
      return find(name) ?? (listed === undefined ? undefined : find(listed));
    },
    listed(names) {
      bySpelling.clear();
      for (const name of names) {
        const spelling = spellingOf(name);
        bySpelling.set(spelling, bySpelling.has(spelling) ? undefined : name);
      }
    },
  };
}

function spellingOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_");
}
