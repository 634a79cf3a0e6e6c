/**
 * Finds any of many strings in a text in one pass: an Aho-Corasick automaton.
 */

import type { Span } from "./spans.ts";

export interface Automaton {
  find(text: string): readonly Span[];
  /** Where the text ends with the beginning of a pattern; its length if it does not. */
  openFrom(text: string): number;
}

interface Node {
  readonly depth: number;
  /** The longest proper suffix that is in the trie too. */
  fail: number;
  /** The length of the longest pattern that ends here; 0 if none does. */
  ends: number;
  /** How much at the end of a text must be withheld here, because it may become a match. */
  open: number;
}

interface Trie {
  readonly nodes: Node[];
  readonly edges: Map<number, number>;
  /** The edges of the root: most characters of a text are looked up here, and a map takes many times as long. */
  readonly firsts: Int32Array;
  /** 1 at the hash of any three characters next to each other that begin within the first `stride` of a pattern. */
  readonly beginnings: Uint8Array;
  /** Three characters of a text are looked up at every multiple of it, and no pattern is missed. */
  readonly stride: number;
}

// No pattern is shorter than six characters.
const MIN_STRIDE = 4;
const LOOKED_UP = 3;
const HASHES = 2 ** 18;
// A fuller table would find something everywhere.
const MAX_BEGINNINGS = HASHES / 16;
// Fewer characters at the end of a text say too little: most words would be withheld.
const MIN_BEGINNING = 4;

/** Patterns must have at least six characters. */
export function createAutomaton(given: Iterable<string>): Automaton {
  const patterns = [...given];
  const trie: Trie = {
    nodes: [{ depth: 0, fail: 0, ends: 0, open: 0 }],
    edges: new Map(),
    firsts: new Int32Array(65_536),
    beginnings: new Uint8Array(HASHES),
    stride: strideFor(patterns),
  };
  const longest = patterns.reduce((length, pattern) => Math.max(length, pattern.length), 0);
  for (const pattern of patterns) addPattern(trie, pattern);
  addFailures(trie);
  return {
    find: (text) => find(trie, text),
    openFrom(text) {
      let state = 0;
      // What stands before cannot be a part of what ends here.
      for (let at = Math.max(0, text.length - longest); at < text.length; at += 1) {
        state = step(trie, state, text.charCodeAt(at));
      }
      return text.length - (trie.nodes[state]?.open ?? 0);
    },
  };
}

/** The longest that the shortest pattern allows, while there are few patterns. */
function strideFor(patterns: readonly string[]): number {
  const shortest = patterns.reduce((length, pattern) => Math.min(length, pattern.length), Infinity);
  return Math.max(MIN_STRIDE, Math.min(shortest - LOOKED_UP + 1, Math.floor(MAX_BEGINNINGS / patterns.length)));
}

function find(trie: Trie, text: string): readonly Span[] {
  const { beginnings, stride } = trie;
  const spans: Span[] = [];
  let from = 0;
  for (let at = stride - 1; at + LOOKED_UP <= text.length; at += stride) {
    if (beginnings[hashAt(text, at)] === 0) continue;
    // Where the walk ends, no match has begun: the search goes on from there.
    from = walk(trie, text, Math.max(from, at - stride + 1), spans);
    at = from - 1;
  }
  return spans;
}

/** Adds what it finds, and gives back where it is at the root again. */
function walk(trie: Trie, text: string, from: number, spans: Span[]): number {
  let state = 0;
  for (let at = from; at < text.length; at += 1) {
    state = step(trie, state, text.charCodeAt(at));
    if (state === 0) return at + 1;
    const ends = trie.nodes[state]?.ends ?? 0;
    if (ends > 0) addSpan(spans, { start: at + 1 - ends, end: at + 1 });
  }
  return text.length;
}

function step({ nodes, edges, firsts }: Trie, from: number, code: number): number {
  for (let state = from; state !== 0; state = nodes[state]?.fail ?? 0) {
    const next = edges.get(edgeOf(state, code));
    if (next !== undefined) return next;
  }
  return firsts[code] ?? 0;
}

function addPattern({ nodes, edges, firsts, beginnings, stride }: Trie, pattern: string): void {
  const minOpen = Math.min(MIN_BEGINNING, Math.ceil(pattern.length / 3));
  let state = 0;
  for (let at = 0; at < stride; at += 1) beginnings[hashAt(pattern, at)] = 1;
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
    if (node && depth >= minOpen && depth < pattern.length) node.open = depth;
    if (node && depth === pattern.length) node.ends = depth;
  }
}

/** Breadth first, which is the order of depth: what a node falls back to is finished before it. */
function addFailures(trie: Trie): void {
  const { nodes, edges } = trie;
  const ordered = [...edges].map(([edge, to]) => ({ from: Math.floor(edge / 65_536), code: edge % 65_536, to }));
  ordered.sort((one, other) => (nodes[one.to]?.depth ?? 0) - (nodes[other.to]?.depth ?? 0));
  for (const { from, code, to } of ordered) {
    const node = nodes[to];
    if (!node) continue;
    node.fail = from === 0 ? 0 : step(trie, nodes[from]?.fail ?? 0, code);
    const back = nodes[node.fail];
    node.ends = Math.max(node.ends, back?.ends ?? 0);
    node.open = Math.max(node.open, back?.open ?? 0);
  }
}

/** Of three characters. */
function hashAt(text: string, at: number): number {
  return ((text.charCodeAt(at) & 63) << 12) | ((text.charCodeAt(at + 1) & 63) << 6) | (text.charCodeAt(at + 2) & 63);
}

/** Of a pattern that begins with another, or is found at every step of a repetition, one span is enough. */
function addSpan(spans: Span[], span: Span): void {
  const last = spans.at(-1);
  if (!last || span.start > last.end) spans.push(span);
  else spans[spans.length - 1] = { start: Math.min(last.start, span.start), end: Math.max(last.end, span.end) };
}

function edgeOf(state: number, code: number): number {
  return state * 65_536 + code;
}
