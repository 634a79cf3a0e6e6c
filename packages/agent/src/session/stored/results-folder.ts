import { join } from "node:path";

/** The folder for the results of one session; its id may have come with a journal from elsewhere. */
export function resultsOf(folder: string, sessionId: string): string {
  return join(folder, `tenon-${sessionId.replaceAll(/[^\w-]/g, "_")}`);
}
