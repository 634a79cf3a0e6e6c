/**
 * A folder of small JSON records, one in each file, that several processes may use at once.
 *
 * No file is ever changed: it is written whole beside the others and renamed into place, or deleted. So there is
 * nothing to lock, and nothing to lose when a process dies half-way. A file that is not a valid record, or that another
 * user could have written, is ignored and reported. While nothing was put in or taken out, what was read is not read again.
 */

import { statSync } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

import { errorCode } from "@tenon/basis";
import { readPrivateFile, removeAbandoned, writePrivateFile } from "@tenon/basis/node";

export interface RecordFolder<T> {
  list(): Promise<readonly T[]>;
  put(record: T): Promise<void>;
  /** False if there was none. */
  remove(id: string): Promise<boolean>;
}

export interface RecordFolderOptions<T> {
  /** Made when it is first written to, for the user alone. */
  readonly folder: string;
  /** A hexadecimal string that follows from the record: its file name. */
  readonly idOf: (record: T) => string;
  /** Throws if this is not a record. */
  readonly parse: (json: unknown) => T;
  /** Must not throw. */
  readonly onWarning: (warning: StoreWarning) => void;
}

export interface StoreWarning {
  readonly code: "corrupt" | "not_private" | "unreadable";
  readonly message: string;
  readonly file: string;
  readonly cause?: unknown;
}

const TEMPORARY = /[0-9a-f-]{36}\.tmp$/;
const RECORD = /^[0-9a-f]{8,64}\.json$/;
// The coarsest resolution of a file system's times: FAT has two seconds.
const SETTLED_NS = 3_000_000_000n;

export function recordFolder<T>(options: RecordFolderOptions<T>): RecordFolder<T> {
  const { folder, idOf } = options;
  let last: { readonly version: bigint; readonly records: readonly T[] } | undefined;
  return {
    async list() {
      const version = versionOf(folder);
      if (version === undefined) return [];
      if (last?.version === version) return last.records;
      const { records, isSound } = await readAll(options);
      // What is ignored is reported each time. A change in the same moment would have the same version.
      if (isSound && isSettled(version)) last = { version, records };
      return records;
    },

    async put(record) {
      await removeAbandoned(folder, (name) => TEMPORARY.test(name));
      await writePrivateFile(join(folder, `${idOf(record)}.json`), `${JSON.stringify(record, undefined, 2)}\n`);
    },

    async remove(id) {
      if (!RECORD.test(`${id}.json`)) return false;
      return rm(join(folder, `${id}.json`)).then(
        () => true,
        (error: unknown) => {
          if (errorCode(error) === "ENOENT") return false;
          throw error;
        },
      );
    },
  };
}

/** When a file was last put into the folder or taken out of it, in ns; undefined if there is no folder. */
function versionOf(folder: string): bigint | undefined {
  try {
    return statSync(folder, { bigint: true, throwIfNoEntry: false })?.mtimeNs;
  } catch {
    return -1n; // Reading it says why.
  }
}

function isSettled(version: bigint): boolean {
  return version >= 0n && BigInt(Date.now()) * 1_000_000n - version > SETTLED_NS;
}

async function readAll<T>(
  options: RecordFolderOptions<T>,
): Promise<{ readonly records: readonly T[]; readonly isSound: boolean }> {
  const { folder, onWarning } = options;
  let isSound = true;
  const warn = (warning: StoreWarning) => {
    isSound = false;
    onWarning(warning);
  };
  const names = await readdir(folder).catch((cause: unknown) => {
    if (errorCode(cause) !== "ENOENT") warn(warning("unreadable", folder, "it cannot be read", cause));
    return [];
  });
  const records: T[] = [];
  for (const name of names.filter((name) => RECORD.test(name)).toSorted()) {
    const record = await readRecord(name, { ...options, onWarning: warn });
    if (record !== undefined) records.push(record);
  }
  return { records, isSound };
}

async function readRecord<T>(
  name: string,
  { folder, idOf, parse, onWarning }: RecordFolderOptions<T>,
): Promise<T | undefined> {
  const path = join(folder, name);
  const found = await readPrivateFile(path).catch((cause: unknown) => {
    // If it is not there, another process has just removed it.
    if (errorCode(cause) !== "ENOENT") onWarning(warning("unreadable", path, "it cannot be read", cause));
    return undefined;
  });
  if (!found) return undefined;
  if (!found.isPrivate) {
    const why = "other users can write to it. Restrict it to your user (mode 600), or delete it";
    onWarning(warning("not_private", path, why));
    return undefined;
  }
  try {
    const json: unknown = JSON.parse(found.text);
    const record = parse(json);
    if (`${idOf(record)}.json` === name) return record;
    throw new Error("The file name does not match the content.");
  } catch (cause) {
    const aside = `${path}.corrupt`;
    const where = await rename(path, aside).then(
      () => `; moved to ${aside}`,
      () => "",
    );
    onWarning(warning("corrupt", path, `its content is not valid${where}`, cause));
    return undefined;
  }
}

function warning(code: StoreWarning["code"], file: string, why: string, cause?: unknown): StoreWarning {
  return { code, message: `Ignored ${file}: ${why}.`, file, cause };
}
