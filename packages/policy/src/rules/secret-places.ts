/**
 * Where people and programs keep keys and credentials: never read or written, also where the rest is only asked about.
 * A question is answered in a second, and a key that has been read stays read.
 *
 * Only places that hold nothing else. Absolute patterns, so that a rule of the user's that names the very file is
 * narrower, and wins.
 */

const PLACES = [
  ".ssh/**",
  ".gnupg/**",
  ".password-store/**",
  ".aws/**",
  ".azure/**",
  ".kube/**",
  ".config/gcloud/**",
  ".config/gh/**",
  ".docker/config.json",
  ".git-credentials",
  ".netrc",
  "_netrc",
  ".pgpass",
  ".pypirc",
  ".local/share/keyrings/**",
  "Library/Keychains/**",
  // Our own: the keys of providers, the tokens of servers.
  "tenon/keys.json",
  "tenon/tokens/**",
];

/** On any drive. */
export const SECRET_PLACES: readonly string[] = [
  ...PLACES.flatMap((place) => [`/**/${place}`, `*:/**/${place}`]),
  "/etc/shadow",
  "/etc/gshadow",
];
