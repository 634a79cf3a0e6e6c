/**
 * A folder of small JSON records, one in each file, that several processes may use at once.
 *
 * No file is ever changed: it is written whole beside the others and renamed into place, or deleted. So there is
 * nothing to lock, and nothing to lose when a process dies half-way. What cannot be read as a record, or could have
 * been written by somebody else, counts for nothing and is reported.
 */

import { mkdir, readdir, rename, rm } from "node:fs/promises";
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
  /** A hexadecimal text that follows from the record: it is the name of its file. */
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

export function recordFolder<T>({ folder, idOf, parse, onWarning }: RecordFolderOptions<T>): RecordFolder<T> {
  return {
    async list() {
      const names = await readdir(folder).catch((cause: unknown) => {
        if (errorCode(cause) !== "ENOENT") warn("unreadable", folder, "it cannot be read", cause);
        return [];
      });
      const records: T[] = [];
      for (const name of names.filter((name) => RECORD.test(name)).toSorted()) {
        const record = await read(join(folder, name), name);
        if (record !== undefined) records.push(record);
      }
      return records;
    },

    async put(record) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
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

  async function read(path: string, name: string): Promise<T | undefined> {
    const found = await readPrivateFile(path).catch((cause: unknown) => {
      // If it is not there, another process has just removed it.
      if (errorCode(cause) !== "ENOENT") warn("unreadable", path, "it cannot be read", cause);
      return undefined;
    });
    if (!found) return undefined;
    if (!found.isPrivate) {
      warn("not_private", path, "others can write to it. Make it yours alone (mode 600), or delete it");
      return undefined;
    }
    try {
      const json: unknown = JSON.parse(found.text);
      const record = parse(json);
      if (`${idOf(record)}.json` === name) return record;
      throw new Error("The name of the file does not follow from what it holds.");
    } catch (cause) {
      const aside = `${path}.corrupt`;
      const where = await rename(path, aside).then(
        () => `. It was set aside as ${aside}`,
        () => "",
      );
      warn("corrupt", path, `it is not what it should be${where}`, cause);
      return undefined;
    }
  }

  function warn(code: StoreWarning["code"], file: string, why: string, cause?: unknown): void {
    onWarning({ code, message: `${file} is ignored, because ${why}.`, file, cause });
  }
}
