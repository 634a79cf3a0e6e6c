/**
 * Which configurations of which project folders the user trusts, each by its exact content.
 *
 * Trust is never given to a folder or a name: a file that changed by one byte is another file, and is not trusted
 * until the user has reviewed it [K-02, K-10]. Going back to trusted content needs no new question.
 */

import { hash } from "node:crypto";
import { realpath } from "node:fs/promises";

import { defined } from "@tenon/basis";

import { hashOf } from "../json/canonical-json.ts";
import { NON_EMPTY_STRING, readFields } from "../json/read-fields.ts";
import { PolicyError, type Problem } from "../policy-error.ts";
import { type RecordFolderOptions, recordFolder } from "../store/record-folder.ts";

export interface TrustRecord {
  /** The real path: reached through a link, or in other letters, it is the same folder. */
  readonly folder: string;
  /** SHA-256 of the content. */
  readonly content: string;
  /** ISO 8601. */
  readonly trustedAt: string;
  /** What in the folder it is about, and what the user was shown of it: for the next review of the same thing. */
  readonly subject?: string;
  readonly shown?: string;
}

export interface TrustStore {
  isTrusted(folder: string, content: string): Promise<boolean>;
  trust(folder: string, content: string, about?: Pick<TrustRecord, "subject" | "shown">): Promise<TrustRecord>;
  /** What the user was shown when they last trusted this in the folder. */
  lastShown(folder: string, subject: string): Promise<string | undefined>;
  /** Withdraws trust from all that was trusted in this folder; says how much that was. */
  withdraw(folder: string): Promise<number>;
  list(): Promise<readonly TrustRecord[]>;
}

export function fileTrustStore(
  options: Pick<RecordFolderOptions<TrustRecord>, "folder" | "onWarning"> & { readonly now: () => Date },
): TrustStore {
  const { folder, onWarning, now } = options;
  const records = recordFolder({ folder, onWarning, idOf, parse: parseTrustRecord });
  return {
    async isTrusted(folder, content) {
      // What cannot be found cannot be trusted.
      const real = await realpath(folder).catch(() => undefined);
      if (real === undefined) return false;
      const id = idOf({ folder: real, content: contentHash(content) });
      return (await records.list()).some((record) => idOf(record) === id);
    },
    async trust(folder, content, about = {}) {
      const real = await realpath(folder);
      const record = { folder: real, content: contentHash(content), trustedAt: now().toISOString(), ...about };
      await records.put(record);
      return record;
    },
    async lastShown(folder, subject) {
      const real = await realpath(folder).catch(() => folder);
      const about = (await records.list()).filter((record) => record.folder === real && record.subject === subject);
      return about.toSorted((one, other) => other.trustedAt.localeCompare(one.trustedAt))[0]?.shown;
    },
    async withdraw(folder) {
      // A folder that is gone can still be forgotten.
      const real = await realpath(folder).catch(() => folder);
      const ids = (await records.list()).filter((record) => record.folder === real).map(idOf);
      return (await Promise.all(ids.map((id) => records.remove(id)))).filter(Boolean).length;
    },
    list: () => records.list(),
  };
}

function idOf({ folder, content }: Pick<TrustRecord, "folder" | "content">): string {
  return hashOf([folder, content]).slice(0, 32);
}

function contentHash(content: string): string {
  return hash("sha256", content);
}

function parseTrustRecord(json: unknown): TrustRecord {
  const problems: Problem[] = [];
  const fields = readFields(json, "", ["folder", "content", "trustedAt", "subject", "shown"], problems);
  const record = {
    folder: fields.required("folder", NON_EMPTY_STRING),
    content: fields.required("content", NON_EMPTY_STRING),
    trustedAt: fields.required("trustedAt", NON_EMPTY_STRING),
    ...defined({
      subject: fields.optional("subject", NON_EMPTY_STRING),
      shown: fields.optional("shown", NON_EMPTY_STRING),
    }),
  };
  const [first] = problems;
  if (!first) return record;
  throw new PolicyError("invalid_document", `Not a trust record: ${first.path} ${first.message}`, { problems });
}
