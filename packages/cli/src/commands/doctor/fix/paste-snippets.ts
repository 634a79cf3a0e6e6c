/**
 * What to paste into editors whose settings are programs, in Lua or Lisp: those are not edited. Shown for each plugin that
 * the user's files mention, unless they mention Tenon too.
 */

import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

import { locateFile, type Machine } from "../../../clients/locate-files.ts";

export interface Snippet {
  readonly editor: string;
  /** Where the plugin is mentioned. */
  readonly file: string;
  readonly text: string;
}

interface Plugin {
  readonly editor: string;
  readonly mentionedAs: RegExp;
  readonly ending: RegExp;
  readonly paths: readonly string[];
  text(command: readonly string[]): string;
}

// Settings are a few files; a checkout of plugins in between may be thousands.
const MAX_FILES = 300;
const MAX_BYTES = 1_000_000;
const MAX_DEPTH = 5;

export async function pasteSnippets(machine: Machine, tenon: readonly string[]): Promise<readonly Snippet[]> {
  const found = await Promise.all(
    plugins.map(async ({ editor, mentionedAs, ending, paths, text }) => {
      const files = (await Promise.all(paths.map((path) => filesIn(locateFile(path, machine), ending)))).flat();
      const texts = await Promise.all(files.slice(0, MAX_FILES).map(readSettings));
      const at = texts.findIndex((content) => mentionedAs.test(content));
      const isWrapped = texts.some(
        (content) => mentionedAs.test(content) && /tenon(?:\.mjs)?["'\s,]+wrap/.test(content),
      );
      const file = files[at];
      return file === undefined || isWrapped ? [] : [{ editor, file, text: text([...tenon, "wrap", "gemini"]) }];
    }),
  );
  return found.flat();
}

const NEOVIM = { ending: /\.lua$/, paths: ["{config}/nvim"] };

const plugins: readonly Plugin[] = [
  {
    ...NEOVIM,
    editor: "Neovim, CodeCompanion",
    mentionedAs: /codecompanion/,
    text: (command) => `require("codecompanion").setup({
  adapters = {
    acp = {
      gemini_cli = function()
        return require("codecompanion.adapters").extend("gemini_cli", {
          commands = { default = { ${command.map(luaText).join(", ")} } },
        })
      end,
    },
  },
})`,
  },
  {
    ...NEOVIM,
    editor: "Neovim, avante",
    mentionedAs: /avante/,
    text: ([command = "", ...args]) => `require("avante").setup({
  provider = "gemini-cli",
  acp_providers = {
    ["gemini-cli"] = {
      command = ${luaText(command)},
      args = { ${args.map(luaText).join(", ")} },
      env = { HOME = os.getenv("HOME"), GEMINI_API_KEY = os.getenv("GEMINI_API_KEY") },
    },
  },
})`,
  },
  {
    editor: "Emacs, agent-shell",
    mentionedAs: /agent-shell/,
    ending: /\.(?:el|org|emacs)$/,
    paths: ["~/.emacs", "~/.emacs.d", "{config}/emacs", "{config}/doom"],
    text: ([command = "", ...args]) => `(with-eval-after-load 'agent-shell
  (add-to-list
   'agent-shell-agent-configs
   (agent-shell-make-agent-config
    :identifier 'gemini-with-tools
    :mode-line-name "Gemini with tools"
    :buffer-name "Gemini with tools"
    :shell-prompt "Gemini> "
    :shell-prompt-regexp "Gemini> "
    :client-maker
    (lambda (buffer)
      (acp-make-client
       :command ${JSON.stringify(command)}
       :command-params '(${args.map((word) => JSON.stringify(word)).join(" ")})
       :environment-variables (agent-shell-make-environment-variables :inherit-env t)
       :context-buffer buffer)))))`,
  },
];

function luaText(word: string): string {
  return JSON.stringify(word);
}

/** The file itself, or those of a folder. Installed packages are not the user's settings. */
async function filesIn(path: string, ending: RegExp, depth = 0): Promise<readonly string[]> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile()) return ending.test(path) ? [path] : [];
  if (!found?.isDirectory() || depth > MAX_DEPTH) return [];
  const names = (await readdir(path)).filter((name) => !PACKAGES.has(name)).toSorted();
  const nested = await Promise.all(names.map((name) => filesIn(join(path, name), ending, depth + 1)));
  return nested.flat();
}

const PACKAGES = new Set([".git", "elpa", "straight", "quelpa", "eln-cache", "node_modules", "pack", ".local"]);

async function readSettings(file: string): Promise<string> {
  const { size } = await stat(file);
  return size > MAX_BYTES ? "" : await readFile(file, "utf8").catch(() => "");
}
