/**
 * The environment every server starts with: enough to find programs, a home and a place for temporary files, and
 * nothing that is secret. Passing all of our own would hand every key the user has to every server [K-01].
 */
export function safeEnvironment(from: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of PASSED) {
    const value = from[name];
    // A value that begins so is a shell function exported by bash, which a child shell would execute.
    if (value !== undefined && !value.startsWith("()")) environment[name] = value;
  }
  return environment;
}

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

const PASSED = process.platform === "win32" ? WINDOWS : POSIX;
