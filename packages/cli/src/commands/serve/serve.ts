/**
 * `tenon serve`: the gateway for this user, from the first line on the terminal to the last turn.
 */

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { defined, errorMessage, joinTelemetry, type Telemetry, whenAborted } from "@tenon/basis";
import {
  createGateway,
  createLog,
  createMeasures,
  createSignInRedirects,
  type Gateway,
  type GatewayLimits,
  type GatewayOptions,
  type HttpServer,
  keepMetricsToken,
  type KeptToken,
  type LogLevel,
  openTokenFile,
  type People,
  ServeError,
  serveHttp,
  type ServeHttpOptions,
} from "@tenon/gateway";

import { t } from "../../messages/t.ts";
import manifest from "../../../package.json" with { type: "json" };
import { agentServices, type AgentServicesOptions } from "../../user/agent-services.ts";
import { installLastResort, type LastResort } from "../../process/last-resort.ts";
import { openInBrowser } from "../../process/open-in-browser.ts";
import { writeStdout } from "../../process/stdout.ts";
import { UsageError } from "../../process/usage-error.ts";
import { userDataFolder } from "../../user/data-folder.ts";
import { openUserJournal, userResultsFolder } from "../../user/user-journal.ts";
import { openUserPeople } from "../../user/user-people.ts";
import { openSessionRules } from "../../user/session-rules.ts";
import { storedKeys, userModels } from "../../user/user-models.ts";
import { userStores } from "../../user/user-stores.ts";
import { openUserTools, type UserTools } from "../../user/user-tools.ts";
import { sendConsoleTo } from "../../process/send-console-to.ts";
import { listenForInterruption } from "../../process/interruption.ts";
import { openTraces } from "../../traces/open-traces.ts";
import { type IdentityProviderFlags, identityProviderFrom } from "./identity-provider.ts";
import { type ServedAgents, servedAgents } from "./served-agents.ts";
import { thisMachine } from "./machine.ts";
import { servedProgram } from "./served-program.ts";

export interface ServeFlags extends IdentityProviderFlags {
  readonly port: number;
  readonly host: string;
  readonly agent?: readonly string[];
  readonly model?: string;
  readonly open: boolean;
  readonly newToken: boolean;
  readonly publicUrl?: string;
  readonly insecureListen: boolean;
  readonly allowOrigin?: readonly string[];
  readonly trustProxy: boolean;
  readonly maxSessions?: number;
  readonly maxSessionsPerConnection?: number;
  readonly maxServers?: number;
  readonly logLevel: LogLevel;
  readonly json: boolean;
  readonly store?: string;
  readonly address?: string;
  readonly pool?: readonly string[];
  readonly tools: boolean;
  readonly clientTools?: string;
}

// Shorter than the half minute that service managers give.
const LAST_TURNS_MS = 10_000;

/** Serves until a signal comes, and ends by that signal when everything is closed. */
export async function runServe(flags: ServeFlags): Promise<void> {
  using interruption = listenForInterruption();
  await serveUntilInterrupted(flags, interruption.signal);
  interruption.leave();
}

async function serveUntilInterrupted(flags: ServeFlags, signal: AbortSignal): Promise<void> {
  const access = await accessFrom(flags);
  const agents = await servedAgents(flags.agent, process.cwd());
  const folder = userDataFolder();
  const tokenFile = await openTokenFile({ folder, renew: flags.newToken });
  const models = await userModels(flags.model);
  const { identityProvider } = access;
  const providerSecrets = identityProvider ? [identityProvider.clientSecret] : [];
  const secrets = [tokenFile.token, ...providerSecrets, ...storedKeys(models.keys)];
  const log = createLog({ level: flags.logLevel, secrets, write: (line) => process.stderr.write(line) });
  const warn = (event: string) => (warning: string) => log.warn(event, { warning });
  using _console = sendConsoleTo(warn("library-warn"));
  using lastResort = installLastResort({
    report: ({ error, sessionId, isLast }) =>
      log.error("internal-error", { error, stack: error.stack, sessionId, isLast }),
  });
  await using traces = await openTraces(process.env, warn("traces-warn"));
  const measures = createMeasures();
  const telemetry = joinTelemetry([measures, ...(traces ? [traces.telemetry] : [])]);
  const machine = thisMachine(flags);
  const { address } = machine;
  await using people = await openUserPeople({
    store: flags.store,
    onFailure: (error) => log.error("people-fail", { error }),
    onRecovery: () => log.info("people-back"),
  });
  const recording = { store: flags.store, address, secrets, onWarning: warn("journal-warn"), telemetry };
  await using journal = await openUserJournal(recording);
  const machines = await machine.machines();
  const redirects = createSignInRedirects();
  const services = ownServices(flags, { people, redirects, onWarning: warn("server-warn"), telemetry });
  await using tools = flags.tools ? openUserTools(async () => services) : undefined;
  const shared = {
    flags,
    journal,
    models,
    services,
    accessOf: people.access,
    machines,
    telemetry,
    scope: lastResort.scope,
    warn,
  };
  const { clientTools } = flags;
  const offered = withTools(agents, tools, { journal, telemetry, clientTools });
  await using gateway = openGateway({ ...shared, agents: offered });
  const door = { ...access, people, redirects, log, measures, machines, folder, tokenFile };
  const { server, kept } = await listen(gateway, flags, door);
  await using _server = server;
  machine.listens(Number(new URL(server.url).port));
  await announce(server, flags, { address: access.publicUrl?.origin ?? server.url, file: tokenFile.file, kept });
  await whenAborted(signal);
  await stop(server, gateway);
}

/** What the flags say of who may come in, checked before anything is opened. */
async function accessFrom(flags: ServeFlags) {
  return {
    publicUrl: flags.publicUrl === undefined ? undefined : httpsUrl(flags.publicUrl),
    allowedOrigins: (flags.allowOrigin ?? []).map(origin),
    identityProvider: await identityProviderFrom(flags),
  };
}

function ownServices(
  { maxServers }: ServeFlags,
  { people, ...options }: Pick<AgentServicesOptions, "redirects" | "onWarning" | "telemetry"> & { people: People },
) {
  const services = agentServices({ ...options, journal: false, maxServers, maxServersOf: people.maxServers });
  return { ...services, resultsFolder: userResultsFolder() };
}

type Door = Pick<ServeHttpOptions, "publicUrl" | "allowedOrigins" | "identityProvider" | "people" | "redirects"> &
  Pick<ServeHttpOptions, "log" | "measures" | "machines"> & {
    readonly folder: string;
    readonly tokenFile: Awaited<ReturnType<typeof openTokenFile>>;
  };

async function listen(gateway: Gateway, flags: ServeFlags, { folder, tokenFile, ...door }: Door) {
  let kept: KeptToken | undefined;
  const server = await serveHttp({
    ...door,
    gateway,
    async token() {
      kept = await tokenFile.keep();
      await keepMetricsToken({ folder, token: kept.token });
      return kept.token;
    },
    host: flags.host,
    port: flags.port,
    allowInsecure: flags.insecureListen,
    trustProxy: flags.trustProxy,
    version: manifest.version,
    pageFolder: findPageFolder(),
  }).catch((error: unknown) => {
    throw explain(error);
  });
  return { server, kept };
}

async function announce(server: HttpServer, flags: ServeFlags, shown: Greeting): Promise<void> {
  const { address: url, file } = shown;
  await writeStdout(flags.json ? `${JSON.stringify({ url, tokenFile: file })}\n` : greeting(shown));
  // Others on this machine see the command line of a browser: what stands there is worth nothing a moment later.
  if (flags.open) openInBrowser(`${server.url}/#token=${server.issueTicket()}`);
}

async function stop(server: Pick<HttpServer, "drain">, gateway: Gateway): Promise<void> {
  if (process.stderr.isTTY && gateway.counts().runningSessions > 0) {
    process.stderr.write(`\n${t("Waiting for running turns to finish; Ctrl-C again exits at once.")}\n`);
  }
  server.drain();
  await gateway.close({ withinMs: LAST_TURNS_MS });
}

interface GatewayParts {
  readonly flags: ServeFlags;
  readonly journal: GatewayOptions["journal"];
  readonly models: Awaited<ReturnType<typeof userModels>>;
  readonly agents: Pick<GatewayOptions, "agents" | "defaultAgent">;
  readonly services: Awaited<ReturnType<NonNullable<GatewayOptions["ownAgent"]["services"]>>>;
  readonly accessOf: People["access"];
  readonly machines: GatewayOptions["machines"];
  readonly telemetry: Telemetry;
  readonly scope: LastResort["scope"];
  warn(event: string): (warning: string) => void;
}

function openGateway(parts: GatewayParts): Gateway {
  const { flags, journal, models, agents, services, accessOf, machines, telemetry, scope, warn } = parts;
  const stores = userStores(warn("server-warn"));
  const { version } = manifest;
  return createGateway({
    journal,
    ownAgent: { models, version, services: async () => services, onWarning: warn("agent-warn"), telemetry, scope },
    ...agents,
    rules: (roots) => openSessionRules(stores, roots),
    limits: sessionLimits(flags),
    accessOf,
    machines,
    telemetry,
    onWarning: warn("gateway-warn"),
  });
}

/** Another agent has the tools that our own has, as behind `tenon wrap`. */
function withTools(
  { agents, defaultAgent }: ServedAgents,
  tools: UserTools | undefined,
  options: Pick<GatewayOptions, "journal"> &
    Pick<GatewayParts, "telemetry"> & { readonly clientTools: string | undefined },
): Pick<GatewayOptions, "agents" | "defaultAgent"> {
  if (!tools) return { agents, defaultAgent };
  const { journal, telemetry, clientTools } = options;
  const onDenied = () => telemetry.count("refusals", 1, "policy");
  const onSecrets = (secrets: readonly string[]) => journal.hide(secrets);
  return {
    agents: agents.map(({ preset, ...agent }) => ({
      ...agent,
      program: (options) => servedProgram(agent, { ...options, preset, clientTools }),
      tools: (listeners) => tools.interceptor({ preset, clientTools, onSecrets, onDenied, ...listeners }),
    })),
    defaultAgent,
  };
}

function sessionLimits({ maxSessions, maxSessionsPerConnection }: ServeFlags): Partial<GatewayLimits> {
  return defined({ liveSessions: maxSessions, sessionsPerConnection: maxSessionsPerConnection });
}

/**
 * The token is shown to a person at a terminal, and when it is new. What is not a terminal is often a log, and a token has
 * no business there.
 */
function greeting({ address, file, kept }: Greeting): string {
  const isShown = kept !== undefined && (kept.isNew || process.stdout.isTTY);
  const text = isShown
    ? t("Tenon is at {url}", { url: `${address}/#token=${kept.token}` })
    : t("Tenon is at {url}, with the token in {file}", { url: `${address}/`, file });
  return `${text}\n`;
}

interface Greeting {
  readonly address: string;
  readonly file: string;
  readonly kept: KeptToken | undefined;
}

function explain(error: unknown): unknown {
  if (!(error instanceof ServeError)) return error;
  const { message, code, details } = error;
  switch (code) {
    case "port_taken":
      return new Error(
        t('{problem}. If that is another "tenon serve", open {url}; otherwise pick another port with --port.', {
          problem: errorMessage(error),
          url: `http://${details.host}:${details.port}`,
        }),
        { cause: error },
      );
    case "insecure_address":
      return new UsageError(
        t(
          "{problem}. Put a TLS proxy in front and pass its URL with --public-url, or accept the risk with --insecure-listen.",
          { problem: message },
        ),
        { cause: error },
      );
    case "address_unavailable":
      return error;
  }
}

/** The folder of the built page: beside our bundle when installed, in packages/web in a clone. Undefined if neither. */
function findPageFolder(): string | undefined {
  const candidates = [new URL("./page/", import.meta.url), new URL("../../../../web/dist/", import.meta.url)];
  const found = candidates.find((folder) => existsSync(new URL("index.html", folder)));
  return found && fileURLToPath(found);
}

function httpsUrl(given: string): URL {
  const url = URL.parse(given);
  if (url?.protocol !== "https:") {
    throw new UsageError(t('{flag}: expected an https URL, got "{given}"', { flag: "--public-url", given }));
  }
  return url;
}

function origin(given: string): string {
  const url = URL.parse(given);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== "/") {
    throw new UsageError(t('--allow-origin: expected an origin such as https://example.com, got "{given}"', { given }));
  }
  return url.origin;
}
