import { buildCommand, buildRouteMap } from "@stricli/core";

import { parseCount, parseDuration, parseSize, parseSpeed } from "../../arguments/quantity.ts";

const json = { kind: "boolean", default: false, withNegated: false, brief: "Print JSON, for scripts" } as const;
const full = {
  kind: "boolean",
  default: false,
  withNegated: false,
  brief: "Show the whole output of tools, not only its beginning",
} as const;

function text(placeholder: string, brief: string) {
  return { kind: "parsed", parse: String, optional: true, placeholder, brief } as const;
}

const count = { kind: "parsed", parse: parseCount, placeholder: "number" } as const;

const id = { parse: String, placeholder: "id", brief: "A session's id, the beginning of it, or: last" } as const;
const oneSession = { kind: "tuple", parameters: [id] } as const;

const listCommand = buildCommand({
  loader: async () => (await import("./list.ts")).runList,
  parameters: {
    flags: {
      cwd: text("folder", "Only sessions of this folder"),
      agent: text("name", "Only sessions of this agent"),
      title: text("words", "Only sessions with this in their title"),
      since: text("date or age", "Only what was written since, such as 2026-10-01 or 2d"),
      until: text("date or age", "Only what was written until"),
      limit: { ...count, default: "20", brief: "How many, at most" },
      all: { ...json, brief: "Also sessions that were never prompted" },
      json,
    },
  },
  docs: { brief: "List the recorded sessions, the newest first" },
});

const showCommand = buildCommand({
  loader: async () => (await import("./show.ts")).runShow,
  parameters: {
    flags: {
      last: { ...count, optional: true, brief: "Only so many at the end" },
      full,
      json: { ...json, brief: "The entries, one as JSON on each line" },
      raw: { ...json, brief: "The records, with every message as it stood on the wire, one on each line" },
      wire: { ...json, brief: "The messages, one short line for each: when, from whom, how large, what" },
    },
    positional: oneSession,
  },
  docs: { brief: "Show a session as a person reads it" },
});

const followCommand = buildCommand({
  loader: async () => (await import("./follow.ts")).runFollow,
  parameters: {
    flags: {
      last: { ...count, default: "10", brief: "How many entries to begin with" },
      full,
      json: { ...json, brief: "Every change of an entry, as JSON on a line" },
    },
    positional: oneSession,
  },
  docs: {
    brief: "Show a session while it goes on, here or in another program",
    fullDescription: "Shows the last entries of a session, then each further one when it is finished. Ctrl-C ends it.",
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
        placeholder: "number",
        brief: "How many times as fast as it was",
      },
      maxPause: {
        kind: "parsed",
        parse: parseDuration,
        default: "5s",
        placeholder: "time",
        brief: "How long a pause may be",
      },
      atOnce: { kind: "boolean", default: false, withNegated: false, brief: "Without any pause" },
    },
    positional: oneSession,
  },
  docs: { brief: "Show a session again at its own pace, without a model" },
});

const exportCommand = buildCommand({
  loader: async () => (await import("./export.ts")).runExport,
  parameters: {
    flags: {
      all: { kind: "boolean", default: false, withNegated: false, brief: "All sessions" },
      output: text("file", "Where to write it; standard output otherwise"),
    },
    positional: { kind: "array", parameter: id },
  },
  docs: { brief: "Write sessions as JSON Lines" },
});

const importCommand = buildCommand({
  loader: async () => (await import("./import.ts")).runImport,
  parameters: {
    flags: { json },
    positional: {
      kind: "tuple",
      parameters: [{ parse: String, placeholder: "file", brief: "What export has written; - is standard input" }],
    },
  },
  docs: {
    brief: "Read sessions that were exported",
    fullDescription: "Prints their ids. A session that is there already gets a new id.",
  },
});

const forkCommand = buildCommand({
  loader: async () => (await import("./fork.ts")).runFork,
  parameters: {
    flags: {
      at: { ...count, optional: true, brief: "The last record to take along, by its number in show --wire" },
      json,
    },
    positional: oneSession,
  },
  docs: { brief: "Make a new session of the beginning of another" },
});

const titleCommand = buildCommand({
  loader: async () => (await import("./title.ts")).runTitle,
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [id, { parse: String, placeholder: "title", brief: "Its title from now on" }],
    },
  },
  docs: { brief: "Give a session a title" },
});

const deleteCommand = buildCommand({
  loader: async () => (await import("./delete.ts")).runDelete,
  parameters: {
    flags: { yes: { kind: "boolean", default: false, withNegated: false, brief: "Delete without a question" } },
    positional: { kind: "array", parameter: id, minimum: 1 },
  },
  docs: { brief: "Delete sessions for good" },
});

const vacuumCommand = buildCommand({
  loader: async () => (await import("./vacuum.ts")).runVacuum,
  parameters: {
    flags: {
      maxAge: {
        kind: "parsed",
        parse: parseDuration,
        optional: true,
        placeholder: "time",
        brief: "Delete sessions last written longer ago, such as 90d",
      },
      maxSize: {
        kind: "parsed",
        parse: parseSize,
        optional: true,
        placeholder: "size",
        brief: "Delete the oldest until the rest fits, such as 1GB",
      },
      json,
    },
  },
  docs: { brief: "Delete old sessions, and give unused space back" },
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
  docs: { brief: "List, show, follow, export and replay recorded sessions" },
});
