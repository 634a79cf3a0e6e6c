/**
 * Finds known values in a text in one pass, however many there are: an Aho-Corasick automaton.
 *
 * Each is found in the notations in which it turns up: as it is, escaped once and twice in JSON, URL-encoded, and in base64
 * at any offset, which is how `Authorization: Basic` carries a password.
 */

import type { Span } from "./spans.ts";
import { isWorthHiding } from "./worth-hiding.ts";

export interface KnownValues {
  /** Values that are too short or too common to be secrets are not added. True if one was new. */
  add(values: Iterable<string>): boolean;
  find(text: string): readonly Span[];
  /** Where the text ends with the beginning of a value; its length if it does not. */
  openFrom(text: string): number;
}

interface Node {
  readonly depth: number;
  /** The longest proper suffix that is in the trie too. */
  fail: number;
  /** The length of the longest notation that ends here; 0 if none does. */
  ends: number;
  /** How much at the end of a text must be withheld here, because it may become a value. */
  open: number;
}

// A gateway runs for weeks, and every session brings values of its own. The oldest are forgotten.
const MOST_VALUES = 1_000;
// A longer value is looked for in parts: so no more than this is ever withheld of a text.
const LONGEST = 512;
// No notation of a value is shorter than six characters. So of three characters that stand next to each other, looked up
// in a table at every fourth place, none is missed.
const STEP = 4;
// Fewer characters at the end of a text say too little: most words would be withheld.
const SHORTEST_BEGINNING = 4;

export function createKnownValues(): KnownValues {
  const values = new Set<string>();
  let automaton: Automaton | undefined;

  return {
    add(added) {
      let isNew = false;
      for (const value of added) {
        const trimmed = value.trim();
        if (!isWorthHiding(trimmed)) continue;
        isNew ||= !values.has(trimmed);
        // The last to be named is the last to be forgotten.
        values.delete(trimmed);
        values.add(trimmed);
      }
      for (const oldest of values) {
        if (values.size <= MOST_VALUES) break;
        values.delete(oldest);
      }
      if (isNew) automaton = undefined;
      return isNew;
    },
    find: (text) => (values.size === 0 ? [] : build().find(text)),
    openFrom: (text) => (values.size === 0 ? text.length : build().openFrom(text)),
  };

  function build(): Automaton {
    automaton ??= createAutomaton(new Set([...values].flatMap(notationsOf).flatMap(partsOf)));
    return automaton;
  }
}

type Automaton = Pick<KnownValues, "find" | "openFrom">;

function createAutomaton(patterns: ReadonlySet<string>): Automaton {
  const nodes: Node[] = [{ depth: 0, fail: 0, ends: 0, open: 0 }];
  const edges = new Map<number, number>();
  /** The edges of the root: most characters of a text are looked up here, and a map takes many times as long. */
  const firsts = new Int32Array(65_536);
  /** 1 at the hash of any three of the first six characters. */
  const beginnings = new Uint8Array(2 ** 18);
  let longest = 0;
  for (const pattern of patterns) addPattern(pattern);
  addFailures();

  return {
    find,
    openFrom(text) {
      let state = 0;
      // What stands before cannot be a part of what ends here.
      for (let at = Math.max(0, text.length - longest); at < text.length; at += 1) {
        state = step(state, text.charCodeAt(at));
      }
      return text.length - (nodes[state]?.open ?? 0);
    },
  };

  function find(text: string): readonly Span[] {
    const spans: Span[] = [];
    let from = 0;
    for (let at = STEP - 1; at + 2 < text.length; at += STEP) {
      if (beginnings[hashAt(text, at)] === 0) continue;
      // Where the walk ends, no value has begun: the search goes on from there.
      from = walk(text, Math.max(from, at - STEP + 1), spans);
      at = from - 1;
    }
    return spans;
  }

  /** Adds what it finds, and gives back where it is at the root again. */
  function walk(text: string, from: number, spans: Span[]): number {
    let state = 0;
    for (let at = from; at < text.length; at += 1) {
      state = step(state, text.charCodeAt(at));
      if (state === 0) return at + 1;
      const ends = nodes[state]?.ends ?? 0;
      if (ends > 0) addSpan(spans, { start: at + 1 - ends, end: at + 1 });
    }
    return text.length;
  }

  function step(from: number, code: number): number {
    for (let state = from; state !== 0; state = nodes[state]?.fail ?? 0) {
      const next = edges.get(edgeOf(state, code));
      if (next !== undefined) return next;
    }
    return firsts[code] ?? 0;
  }

  function addPattern(pattern: string): void {
    const shortest = Math.min(SHORTEST_BEGINNING, Math.ceil(pattern.length / 3));
    let state = 0;
    for (let at = 0; at < STEP; at += 1) beginnings[hashAt(pattern, at)] = 1;
    longest = Math.max(longest, pattern.length);
    for (let depth = 1; depth <= pattern.length; depth += 1) {
      const code = pattern.charCodeAt(depth - 1);
      const edge = edgeOf(state, code);
      let next = edges.get(edge);
      if (next === undefined) {
        next = nodes.push({ depth, fail: 0, ends: 0, open: 0 }) - 1;
        edges.set(edge, next);
        if (state === 0) firsts[code] = next;
      }
      state = next;
      const node = nodes[state];
      if (node && depth >= shortest && depth < pattern.length) node.open = depth;
      if (node && depth === pattern.length) node.ends = depth;
    }
  }

  /** Breadth first, which is the order of depth: what a node falls back to is finished before it. */
  function addFailures(): void {
    const ordered = [...edges].map(([edge, to]) => ({ from: Math.floor(edge / 65_536), code: edge % 65_536, to }));
    ordered.sort((one, other) => (nodes[one.to]?.depth ?? 0) - (nodes[other.to]?.depth ?? 0));
    for (const { from, code, to } of ordered) {
      const node = nodes[to];
      if (!node) continue;
      node.fail = from === 0 ? 0 : step(nodes[from]?.fail ?? 0, code);
      const back = nodes[node.fail];
      node.ends = Math.max(node.ends, back?.ends ?? 0);
      node.open = Math.max(node.open, back?.open ?? 0);
    }
  }
}

/** Of three characters. */
function hashAt(text: string, at: number): number {
  return ((text.charCodeAt(at) & 63) << 12) | ((text.charCodeAt(at + 1) & 63) << 6) | (text.charCodeAt(at + 2) & 63);
}

/** Of a value that begins with another, or is found at every step of a repetition, one span is enough. */
function addSpan(spans: Span[], span: Span): void {
  const last = spans.at(-1);
  if (last && span.start <= last.end) spans[spans.length - 1] = join(last, span);
  else spans.push(span);
}

function edgeOf(state: number, code: number): number {
  return state * 65_536 + code;
}

function join(one: Span, other: Span): Span {
  return { start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) };
}

function notationsOf(value: string): readonly string[] {
  const wellFormed = value.toWellFormed();
  const encoded = encodeURIComponent(wellFormed);
  const bytes = Buffer.from(value);
  return [
    value,
    inJson(value),
    inJson(inJson(value)),
    encoded,
    encoded.replaceAll("%20", "+"),
    ...[0, 1, 2].flatMap((offset) => inBase64(bytes, offset)),
  ];
}

/** The last part overlaps the one before: a part of a few letters would be found anywhere. */
function partsOf(notation: string): readonly string[] {
  const count = Math.ceil(notation.length / LONGEST);
  if (count === 1) return [notation];
  return Array.from({ length: count }, (_, index) =>
    index < count - 1 ? notation.slice(index * LONGEST, (index + 1) * LONGEST) : notation.slice(-LONGEST),
  );
}

function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

/** The letters that are the same whatever stands before and behind the value. */
function inBase64(bytes: Buffer, offset: number): readonly string[] {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
  const whole = padded.toString("base64").replace(/=+$/, "");
  const first = [0, 2, 3][offset] ?? 0;
  const last = padded.length % 3 === 0 ? whole.length : whole.length - 1;
  const inner = whole.slice(first, last);
  // Of a short value too little is left to be sure of.
  if (inner.length < SHORTEST_IN_BASE64) return [];
  return [inner, inner.replaceAll("+", "-").replaceAll("/", "_")];
}

const SHORTEST_IN_BASE64 = 8;
