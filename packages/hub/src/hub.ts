/**
 * A session's MCP servers as one catalogue of tools.
 *
 * Opening a hub waits for no server: all connect side by side, and one that fails or is slow costs only its own tools.
 * Everything the hub opened hangs from it: closing it ends every server with all its descendants.
 */

import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createRedactor, secretsOf, visibleText } from "@tenon/policy";
import { backoffMs, monotonicClock, untilAborted, within } from "@tenon/basis";

import { type AdmissionSetup, createAdmission, type ServerAdmission } from "./admission.ts";
import { callTool, createCallLimits, type CallLimits } from "./call/call-tool.ts";
import { createPageWaits } from "./call/required-pages.ts";
import { createSpillFolder } from "./call/result/spill-folder.ts";
import { buildCatalogue } from "./catalogue/catalogue.ts";
import { diffServers } from "./config/diff-servers.ts";
import { createLoginPath } from "./connection/login-path.ts";
import { createProcessBudget } from "./connection/process-budget.ts";
import { createRevisionMemory, identityOf } from "./connection/revision-memory.ts";
import type { ListName } from "./connection/watch-lists.ts";
import type { Hub, HubLimits, HubOptions } from "./hub-options.ts";
import { createMessageListener } from "./message-listener.ts";
import { FIND_TOOLS } from "./offer/index.ts";
import type { ServerSpec } from "./server-spec.ts";
import { ServerError } from "./server/errors.ts";
import { openReceipt, type Receipt, type ReceiptBook, type ReceiptState } from "./server/receipt.ts";
import { openServer, type Server } from "./server/server.ts";
import { createStartTimes, type StartTimes } from "./server/start-times.ts";
import { openServerSignIn, type ServerSignIn } from "./server-sign-in.ts";
import { createSessionOffer } from "./session-offer.ts";
import { memoryTokenStore } from "./sign-in/store/memory-token-store.ts";
import { watchedTokenStore } from "./sign-in/store/watched-token-store.ts";

const LIMITS: HubLimits = {
  servers: 100,
  tools: 1_000,
  // About 50 MB each: more than a workstation has to spare, and less than brings it down.
  processes: 200,
  startMs: 60_000,
  // Long enough for a server that npx starts from its cache; with a dead one the first prompt takes less than 3 s.
  waitMs: 2_500,
  // A second start at this moment is in time for the first prompt.
  quietMs: 1_500,
  // Time to write to disk what is in memory.
  endMs: 5_000,
};

const PAUSES = { firstMs: 500, maxMs: 30_000 };

const CONNECTED: ReadonlySet<ReceiptState> = new Set(["listed", "offered", "seen", "called"]);

interface Entry {
  readonly spec: ServerSpec;
  readonly receipt: ReceiptBook;
  readonly server: Server;
  readonly limits: CallLimits;
  readonly signIn: ServerSignIn;
  readonly times: StartTimes;
  readonly admission: ServerAdmission;
  /** Entries of its tool list that cannot be used. */
  readonly setAside: ReadonlyMap<string, string>;
}

export function openHub(options: HubOptions): Hub {
  const { now = Date.now, pauseMs = (failures) => backoffMs(failures, PAUSES), environment = process.env } = options;
  const { memory = createRevisionMemory({ now }), resultsFolder = join(tmpdir(), `tenon-${randomUUID()}`) } = options;
  const limits = { ...LIMITS, ...options.limits };
  const { budget = createProcessBudget(), loginPath = createLoginPath() } = options;
  const tokens = watchedTokenStore(options.tokens ?? memoryTokenStore(), (secrets) => options.onSecrets?.(secrets));
  const entries = new Map<string, Entry>();
  const admissionSetup: AdmissionSetup = {
    consent: options.consent,
    // Read anew each time: the user may have changed it.
    get policy() {
      return options.policy;
    },
  };
  const offers = createSessionOffer(options.offer ?? {});
  const spill = createSpillFolder(resultsFolder, { stays: options.resultsFolder !== undefined });
  const pages = createPageWaits(options.callbacks ?? {});
  const listener = options.onMessage && createMessageListener(options.onMessage);
  let redactor = createRedactor();
  let catalogue = buildCatalogue([], { mostTools: limits.tools });
  let calls = 0;
  let closing: Promise<void> | undefined;

  for (const spec of options.servers) add(spec);
  return {
    get catalogue() {
      return catalogue;
    },
    get servers() {
      return [...entries.values()].map(({ spec, receipt, server }) => ({
        spec,
        info: server.info,
        get receipt() {
          return redacted(receipt.current);
        },
        get history() {
          return receipt.history.map(redacted);
        },
      }));
    },
    async ready({ waitMs, signal } = {}) {
      const waits = [...entries.values()].map(({ server, times }) =>
        within(
          waitMs ?? times.patienceMs(),
          untilAborted(server.settled, signal).catch(() => {}),
        ),
      );
      await Promise.all(waits);
    },
    retry() {
      for (const { server } of entries.values()) server.retry();
    },
    offer(prompt, options) {
      const made = offers.next(prompt, options);
      for (const { tool, isOffered } of made.verdicts) if (isOffered) entries.get(tool.server)?.receipt.to("offered");
      return made;
    },
    seen(names) {
      for (const name of names) entries.get(catalogue.byName.get(name)?.server ?? "")?.receipt.to("seen");
    },
    search: (words, limit) => offers.search(words, limit),
    choose: (names) => offers.choose(names),
    include: (word) => offers.include(word),
    async call(name, args, { signal = new AbortController().signal, onProgress, meta, id, openBrowser } = {}) {
      if (name === FIND_TOOLS.name) return plain(offers.find(args));
      const tool = catalogue.byName.get(name);
      const entry = tool && entries.get(tool.server);
      if (!entry) throw new ServerError("unknown", `There is no tool called ${name}`);
      offers.used(name);
      const call = `${(calls += 1)}`;
      const attempt = () =>
        callTool(
          {
            tool: tool.definition,
            args,
            signal,
            meta,
            hear: listener?.of(tool.server, id),
            onProgress: (progress) => onProgress?.(progress),
          },
          {
            limits: entry.limits,
            keep: spill.keepFor({ tool: name, call }),
            send: (request) => entry.server.call(request),
            openPages: (required, isDone) => {
              const from = { server: tool.server, signal, waitMs: entry.limits.callMs, clock: monotonicClock };
              return pages.open(required, isDone, from);
            },
          },
        );
      // Around the call and not within: while a person signs in, no time of the call runs.
      const calling = entry.signIn.run(attempt, { signal, ...(openBrowser && { openBrowser }) });
      // A server's last words are part of its failure, and it may have spoken of its secrets.
      return await calling.catch((error: unknown) => {
        if (error instanceof Error) error.message = shown(error.message);
        throw error;
      });
    },
    client,
    async skills(name, clientOptions) {
      const [{ skillsOf }, found] = await Promise.all([import("./skills.ts"), client(name, clientOptions)]);
      return await skillsOf(found);
    },
    async attach(spec) {
      const entry = entries.get(spec.name);
      const [change] = entry ? diffServers([entry.spec], [spec]).changed : [];
      if (!entry || change?.needsRestart) {
        await remove(spec.name);
        return add(spec);
      }
      // Limits and include modes change while the server runs.
      entries.set(spec.name, { ...entry, spec, limits: createCallLimits(spec.options) });
      rebuild();
    },
    detach: remove,
    async restart(name) {
      await entries.get(name)?.server.restart();
    },
    async signIn(name, { ifNeeded = false, ...signInOptions } = {}) {
      const entry = entries.get(name);
      const signIn = await entry?.signIn.signIn();
      if (!entry || !signIn) throw notRemote(name);
      await entry.admission.admitted();
      if (ifNeeded && CONNECTED.has(entry.receipt.current.state) && !(await signIn.isMoreWanted())) return false;
      await signIn.signIn(signInOptions);
      await entry.server.restart();
      await entry.server.connection(signInOptions.signal ?? new AbortController().signal);
      return true;
    },
    close,
    [Symbol.asyncDispose]: close,
  };

  async function client(
    name: string,
    { signal = new AbortController().signal }: { readonly signal?: AbortSignal } = {},
  ) {
    const entry = entries.get(name);
    if (!entry) throw new ServerError("unknown", `There is no server called ${name}`);
    return (await entry.server.connection(signal)).client;
  }

  function add(spec: ServerSpec): void {
    const receipt = openReceipt(spec.name, {
      now,
      onChange: (receipt) => options.onReceipt?.(redacted(receipt)),
    });
    const isFull = entries.size >= limits.servers;
    const admission = createAdmission(spec, admissionSetup);
    const isWaitTold = options.limits?.waitMs !== undefined;
    const times = createStartTimes(spec, { ...limits, isWaitTold, memory, now });
    const signIn = openServerSignIn(spec, {
      ...options,
      tokens,
      gate: async (url) => {
        const { gate } = await admission.admitted();
        if (!gate) throw notRemote(spec.name);
        return await gate(url);
      },
      onNeedsSignIn: ({ url }) => options.onSecrets?.(secretsInAddress(url)),
      onSignedIn: () => entries.get(spec.name)?.server.wake(),
      onWarning: warn,
    });
    const setAside = new Map<string, string>();
    const server = openServer({
      name: spec.name,
      receipt,
      pauseMs,
      now,
      signedIn: (request, signal) => signIn.run(request, { signal }),
      onListing: () => setAside.clear(),
      onTools: rebuild,
      onListChange: (list) => options.onListChange?.({ server: spec.name, list }),
      onWarning: warn,
      async connect({ signal, onListChange }) {
        if (options.begin) await untilAborted(options.begin, signal);
        const startMs = times.begin();
        if (isFull)
          throw new ServerError(
            "not_admitted",
            `A session has ${limits.servers} servers at most; limits.servers in tenon.json changes that`,
          );
        const shared = spec.options?.shared === true ? options.shared : undefined;
        const { connect: socket } = await admission.admit();
        receipt.to("admitted");
        if (spec.type === "held") throw new ServerError("not_admitted", spec.reason);
        if (spec.type === "functions") {
          const { connectFunctions } = await import("./connection/connect-functions.ts");
          return connectFunctions(spec);
        }
        // Loaded with the first server, and with it all of MCP.
        const { connect } = await import("./connection/connect.ts");
        const person = await signIn.signIn();
        const open = (attempt: { readonly signal: AbortSignal; readonly onListChange: (list: ListName) => void }) =>
          connect(spec, {
            serverName: spec.name,
            cwd: options.cwd,
            environment,
            clientInfo: options.clientInfo,
            // A server of several sessions cannot tell which of them it would be asking.
            callbacks: shared ? {} : pages.callbacks,
            memory,
            budget,
            loginPath,
            processes: limits.processes,
            quietMs: limits.quietMs,
            endMs: spec.options?.endMs ?? limits.endMs,
            remote: { connect: socket, authProvider: person?.authProvider, guard: person?.guard },
            ...attempt,
            startMs,
            // Whose the messages of a shared server are, nobody can tell, except for those of calls.
            hear: shared ? undefined : listener?.of(spec.name),
            onNoise: noiseReporter(spec.name),
            onSetAside: ({ name, reason }) => void setAside.set(name, reason),
            onRefused: (method) => warn(`${spec.name} sent a ${method} that nests too deep; it was ignored`),
          });
        const key = JSON.stringify([identityOf(spec), spec.type === "stdio" ? (spec.cwd ?? options.cwd) : ""]);
        const attempt = { signal, onListChange };
        const connecting = () => (shared ? shared.acquire({ ...attempt, key, open }) : open(attempt));
        const connection = await signIn.run(connecting, { signal });
        times.succeeded();
        return connection;
      },
    });
    entries.set(spec.name, {
      spec,
      receipt,
      server,
      limits: createCallLimits(spec.options),
      signIn,
      admission,
      times,
      setAside,
    });
    const secrets = [...entries.values()].flatMap(({ spec }) => secretsIn(spec));
    redactor = createRedactor({ secrets });
    listener?.hide(secrets);
    options.onSecrets?.(secrets);
  }

  async function remove(name: string): Promise<void> {
    const entry = entries.get(name);
    entries.delete(name);
    rebuild();
    await entry?.server.close();
    await entry?.signIn.close();
  }

  function rebuild(): void {
    const sources = [...entries.values()].map(({ spec, server, setAside }) => ({
      name: spec.name,
      ...(spec.source && { source: spec.source }),
      tools: server.tools,
      options: spec.options,
      setAside,
    }));
    const before = new Set(catalogue.warnings.map(({ message }) => message));
    catalogue = buildCatalogue(sources, { mostTools: limits.tools });
    // A tool of a server that is down stays known, for calls of a model that remembers it: they try the server again.
    offers.update(catalogue.tools.filter(({ server }) => entries.get(server)?.server.isDown !== true));
    for (const { message } of catalogue.warnings) if (!before.has(message)) warn(message);
    options.onCatalogue?.(catalogue);
  }

  /** A server's last words are often its reason. */
  function redacted({ reason, ...receipt }: Receipt): Receipt {
    return reason === undefined ? receipt : { ...receipt, reason: shown(reason) };
  }

  function warn(warning: string): void {
    try {
      options.onWarning?.(shown(warning));
    } catch {
      // It only listens: what it throws must not end the connection that the warning is about.
    }
  }

  /** What a server prints and answers is in reasons and failures: without its secrets and without hidden characters. */
  function shown(text: string): string {
    return visibleText(redactor.redact(text));
  }

  /** Tells of a server that prints to its standard output once, and not for every line [B-08]. */
  function noiseReporter(server: string): (line: string) => void {
    let isTold = false;
    return (line) => {
      if (!isTold) warn(`${server} prints to its standard output, where only MCP belongs: ${line.slice(0, 200)}`);
      isTold = true;
    };
  }

  function close(): Promise<void> {
    closing ??= (async () => {
      await Promise.all(
        [...entries.values()].map(async ({ server, signIn }) => {
          await server.close();
          await signIn.close();
        }),
      );
      await spill.close();
    })();
    return closing;
  }
}

function secretsIn(spec: ServerSpec): readonly string[] {
  if (spec.type === "stdio") return secretsOf({ env: spec.env, args: spec.args });
  if (spec.type !== "http" && spec.type !== "sse") return [];
  const { clientSecret, privateKey, assertion, identityProvider } = spec.signIn ?? {};
  const { clientSecret: providerSecret, idToken } = identityProvider ?? {};
  const forSignIn = [clientSecret, privateKey, assertion, providerSecret, idToken];
  // A shorter one would be found in many a word.
  const worthHiding = forSignIn.filter((secret) => secret !== undefined).filter(({ length }) => length >= 8);
  return [...secretsOf({ headers: spec.headers, url: spec.url }), ...worthHiding];
}

/** With these, another local process that reads the address could finish the sign-in with an account of its own. */
function secretsInAddress(url: string): readonly string[] {
  const { searchParams } = new URL(url);
  return ["state", "code_challenge", "nonce"].flatMap((name) => searchParams.get(name) ?? []);
}

function notRemote(name: string): ServerError {
  return new ServerError("unknown", `${name} is no server that one can sign in to`);
}

function plain(text: string) {
  return {
    raw: { content: [{ type: "text", text }] },
    forModel: { parts: [{ type: "text" as const, text }], isError: false },
    warnings: [],
  };
}
