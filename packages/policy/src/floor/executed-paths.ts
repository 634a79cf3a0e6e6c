/**
 * Files that other programs execute, or that configure what they execute, without an explicit command: a
 * commit runs a hook, a shell its start-up file, an editor the tasks of a folder. To write one of them is to run code
 * later, past every question about commands, so writing there asks in every mode.
 *
 * Not listed: what runs only when it is started by name (scripts, package.json, Makefile) or after a push (CI). The
 * command that starts it is what needs permission.
 */

import { words } from "../words.ts";
import { anywhere } from "./anywhere.ts";

interface ExecutedPaths {
  readonly why: string;
  readonly paths: readonly string[];
}

const GROUPS: readonly ExecutedPaths[] = [
  {
    why: "git runs the hooks and programs configured there",
    paths: words(`
      .git/** *.git/config *.git/config.worktree *.git/hooks/** .gitconfig .config/git/**
    `),
  },
  {
    why: "it runs on the next commit or push",
    paths: words(`
      .husky/** .githooks/** lefthook*.y*ml .lefthook*.y*ml .lefthook/** .pre-commit-config.yaml .overcommit.yml
      .lintstagedrc* lint-staged.config.* .simple-git-hooks.*
    `),
  },
  {
    why: "editors run the tasks and programs configured there",
    paths: words(`
      .vscode/** *.code-workspace .idea/** .fleet/** .zed/** .devcontainer/** .devcontainer.json .exrc .nvimrc
      .nvim.lua .vimrc .gvimrc .vim/** .config/nvim/** .emacs .emacs.d/** .config/emacs/** .dir-locals.el
      .dir-locals-2.el *.sublime-project
    `),
  },
  {
    why: "package managers and build tools run programs configured there",
    paths: words(`
      .npmrc .yarnrc .yarnrc.yml .yarn/releases/** .yarn/plugins/** .yarn/sdks/** .pnpmfile.* bunfig.toml .bunfig.toml
      node_modules/.bin/** .cargo/** .pip/** .config/pip/** .pydistutils.cfg sitecustomize.py usercustomize.py
      .venv/** venv/bin/** .bundle/config .gemrc .mvn/** .m2/settings.xml .gradle/init.gradle* .gradle/init.d/**
      .gradle/gradle.properties gradle/wrapper/** .config/composer/** .local/bin/**
    `),
  },
  {
    why: "a shell or interpreter runs it at startup or on entering the folder",
    paths: words(`
      .envrc mise.toml .mise.toml mise.*.toml .mise.*.toml .config/mise/** .config/direnv/** .profile .bashrc
      .bash_profile .bash_login .bash_logout .bash_aliases .zshrc .zshenv .zprofile .zlogin .zlogout .zsh/**
      .oh-my-zsh/** .kshrc .mkshrc .cshrc .tcshrc .login .logout .config/fish/** .config/nushell/**
      .config/powershell/** Documents/PowerShell/** Documents/WindowsPowerShell/** .tmux.conf .config/tmux/**
      .screenrc .pythonrc .pythonrc.py .pdbrc .irbrc .pryrc .Rprofile .gdbinit .lldbinit .psqlrc .sqliterc .inputrc
    `),
  },
  {
    why: "it runs at login or on a schedule",
    paths: [
      ...words(`
      .xprofile .xinitrc .xserverrc .xsession .xsessionrc .pam_environment .config/environment.d/**
      .config/autostart/** .config/systemd/** .config/plasma-workspace/** .local/share/systemd/**
      .local/share/applications/** .local/share/dbus-1/** Library/LaunchAgents/** Library/LaunchDaemons/**
      var/spool/cron/** etc/cron*/** etc/systemd/** etc/profile.d/**
    `),
      "Start Menu/Programs/Startup/**",
    ],
  },
  {
    why: "it configures which programs an agent starts, or what it may do without asking",
    paths: words(`
      tenon.json .mcp.json mcp.json .config/mcp/** .claude/** .claude.json .gemini/** .codex/** .cursor/** .qwen/**
      .config/goose/** .goose/** .opencode/** opencode.json opencode.jsonc .config/opencode/** .factory/** .copilot/**
      .config/github-copilot/** .continue/** .windsurf/** .codeium/** .aider.conf.yml .amp/** .config/amp/**
      .augment/** .cline/** .roo/** .kilocode/** .kiro/** .junie/** .trae/** .crush.json crush.json .config/zed/**
    `),
  },
];

export const EXECUTED_PATHS: readonly ExecutedPaths[] = GROUPS.map(({ why, paths }) => ({
  why,
  paths: anywhere(paths),
}));
