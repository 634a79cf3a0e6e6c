import { buildCommand, buildRouteMap } from "@stricli/core";

import { parseCount, parseDuration, parseSize, parseSpeed } from "../../arguments/quantity.ts";
import { storeFlag as store } from "../../arguments/store-flag.ts";
import { withExamples } from "../../help/with-examples.ts";

const off = { kind: "boolean", default: false, withNegated: false } as const;
const json = { ...off, brief: "Print JSON" } as const;
const full = { ...off, brief: "Show the whole output of tools" } as const;
const count = { kind: "parsed", parse: parseCount, placeholder: "number" } as const;
const duration = { kind: "parsed", parse: parseDuration, placeholder: "duration" } as const;

function parseStep(given: string): number | "last" {
  return given === "last" ? given : parseCount(given);
}

function text(placeholder: string, brief: string) {
  return { kind: "parsed", parse: String, optional: true, placeholder, brief } as const;
}

const id = { parse: String, placeholder: "id", brief: 'Session id, a unique prefix of it, or "last"' } as const;
const oneSession = { kind: "tuple", parameters: [id] } as const;

const listCommand = buildCommand({
  loader: async () => (await import("./list.ts")).runList,
  parameters: {
    flags: {
      cwd: text("folder", "Only sessions of this folder"),
      agent: text("name", "Only sessions with this agent"),
      title: text("text", "Only sessions whose title contains this"),
      since: text("date|age", "Only sessions updated since a date or age, such as 2026-10-01 or 2d"),
      until: text("date|age", "Only sessions updated until a date or age"),
      limit: { ...count, default: "20", brief: "Maximum number of sessions" },
      all: { ...off, brief: "Include sessions without a prompt" },
      json,
      store,
    },
  },
  docs: {
    brief: "List recorded sessions, newest first",
    fullDescription: withExamples("", "tenon log list --cwd . --since 7d", "tenon log list --agent claude --json"),
  },
});

const showCommand = buildCommand({
  loader: async () => (await import("./show.ts")).runShow,
  parameters: {
    flags: {
      last: { ...count, optional: true, brief: "Show only the last entries; with --raw or --wire, the last records" },
      full,
      json: { ...off, brief: "Print the timeline entries as JSON Lines" },
      raw: { ...off, brief: "Print the records as JSON Lines, each message exactly as it was on the wire" },
      wire: { ...off, brief: "Print one line per message: number, time, size, sender, method" },
      offer: {
        kind: "parsed",
        parse: parseStep,
        optional: true,
        placeholder: "step|last",
        brief: "Print the tools offered to the model in this request, and why",
      },
      store,
    },
    positional: oneSession,
  },
  docs: {
    brief: "Show the timeline of a session",
    fullDescription: withExamples(
      "",
      "tenon log show last",
      "tenon log show 3f2a --wire",
      "tenon log show last --offer 1",
    ),
  },
});

const followCommand = buildCommand({
  loader: async () => (await import("./follow.ts")).runFollow,
  parameters: {
    flags: {
      last: { ...count, default: "10", brief: "Number of entries to start with" },
      full,
      json: { ...off, brief: "Print each change of an entry as JSON Lines" },
      store,
    },
    positional: oneSession,
  },
  docs: {
    brief: "Follow a session that is running, here or in another program",
    fullDescription: withExamples(
      "Shows the last entries, then each new one as it finishes. Ctrl-C exits.",
      "tenon log follow last",
    ),
  },
});

const replayCommand = buildCommand({
  loader: async () => (await import("./replay.ts")).runReplay,
  parameters: {
    flags: {
      speed: {
        kind: "parsed",
        parse: parseSpeed,
        optional: true,
        placeholder: "factor",
        brief: "Playback speed, such as 4 or 0.5 (default: 1)",
      },
      maxPause: { ...duration, default: "5s", brief: "Longest pause between two records" },
      atOnce: { ...off, brief: "Print everything without pauses" },
      store,
    },
    positional: oneSession,
  },
  docs: {
    brief: "Replay a session at its own pace, without an agent or a model",
    fullDescription: withExamples("", "tenon log replay last --speed 4"),
  },
});

const exportCommand = buildCommand({
  loader: async () => (await import("./export.ts")).runExport,
  parameters: {
    flags: {
      all: { ...off, brief: "Export all sessions" },
      output: text("file", "File to write (default: standard output)"),
      store,
    },
    positional: { kind: "array", parameter: id },
  },
  docs: {
    brief: "Export sessions as JSON Lines",
    fullDescription: withExamples(
      "",
      "tenon log export last --output session.jsonl",
      "tenon log export --all > sessions.jsonl",
    ),
  },
});

const importCommand = buildCommand({
  loader: async () => (await import("./import.ts")).runImport,
  parameters: {
    flags: { json, store },
    positional: {
      kind: "tuple",
      parameters: [{ parse: String, placeholder: "file", brief: 'File written by export; "-" reads standard input' }],
    },
  },
  docs: {
    brief: "Import exported sessions and print their ids",
    fullDescription: withExamples("A session whose id already exists gets a new id.", "tenon log import session.jsonl"),
  },
});

const forkCommand = buildCommand({
  loader: async () => (await import("./fork.ts")).runFork,
  parameters: {
    flags: {
      at: { ...count, optional: true, brief: "Number of the last record to copy, as in show --wire (default: all)" },
      json,
      store,
    },
    positional: oneSession,
  },
  docs: { brief: "Copy a session, or the first part of it, to a new one and print its id" },
});

const titleCommand = buildCommand({
  loader: async () => (await import("./title.ts")).runTitle,
  parameters: {
    flags: { store },
    positional: { kind: "tuple", parameters: [id, { parse: String, placeholder: "title", brief: "New title" }] },
  },
  docs: { brief: "Set the title of a session" },
});

const deleteCommand = buildCommand({
  loader: async () => (await import("./delete.ts")).runDelete,
  parameters: {
    flags: { yes: { ...off, brief: "Do not ask for confirmation" }, store },
    positional: { kind: "array", parameter: id, minimum: 1 },
  },
  docs: { brief: "Delete sessions permanently" },
});

const vacuumCommand = buildCommand({
  loader: async () => (await import("./vacuum.ts")).runVacuum,
  parameters: {
    flags: {
      maxAge: { ...duration, optional: true, brief: "Delete sessions not updated for this long, such as 90d" },
      maxSize: {
        kind: "parsed",
        parse: parseSize,
        optional: true,
        placeholder: "size",
        brief: "Delete the oldest sessions until the journal fits, such as 1GB",
      },
      json,
      store,
    },
  },
  docs: {
    brief: "Reclaim unused disk space, and delete old sessions",
    fullDescription: withExamples("", "tenon log vacuum --max-age 90d --max-size 1GB"),
  },
});

export const logCommands = buildRouteMap({
  routes: {
    list: listCommand,
    show: showCommand,
    follow: followCommand,
    replay: replayCommand,
    export: exportCommand,
    import: importCommand,
    fork: forkCommand,
    title: titleCommand,
    delete: deleteCommand,
    vacuum: vacuumCommand,
  },
  docs: { brief: "Show, follow, replay and export recorded sessions" },
});
