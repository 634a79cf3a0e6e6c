/**
 * Why a server did not list its tools, and what to do: from its program, and from what the hub says of the failure.
 */

import { stateText } from "../../../messages/state-text.ts";
import { phrase, t } from "../../../messages/t.ts";
import type { ServerCheck, ServerFacts } from "../facts.ts";
import type { Finding } from "./finding.ts";
import { runtimeOf } from "./runtimes.ts";

type Explanation = Pick<Finding, "code" | "cause" | "fix">;

export function explainFailure(server: ServerFacts, check: ServerCheck): Explanation {
  const { reason = check.state } = check;
  const { program } = server;
  if (program && program.file === undefined && !NOT_EXECUTABLE.test(reason)) return missingProgram(program.command);
  if (check.state === "needs sign-in") {
    return { code: "needs_sign_in", cause: t("it needs you to sign in"), fix: signInFix(server) };
  }
  if (check.noise.length > 0 && /did not answer within/.test(reason)) return noMcp(check);
  const row = FAILURES.find(({ reason: pattern, isRemote = isAddress(server) }) => {
    return pattern.test(reason) && isRemote === isAddress(server);
  });
  if (!row) return unknownFailure(server, check);
  const hint = row.code === "crashes" ? LAST_WORDS.find(({ words }) => words.test(reason)) : undefined;
  const cause = row.means === undefined ? said(reason) : t("{meaning} ({reason})", { meaning: t(row.means), reason });
  return { code: row.code, cause: shortened(cause), fix: t(hint?.fix ?? row.fix) };
}

/** A reason of ours, which the table knows by its English words. */
function said(reason: string): string {
  const [, ms] = /^It did not answer within (\d+) ms$/.exec(reason) ?? [];
  return ms === undefined ? reason : t("It did not answer within {ms} ms", { ms });
}

function isAddress({ transport }: ServerFacts): boolean {
  return transport === "http" || transport === "sse";
}

function unknownFailure(server: ServerFacts, { reason = "", state, steps }: ServerCheck): Explanation {
  if (steps.some((step) => step.state === "started")) {
    const cause = shortened(
      t("it started, but listing its tools failed: {reason}", { reason: reason || stateText(state) }),
    );
    return { code: "failed", cause, fix: t("fix what the error names; if it names nothing, report it to the author") };
  }
  const fix = isAddress(server) ? t("check its URL and its log") : t("start its command in a terminal");
  return { code: "failed", cause: shortened(reason || stateText(state)), fix };
}

function missingProgram(command: string): Explanation {
  const runtime = runtimeOf(command);
  if (runtime)
    return {
      code: "missing_runtime",
      cause: t('{program} is not installed: "{command}" is not on the PATH', { program: runtime.title, command }),
      fix: t("install {program}: {url}", { program: runtime.title, url: runtime.install }),
    };
  const isPath = /[/\\]/.test(command);
  const cause = isPath
    ? t("no program found at {command}", { command })
    : t('"{command}" is on neither the PATH nor your login shell\'s PATH', { command });
  return {
    code: "command_not_found",
    cause,
    fix: isPath ? t("correct the path") : t("install it, or write its absolute path"),
  };
}

function noMcp({ noise }: ServerCheck): Explanation {
  const cause = t('it does not speak MCP: it printed "{line}" and answered nothing', { line: noise[0] ?? "" });
  const fix = t("check its arguments; many programs need one such as `mcp` or `--stdio`");
  return { code: "no_mcp", cause, fix };
}

/** `target` has no user, password or query. */
function signInFix({ client, name, target }: ServerFacts): string {
  if (client === "tenon" || client === "mcp-json") return `\`tenon tools sign-in ${name}\``;
  return t("sign in with the client that has it; for Tenon, `tenon tools sign-in --server mine={target} mine`", {
    target,
  });
}

const TLS = phrase("the certificate is not trusted; to trust your own certificate authority, set NODE_EXTRA_CA_CERTS");

const NOT_EXECUTABLE = /not an executable file/;

interface Failure {
  readonly reason: RegExp;
  readonly code: string;
  readonly fix: string;
  /** What the reason means, where its words are those of a library. */
  readonly means?: string;
  /** For servers at an address only, or for those with a command only. */
  readonly isRemote?: boolean;
}

const FAILURES: readonly Failure[] = [
  {
    reason: /is denied: (?:not a valid URL|the URL|the scheme)/,
    code: "not_admitted",
    fix: phrase("correct its address: http or https, without a user name or password; credentials go into its headers"),
  },
  {
    reason: /refuses the Authorization header|HTTP status 40[13]\b/,
    code: "refused",
    fix: phrase("its token is invalid or expired: put a new one into the file"),
  },
  {
    reason: /HTTP status 404/,
    code: "wrong_address",
    fix: phrase("check the path of its address; many end with /mcp or /sse"),
  },
  { reason: /HTTP status \d/, code: "http_error", fix: phrase("check its URL, and whether a proxy responds instead") },
  { reason: /certificate|TLS|plain http at this port/, code: "tls", fix: TLS },
  {
    reason: /does not resolve|cannot be resolved/,
    code: "unknown_host",
    fix: phrase("check the host name, and whether this machine is online"),
  },
  {
    reason: /nothing listens|does not answer\b|no route|ECONNRESET|socket/,
    code: "unreachable",
    fix: phrase("start the server, or correct its address"),
  },
  {
    reason: /is denied|policy|use https|private network/,
    code: "not_admitted",
    fix: phrase("your rules deny it; see docs/permissions.md"),
  },
  {
    reason: /Unexpected content type/,
    code: "wrong_address",
    means: phrase("its response is not MCP; it may be a web page"),
    fix: phrase("check the path of its address; many end with /mcp or /sse"),
  },
  {
    reason: /did not answer within/,
    isRemote: true,
    code: "hangs",
    fix: phrase(
      "it accepts the connection but does not respond: is this URL an MCP server? A slow one needs more time: `tenon doctor --wait 120`",
    ),
  },
  {
    reason: /did not answer within/,
    code: "hangs",
    fix: phrase(
      "it runs but does not respond: is it an MCP server? A slow one needs more time: `tenon doctor --wait 120`",
    ),
  },
  {
    reason: NOT_EXECUTABLE,
    code: "not_executable",
    fix: phrase("make it executable, or name its interpreter as the command"),
  },
  { reason: /no such folder|working directory|cwd/i, code: "missing_folder", fix: phrase("correct its cwd") },
  {
    reason: /exited with code|was ended by/,
    code: "crashes",
    fix: phrase("the end of its stderr says why; often an argument, a variable or a token is missing"),
  },
];

/** What the last words of well-known programs mean. */
const LAST_WORDS: readonly { readonly words: RegExp; readonly fix: string }[] = [
  { words: /docker daemon|docker\.sock/i, fix: phrase("start Docker") },
  { words: /npm (?:error|ERR!) (?:code )?E?404/i, fix: phrase("npm package not found: check its name") },
  {
    words: /Cannot find module|ERR_MODULE_NOT_FOUND/,
    fix: phrase("the file it runs is not there: correct the path, or install and build it"),
  },
  { words: /ModuleNotFoundError|No module named/, fix: phrase("install the Python package it needs") },
  {
    words: /No solution found|not found in the package registry/i,
    fix: phrase("Python package not found: check its name"),
  },
  { words: /EADDRINUSE|address already in use/i, fix: phrase("another instance is already running: stop it") },
  {
    words: /(?:API[_ ]?KEY|TOKEN|environment variable)\b.*(?:required|missing|not set|must)/i,
    fix: phrase("set the variable that it names in its env"),
  },
  {
    words: /(?:required|missing|set the).*(?:API[_ ]?KEY|TOKEN|environment variable)/i,
    fix: phrase("set the variable that it names in its env"),
  },
];

const MAX_CAUSE = 400;

/** The end counts: it is where programs say what is wrong. */
function shortened(reason: string): string {
  return reason.length <= MAX_CAUSE ? reason : `${reason.slice(0, MAX_CAUSE / 4)} … ${reason.slice(-MAX_CAUSE * 0.75)}`;
}
