/**
 * Puts the files together: the project's `tenon.json` before its `.mcp.json` before the user's `tenon.json`.
 *
 * Nothing of a project's file counts before the user has trusted it: it starts no server, takes no server's place and
 * changes no setting.
 */

import { defined, errorMessage, isEqualJson } from "@tenon/basis";

import type { ServerSpec } from "../server-spec.ts";
import type { Configuration, PolicySection } from "./configuration.ts";
import type { ConfigurationFile, SessionLimits } from "./configuration-file.ts";
import { type FileContext, type ServerOfFile, declareServers } from "./declare-servers.ts";
import type { Surroundings } from "./expand-text.ts";
import type { Problem } from "./problem.ts";
import type { ReadConfiguration } from "./read-configuration-file.ts";
import { readSignInSection, type SignInByOrigin } from "./sign-in-section.ts";
import { type Trust, type TrustRequest, trustRequest } from "./trust-request.ts";

export interface Layer {
  readonly source: "user" | "project";
  readonly reading: ReadConfiguration;
}

type Settings = Pick<ConfigurationFile, "include" | "limits" | "model" | "policy" | "commands">;

/** The strongest layer comes first. */
export async function composeConfiguration(
  layers: readonly Layer[],
  options: Trust & { readonly folder: string; readonly surroundings: Surroundings },
): Promise<Configuration> {
  const { isCodeVariable = () => false } = options;
  const problems: Problem[] = [];
  const waiting: TrustRequest[] = [];
  const servers: ServerOfFile[] = [];
  const settings: Settings[] = [];
  const policies: PolicySection[] = [];
  let signIn: SignInByOrigin = {};
  for (const { source, reading } of layers) {
    const context = { ...options, source, isTrusted, isCodeVariable };
    problems.push(...reading.problems);
    const declared = await declareServers(reading, context);
    problems.push(...declared.problems);
    servers.push(...declared.servers);
    if (source === "user") {
      const section = readSignInSection(reading, options.surroundings);
      problems.push(...section.problems);
      signIn = section.byOrigin;
    }
    const own = await settingsOf(reading, context);
    settings.push(own);
    if (own.policy !== undefined) policies.unshift({ source, file: reading.file, policy: own.policy });
  }
  const limits: SessionLimits = Object.assign({}, ...settings.map(({ limits }) => limits).toReversed());
  const include = settings.find((own) => own.include !== undefined)?.include;
  const model = settings.find((own) => own.model !== undefined)?.model;
  return {
    servers: oneOfEachName(servers, problems),
    limits,
    ...defined({ include, model }),
    passedVariables: settings.flatMap(({ commands }) => commands?.environment ?? []),
    signIn,
    policies,
    waiting,
    problems,
  };

  async function isTrusted(request: TrustRequest): Promise<boolean> {
    const { folder, file, server, content } = request;
    let answer: unknown;
    try {
      answer = await options.isTrusted(folder, content);
    } catch (error) {
      const message = `The trust store cannot be read: ${errorMessage(error)}`;
      problems.push({ level: "error", code: "trust_unknown", message, file, ...defined({ server }) });
    }
    // Exactly true: an object that only looks like a yes is a no [K-11].
    if (answer === true) return true;
    waiting.push(request);
    return false;
  }
}

async function settingsOf({ file, content }: ReadConfiguration, context: FileContext): Promise<Settings> {
  const { include, limits, model, policy, commands } = content;
  const settings = {
    // A project, trusted or not, is not handed the user's secrets.
    ...(commands !== undefined && context.source === "user" && { commands }),
    ...defined({ include, limits, model, policy }),
  };
  if (context.source === "user" || Object.keys(settings).length === 0) return settings;
  const request = trustRequest({ folder: context.folder, file, written: settings, reads: [], codeVariables: [] });
  return (await context.isTrusted(request)) ? settings : {};
}

function oneOfEachName(servers: readonly ServerOfFile[], problems: Problem[]): readonly ServerSpec[] {
  const byName = Map.groupBy(servers, ({ server }) => server.name);
  return [...byName.values()].flatMap((candidates) => {
    const chosen = candidates.find(({ counts }) => counts) ?? candidates[0];
    if (!chosen) return [];
    for (const other of candidates) if (other !== chosen) noteOverridden(other.server, chosen.server, problems);
    return [chosen.server];
  });
}

function noteOverridden(server: ServerSpec, by: ServerSpec, problems: Problem[]) {
  if (server.type !== "held" && isEqualJson(unsourced(server), unsourced(by))) return;
  const { name, file } = server;
  const message =
    server.type === "held" && server.state === "waiting for trust"
      ? `The server "${name}" waits for trust; until then the one in ${by.file} is used.`
      : `The server "${name}" is ignored: ${by.file} declares one of the same name.`;
  problems.push({ level: "warning", code: "overridden", message, server: name, ...defined({ file }) });
}

/** A server without where it was declared. */
function unsourced(spec: ServerSpec): unknown {
  return { ...spec, source: undefined, file: undefined, isTrusted: undefined };
}
