/**
 * Why a server did not list its tools, and what to do: from its program, and from what the hub says of the failure.
 */

import type { ServerCheck, ServerFacts } from "../facts.ts";
import type { Finding } from "./finding.ts";
import { runtimeOf } from "./runtimes.ts";

type Explanation = Pick<Finding, "code" | "cause" | "fix">;

export function explainFailure(server: ServerFacts, check: ServerCheck): Explanation {
  const { reason = check.state } = check;
  const { program } = server;
  if (program && program.file === undefined && !NOT_EXECUTABLE.test(reason)) return missingProgram(program.command);
  if (check.state === "needs sign-in") {
    return { code: "needs_sign_in", cause: "it needs you to sign in", fix: signInFix(server) };
  }
  if (check.noise.length > 0 && /did not answer within/.test(reason)) return noMcp(check);
  const row = FAILURES.find(({ reason: pattern, isRemote = isAddress(server) }) => {
    return pattern.test(reason) && isRemote === isAddress(server);
  });
  if (!row) return unknownFailure(server, check);
  const hint = row.code === "crashes" ? LAST_WORDS.find(({ words }) => words.test(reason)) : undefined;
  const cause = row.means === undefined ? reason : `${row.means} (${reason})`;
  return { code: row.code, cause: shortened(cause), fix: hint?.fix ?? row.fix };
}

function isAddress({ transport }: ServerFacts): boolean {
  return transport === "http" || transport === "sse";
}

function unknownFailure(server: ServerFacts, { reason = "", state, steps }: ServerCheck): Explanation {
  if (steps.some((step) => step.state === "started")) {
    const cause = shortened(`it started, but listing its tools failed: ${reason || state}`);
    return { code: "failed", cause, fix: "fix what the error names; if it names nothing, report it to the author" };
  }
  const fix = isAddress(server) ? "check its URL and its log" : "start its command in a terminal";
  return { code: "failed", cause: shortened(reason || state), fix };
}

function missingProgram(command: string): Explanation {
  const runtime = runtimeOf(command);
  if (runtime)
    return {
      code: "missing_runtime",
      cause: `${runtime.title} is not installed: "${command}" is not on the PATH`,
      fix: runtime.install,
    };
  const isPath = /[/\\]/.test(command);
  const cause = isPath
    ? `no program found at ${command}`
    : `"${command}" is on neither the PATH nor your login shell's PATH`;
  return {
    code: "command_not_found",
    cause,
    fix: isPath ? "correct the path" : "install it, or write its absolute path",
  };
}

function noMcp({ noise }: ServerCheck): Explanation {
  const cause = `it does not speak MCP: it printed "${noise[0]}" and answered nothing`;
  return { code: "no_mcp", cause, fix: "check its arguments; many programs need one such as `mcp` or `--stdio`" };
}

/** `target` has no user, password or query. */
function signInFix({ client, name, target }: ServerFacts): string {
  if (client === "tenon" || client === "mcp-json") return `\`tenon tools sign-in ${name}\``;
  return `sign in with the client that has it; for Tenon, \`tenon tools sign-in --server mine=${target} mine\``;
}

const TLS = "the certificate is not trusted; to trust your own certificate authority, set NODE_EXTRA_CA_CERTS";

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
    fix: "correct its address: http or https, without a user name or password; credentials go into its headers",
  },
  {
    reason: /refuses the Authorization header|HTTP status 40[13]\b/,
    code: "refused",
    fix: "its token is invalid or expired: put a new one into the file",
  },
  {
    reason: /HTTP status 404/,
    code: "wrong_address",
    fix: "check the path of its address; many end with /mcp or /sse",
  },
  { reason: /HTTP status \d/, code: "http_error", fix: "check its URL, and whether a proxy responds instead" },
  { reason: /certificate|TLS|plain http at this port/, code: "tls", fix: TLS },
  {
    reason: /does not resolve|cannot be resolved/,
    code: "unknown_host",
    fix: "check the host name, and whether this machine is online",
  },
  {
    reason: /nothing listens|does not answer\b|no route|ECONNRESET|socket/,
    code: "unreachable",
    fix: "start the server, or correct its address",
  },
  {
    reason: /is denied|policy|use https|private network/,
    code: "not_admitted",
    fix: "your rules deny it; see docs/permissions.md",
  },
  {
    reason: /Unexpected content type/,
    code: "wrong_address",
    means: "its response is not MCP; it may be a web page",
    fix: "check the path of its address; many end with /mcp or /sse",
  },
  {
    reason: /did not answer within/,
    isRemote: true,
    code: "hangs",
    fix: "it accepts the connection but does not respond: is this URL an MCP server? A slow one needs more time: `tenon doctor --wait 120`",
  },
  {
    reason: /did not answer within/,
    code: "hangs",
    fix: "it runs but does not respond: is it an MCP server? A slow one needs more time: `tenon doctor --wait 120`",
  },
  {
    reason: NOT_EXECUTABLE,
    code: "not_executable",
    fix: "make it executable, or name its interpreter as the command",
  },
  { reason: /no such folder|working directory|cwd/i, code: "missing_folder", fix: "correct its cwd" },
  {
    reason: /exited with code|was ended by/,
    code: "crashes",
    fix: "the end of its stderr says why; often an argument, a variable or a token is missing",
  },
];

/** What the last words of well-known programs mean. */
const LAST_WORDS: readonly { readonly words: RegExp; readonly fix: string }[] = [
  { words: /docker daemon|docker\.sock/i, fix: "start Docker" },
  { words: /npm (?:error|ERR!) (?:code )?E?404/i, fix: "npm package not found: check its name" },
  {
    words: /Cannot find module|ERR_MODULE_NOT_FOUND/,
    fix: "the file it runs is not there: correct the path, or install and build it",
  },
  { words: /ModuleNotFoundError|No module named/, fix: "install the Python package it needs" },
  {
    words: /No solution found|not found in the package registry/i,
    fix: "Python package not found: check its name",
  },
  { words: /EADDRINUSE|address already in use/i, fix: "another instance is already running: stop it" },
  {
    words: /(?:API[_ ]?KEY|TOKEN|environment variable)\b.*(?:required|missing|not set|must)/i,
    fix: "set the variable that it names in its env",
  },
  {
    words: /(?:required|missing|set the).*(?:API[_ ]?KEY|TOKEN|environment variable)/i,
    fix: "set the variable that it names in its env",
  },
];

const MAX_CAUSE = 400;

/** The end counts: it is where programs say what is wrong. */
function shortened(reason: string): string {
  return reason.length <= MAX_CAUSE ? reason : `${reason.slice(0, MAX_CAUSE / 4)} … ${reason.slice(-MAX_CAUSE * 0.75)}`;
}
