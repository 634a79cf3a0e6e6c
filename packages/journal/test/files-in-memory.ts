import type { OutsideFiles } from "../src/index.ts";

/** As a folder beside a journal has them. */
export function filesInMemory(): OutsideFiles {
  const sessions = new Map<string, Map<string, Uint8Array>>();
  return {
    async put(sessionId, name, content) {
      const contents = sessions.get(sessionId) ?? new Map<string, Uint8Array>();
      sessions.set(sessionId, contents.set(name, content));
    },
    names: async (sessionId) => [...(sessions.get(sessionId)?.keys() ?? [])],
    get: async (sessionId, name) => sessions.get(sessionId)?.get(name),
    remove: async (sessionId, name) => void sessions.get(sessionId)?.delete(name),
  };
}
