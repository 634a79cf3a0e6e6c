/**
 * Variables that make an honest program load, run or trust something else. Setting one of them for a child is running
 * code as the user [K-18].
 */

import { matchesGlob } from "@tenon/basis";

import { words } from "../words.ts";

export const CODE_VARIABLES: readonly string[] = [
  // Loaded into every program.
  ...words(`
    LD_* DYLD_* GCONV_PATH PATH PATHEXT COMSPEC
  `),
  // Shells.
  ...words(`
    BASH_ENV BASH_FUNC_* ENV IFS PROMPT_COMMAND PS4 SHELL SHELLOPTS BASHOPTS ZDOTDIR
  `),
  // Interpreters.
  ...words(`
    NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE BUN_OPTIONS ELECTRON_RUN_AS_NODE NPM_CONFIG_* PYTHONSTARTUP
    PYTHONPATH PYTHONHOME PYTHONINSPECT PYTHONWARNINGS PYTHONBREAKPOINT PERL5OPT PERL5LIB PERL5DB PERLLIB RUBYOPT
    RUBYLIB GEM_* BUNDLE_GEMFILE PHPRC PHP_INI_SCAN_DIR JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH
    DOTNET_STARTUP_HOOKS COMPLUS_* CORECLR_* COR_* LUA_INIT* LUA_PATH* LUA_CPATH* R_PROFILE* R_ENVIRON* ERL_*
    ELIXIR_ERL_OPTIONS GUILE_LOAD_PATH
  `),
  // Tools that start other programs.
  ...words(`
    GIT_* SSH_ASKPASS SUDO_ASKPASS EDITOR VISUAL PAGER LESSOPEN LESSCLOSE MANPAGER BROWSER MAKEFLAGS CARGO_*
    RUSTC_WRAPPER RUSTFLAGS GOFLAGS CC CXX OPENSSL_CONF OPENSSL_MODULES
  `),
  // Certificates and proxies.
  ...words(`
    NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED SSL_CERT_* REQUESTS_CA_BUNDLE CURL_CA_BUNDLE HTTP_PROXY
    HTTPS_PROXY ALL_PROXY UV_* PIP_*
  `),
];

/** To Windows, `node_options` is `NODE_OPTIONS`. */
export function isCodeVariable(name: string): boolean {
  return CODE_VARIABLES.some((pattern) => matchesGlob(pattern, name.toUpperCase()));
}
