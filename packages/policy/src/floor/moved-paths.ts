/**
 * Paths of the floor that a variable has moved: with `XDG_CONFIG_HOME=/cfg`, `~/.config/gh` is `/cfg/gh`.
 */

import path from "node:path";

import { alternatives, type Rule } from "../rule.ts";

/** The variable, and what its value takes the path of. */
const VARIABLES: readonly (readonly [variable: string, path: string])[] = [
  ["XDG_CONFIG_HOME", ".config"],
  ["XDG_DATA_HOME", ".local/share"],
  ["GNUPGHOME", ".gnupg"],
  ["AWS_CONFIG_FILE", ".aws"],
  ["AWS_SHARED_CREDENTIALS_FILE", ".aws"],
  ["AZURE_CONFIG_DIR", ".azure"],
  ["KUBECONFIG", ".kube"],
  ["DOCKER_CONFIG", ".docker"],
  ["CLOUDSDK_CONFIG", ".config/gcloud"],
  ["GH_CONFIG_DIR", ".config/gh"],
  ["PASSWORD_STORE_DIR", ".password-store"],
  ["NETRC", ".netrc"],
  ["PGPASSFILE", ".pgpass"],
  ["GIT_CONFIG_GLOBAL", ".gitconfig"],
  ["NPM_CONFIG_USERCONFIG", ".npmrc"],
  ["CARGO_HOME", ".cargo"],
  ["CLAUDE_CONFIG_DIR", ".claude"],
  ["CODEX_HOME", ".codex"],
];

const ZSH_FILES = [".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout"];

export function movedPaths(
  rules: readonly Rule[],
  environment: Readonly<Record<string, string | undefined>>,
): readonly Rule[] {
  const zsh = environment["ZDOTDIR"] ?? "";
  const moves = [
    ...VARIABLES.flatMap(([variable, path]) => foldersIn(environment[variable]).map((to) => [path, to] as const)),
    ...(path.isAbsolute(zsh) ? ZSH_FILES.map((file) => [file, path.join(zsh, file)] as const) : []),
  ];
  return rules.flatMap((rule) => {
    const patterns = alternatives(rule.when.path) ?? [];
    const moved = moves.flatMap(([path, to]) => patterns.flatMap((pattern) => movedPattern(pattern, path, to)));
    return moved.length === 0 ? [] : [{ ...rule, when: { ...rule.when, path: moved } }];
  });
}

function foldersIn(value: string | undefined): readonly string[] {
  return (value ?? "").split(path.delimiter).filter((one) => path.isAbsolute(one));
}

function movedPattern(pattern: string, path: string, to: string): readonly string[] {
  const [start, folder] = [`/**/${path}`, to.replaceAll("\\", "/").replace(/\/+$/, "")];
  if (pattern === start) return [folder];
  return pattern.startsWith(`${start}/`) ? [folder + pattern.slice(start.length)] : [];
}
