/**
 * The environment every server starts with: enough to find programs, a home, temporary files and the way out of a company's
 * network [W23], and nothing that is secret. Passing all of our own would hand every key the user has to every server [K-01].
 */
export function safeEnvironment(from: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of PASSED) {
    const value = from[name];
    // A value that begins so is a shell function exported by bash, which a child shell would execute.
    if (value !== undefined && !value.startsWith("()")) environment[name] = value;
  }
  for (const name of PROXIES.flatMap((each) => [each, each.toLowerCase()])) {
    const value = from[name];
    // The password of a proxy is given to a server by its own `env`.
    if (value !== undefined && !value.includes("@")) environment[name] = value;
  }
  return environment;
}

const PROXIES = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"];

/** Files with certificates, and whether Node.js heeds the proxies. */
const NETWORK = [
  "CURL_CA_BUNDLE",
  "NODE_EXTRA_CA_CERTS",
  "NODE_USE_ENV_PROXY",
  "NODE_USE_SYSTEM_CA",
  "REQUESTS_CA_BUNDLE",
  "SSL_CERT_DIR",
  "SSL_CERT_FILE",
];

const POSIX = ["HOME", "LANG", "LC_ALL", "LC_CTYPE", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER"];

const WINDOWS = [
  "APPDATA",
  "COMSPEC",
  "HOMEDRIVE",
  "HOMEPATH",
  "LOCALAPPDATA",
  "PATH",
  "PATHEXT",
  "PROGRAMDATA",
  "PROGRAMFILES",
  "SYSTEMDRIVE",
  "SYSTEMROOT",
  "TEMP",
  "TMP",
  "USERNAME",
  "USERPROFILE",
  "WINDIR",
];

const PASSED = [...(process.platform === "win32" ? WINDOWS : POSIX), ...NETWORK];
