/** The servers in other programs' files on this machine. Nothing is started or changed. */

import { join } from "node:path";

import { isEqualJson, nearestWord } from "@tenon/basis";
import { readTextFile } from "@tenon/hub/config";

import { t } from "../../../messages/t.ts";
import { clientEntries, withKnownVariables } from "../../../clients/client-entries.ts";
import type { ClientKind } from "../../../clients/client-kind.ts";
import { clientKinds } from "../../../clients/client-kinds.ts";
import { locateFile, type Machine } from "../../../clients/locate-files.ts";
import { parseDocument } from "../../../clients/parse-document.ts";
import { UsageError } from "../../../process/usage-error.ts";
import type { Scope } from "./server-file.ts";

export interface ForeignServer {
  readonly name: string;
  readonly client: string;
  readonly title: string;
  readonly file: string;
  readonly entry: unknown;
}

export interface ForeignOptions extends Machine {
  readonly scope: Scope;
  /** The id of one program. */
  readonly from?: string | undefined;
  /** A file that cannot be read is left out. */
  readonly onFault: (message: string) => void;
}

export async function foreignServers(options: ForeignOptions): Promise<readonly ForeignServer[]> {
  const { from, scope } = options;
  const kinds = clientKinds.filter(({ id }) => from === undefined || id === from);
  if (kinds.length === 0) {
    const ids = clientKinds.map(({ id }) => id);
    const nearest = nearestWord(from ?? "", ids);
    const hint =
      nearest === undefined
        ? t("Available: {names}.", { names: ids.join(", ") })
        : t('Did you mean "{name}"?', { name: nearest });
    throw new UsageError(t('Unknown program "{name}". {hint}', { name: from ?? "", hint }));
  }
  const reading = kinds.flatMap((kind) => {
    const user = kind.userFiles.map((name) => locateFile(name, options));
    const project = (kind.projectFiles ?? []).map((name) => join(options.cwd, name));
    return (scope === "user" ? user : project).map((file) => readFile(kind, file, options));
  });
  return (await Promise.all(reading)).flat();
}

/** The one of this name. Throws if there is none, or if programs have different ones. */
export function chooseServer(name: string, servers: readonly ForeignServer[]): ForeignServer {
  const found = servers.filter((one) => one.name === name);
  const [first] = found;
  if (!first) {
    const names = [...new Set(servers.map((one) => one.name))].join(", ");
    throw new UsageError(
      t('No program has a server "{name}". Available: {names}.', { name, names: names || t("none") }),
    );
  }
  const other = found.find((one) => !isEqualJson(one.entry, first.entry));
  if (!other) return first;
  throw new UsageError(
    t('"{name}" is not the same in {one} and {other}. Choose with --from {oneId} or --from {otherId}.', {
      name,
      one: first.title,
      other: other.title,
      oneId: first.client,
      otherId: other.client,
    }),
  );
}

async function readFile(kind: ClientKind, file: string, options: ForeignOptions): Promise<readonly ForeignServer[]> {
  const found = await readTextFile(file);
  if (found === undefined) return [];
  const document = "text" in found ? await parseDocument(found.text, kind.format) : undefined;
  if (!document?.isRead) {
    options.onFault(t("{program}: {file} cannot be read", { program: kind.title, file }));
    return [];
  }
  return clientEntries(kind, document.value, options).map(({ name, entry }) => ({
    name,
    client: kind.id,
    title: kind.title,
    file,
    entry: withKnownVariables(entry, options),
  }));
}
