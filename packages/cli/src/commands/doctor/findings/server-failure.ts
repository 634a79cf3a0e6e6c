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
  if (program && program.file === undefined) return missingProgram(program.command);
  if (check.state === "needs sign-in") {
    return { code: "needs_sign_in", cause: "it needs you to sign in", fix: signInFix(server) };
  }
  if (check.noise.length > 0 && /did not answer within/.test(reason)) return noMcp(check);
  const row = FAILURES.find(({ reason: pattern }) => pattern.test(reason));
  const hint = row?.code === "crashes" ? LAST_WORDS.find(({ words }) => words.test(reason)) : undefined;
  return {
    code: row?.code ?? "failed",
    cause: shortened(reason),
    fix: hint?.fix ?? row?.fix ?? "start its command in a terminal",
  };
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
    ? `there is no program at ${command}`
    : `"${command}" is neither on the PATH nor on that of your login shell`;
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

const TLS = "the certificate is not accepted; for an authority of your own, set NODE_EXTRA_CA_CERTS";

const FAILURES: readonly { readonly reason: RegExp; readonly code: string; readonly fix: string }[] = [
  {
    reason: /refuses the Authorization header|HTTP status 40[13]\b/,
    code: "refused",
    fix: "its token is wrong or too old: get a new one and write it into the file",
  },
  {
    reason: /HTTP status 404/,
    code: "wrong_address",
    fix: "check the path of its address; many end with /mcp or /sse",
  },
  { reason: /HTTP status \d/, code: "http_error", fix: "check its address, and whether a proxy answers for it" },
  { reason: /certificate|TLS|plain http at this port/, code: "tls", fix: TLS },
  { reason: /does not resolve/, code: "unknown_host", fix: "check the host name, and whether this machine is online" },
  {
    reason: /nothing listens|does not answer\b|no route|ECONNRESET|socket/,
    code: "unreachable",
    fix: "start the server, or correct its address",
  },
  {
    reason: /policy|use https|private network/,
    code: "not_admitted",
    fix: "your rules keep it out; see docs/permissions.md",
  },
  {
    reason: /did not answer within/,
    code: "hangs",
    fix: "it runs without answering: is it an MCP server? A slow one needs more time: `tenon doctor --wait 120`",
  },
  {
    reason: /not an executable file/,
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
  { words: /npm (?:error|ERR!) (?:code )?E?404/i, fix: "there is no such npm package: correct its name" },
  {
    words: /Cannot find module|ERR_MODULE_NOT_FOUND/,
    fix: "the file it runs is not there: correct the path, or install and build it",
  },
  { words: /ModuleNotFoundError|No module named/, fix: "install the Python package it needs" },
  {
    words: /No solution found|not found in the package registry/i,
    fix: "there is no such Python package: correct its name",
  },
  { words: /EADDRINUSE|address already in use/i, fix: "another copy of it runs already: end that one" },
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
