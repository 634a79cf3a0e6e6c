/**
 * The output of a command, drawn as a terminal.
 *
 * The law: it is read-only in both directions. Nothing typed reaches it, and nothing written in it reaches the page: not its
 * title, not the clipboard, not a link.
 */

import { FitAddon } from "@xterm/addon-fit";
import { type ITheme, Terminal } from "@xterm/xterm";
import { useEffect, useRef } from "react";

import { t } from "../language/t.ts";

const MAX_ROWS = 24;
const SCROLLBACK = 20_000;
/** OSC codes: title, icon, colours, links, notifications, clipboard, and those of single terminals. */
const SILENCED_COMMANDS = [0, 1, 2, 4, 5, 7, 8, 9, 10, 11, 12, 52, 99, 104, 110, 111, 112, 133, 633, 777, 1337];

export default function TerminalScreen({ output }: { readonly output: string }) {
  const container = useRef<HTMLDivElement>(null);
  const screen = useRef<Screen>(undefined);
  useEffect(() => {
    if (!container.current) return undefined;
    const opened = openScreen(container.current);
    screen.current = opened;
    return () => {
      screen.current = undefined;
      opened.close();
    };
  }, []);
  useEffect(() => screen.current?.show(output), [output]);
  return <div ref={container} className="terminal-screen px-3 py-2" data-testid="terminal" />;
}

interface Screen {
  show(output: string): void;
  close(): void;
}

function openScreen(container: HTMLElement): Screen {
  const terminal = openTerminal(container);
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  let shown = "";
  const resize = new ResizeObserver(fitWidth);
  resize.observe(container);
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  const repaint = () => (terminal.options.theme = pageTheme());
  scheme.addEventListener("change", repaint);
  const themes = new MutationObserver(repaint);
  themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });

  return {
    show(output) {
      // A final newline would show an empty line.
      const whole = output.replace(/\r?\n$/u, "");
      const isMore = whole.startsWith(shown);
      if (!isMore) terminal.reset();
      const added = isMore ? whole.slice(shown.length) : whole;
      shown = whole;
      if (added !== "") terminal.write(added, fitHeight);
    },
    close() {
      resize.disconnect();
      themes.disconnect();
      scheme.removeEventListener("change", repaint);
      terminal.dispose();
    },
  };

  function fitWidth(): void {
    const columns = fit.proposeDimensions()?.cols;
    if (columns === undefined || !Number.isFinite(columns) || columns < 2) return;
    terminal.resize(columns, terminal.rows);
    fitHeight();
  }

  /** As tall as the output, up to MAX_ROWS. */
  function fitHeight(): void {
    const { baseY, cursorY } = terminal.buffer.active;
    const rows = Math.min(MAX_ROWS, Math.max(terminal.rows, baseY + cursorY + 1));
    if (rows !== terminal.rows) terminal.resize(terminal.cols, rows);
  }
}

/** A terminal that takes no input, and whose output reaches nothing outside of it. */
function openTerminal(container: HTMLElement): Terminal {
  const terminal = new Terminal({
    rows: 1,
    cursorBlink: false,
    cursorInactiveStyle: "none",
    disableStdin: true,
    convertEol: true,
    scrollback: SCROLLBACK,
    fontSize: 12,
    lineHeight: 1.25,
    fontFamily: getComputedStyle(container).getPropertyValue("--font-mono") || "ui-monospace, Menlo, monospace",
    theme: pageTheme(),
    linkHandler: { activate: () => {}, allowNonHttpProtocols: false },
    screenReaderMode: true,
  });
  for (const command of SILENCED_COMMANDS) terminal.parser.registerOscHandler(command, () => true);
  terminal.parser.registerDcsHandler({ final: "q" }, () => true);
  terminal.attachCustomKeyEventHandler(() => false);
  terminal.open(container);
  if (terminal.textarea) {
    terminal.textarea.tabIndex = -1;
    terminal.textarea.readOnly = true;
    terminal.textarea.setAttribute("aria-label", t("Terminal output"));
  }
  return terminal;
}

/** The page's own colours: a terminal in a dark page is dark. */
function pageTheme(): ITheme {
  const chosen = document.documentElement.dataset["theme"];
  const isDark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  return isDark ? DARK : LIGHT;
}

const LIGHT: ITheme = {
  background: "#f5f5f3",
  foreground: "#1c1d1f",
  cursor: "#f5f5f3",
  selectionBackground: "#c5d5f5",
  black: "#1c1d1f",
  red: "#b02f26",
  green: "#1f7245",
  yellow: "#875400",
  blue: "#2c60c4",
  magenta: "#8a3a9c",
  cyan: "#176b78",
  white: "#696c73",
  brightBlack: "#5c5f66",
  brightRed: "#b02f26",
  brightGreen: "#1f7245",
  brightYellow: "#875400",
  brightBlue: "#2350a8",
  brightMagenta: "#8a3a9c",
  brightCyan: "#176b78",
  brightWhite: "#1c1d1f",
};

const DARK: ITheme = {
  background: "#111214",
  foreground: "#e6e6e3",
  cursor: "#111214",
  selectionBackground: "#3d4f7a",
  black: "#44474e",
  red: "#f28b80",
  green: "#6cc596",
  yellow: "#e3b565",
  blue: "#86abf6",
  magenta: "#d59be3",
  cyan: "#74c7d4",
  white: "#c9cbd0",
  brightBlack: "#92959d",
  brightRed: "#f8a79e",
  brightGreen: "#8ad8ae",
  brightYellow: "#efc987",
  brightBlue: "#a3c0f9",
  brightMagenta: "#e4b6ef",
  brightCyan: "#93d9e4",
  brightWhite: "#ffffff",
};
