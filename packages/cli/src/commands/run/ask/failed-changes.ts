/**
 * Changes of files that failed because we could not give the agent what it asked for, and that it did not make in
 * another way. Some agents report such a call as failed without a reason, and end the turn as if all were well.
 */

import { existsSync } from "node:fs";

import { errorMessage } from "@tenon/basis";
import type { FileAccess } from "@tenon/client";
import type { Entry, ToolCallEntry } from "@tenon/timeline";

import { t } from "../../../messages/t.ts";
import type { FailedChange } from "../show/outcome.ts";

export interface FileFailures {
  watch(files: FileAccess): FileAccess;
  /** After the turn, of whose entries these are. */
  failedChanges(entries: readonly Entry[]): Promise<readonly FailedChange[]>;
}

export function createFileFailures(): FileFailures {
  const reads = new Map<string, string>();
  const writes = new Map<string, string>();
  return {
    watch: (files) => ({
      read: (request, context) => files.read(request, context).catch(noteIn(reads, request.path)),
      async write(request, context) {
        const written = await files.write(request, context).catch(noteIn(writes, request.path));
        for (const failed of [reads, writes]) failed.delete(request.path);
        return written;
      },
    }),
    async failedChanges(entries) {
      const changes = [...writes].map(([path, reason]) => ({ title: t("write {path}", { path }), reason }));
      for (const [path, reason] of reads) {
        // The last that was tried with this file is what counts.
        const call = entries.findLast((entry) => entry.type === "tool-call" && isAbout(entry, path));
        if (call?.type !== "tool-call" || call.kind !== "edit" || call.status !== "failed") continue;
        if (writes.has(path) || existsSync(path)) continue;
        changes.push({ title: call.title, reason });
      }
      return changes;
    },
  };
}

function noteIn(failures: Map<string, string>, path: string): (error: unknown) => never {
  return (error) => {
    failures.set(path, errorMessage(error));
    throw error;
  };
}

function isAbout({ locations, rawInput, title }: ToolCallEntry, path: string): boolean {
  return locations.some((location) => location.path === path) || JSON.stringify([title, rawInput]).includes(path);
}
