/**
 * The frames of a feed: texts for the wire, each made once.
 */

import type { JournalRecord } from "@tenon/journal";
import { type Checkpoint, writeCheckpoint } from "@tenon/timeline";

import type { Frame, SessionView } from "../gateway.ts";
import type { SessionRole } from "../people/person.ts";

export const CAUGHT_UP: Frame = '{"caughtUp":true}';
export const ALIVE: Frame = '{"alive":true}';

export function recordFrame({ seq, at, from, kind, text }: JournalRecord): Frame {
  const message = kind !== "" || isJson(text) ? text : JSON.stringify(text);
  return `{"seq":${seq},"at":${at},"from":"${from}","message":${message}}`;
}

export function checkpointFrame(checkpoint: Checkpoint): Frame {
  return `{"checkpoint":${writeCheckpoint(checkpoint)}}`;
}

export function sessionFrame(session: SessionView): Frame {
  return JSON.stringify({ session });
}

/** The same frame for one reader: with what this person may do with the session. */
export function frameWithRole(frame: Frame, role: SessionRole): Frame {
  return frame.startsWith(SESSION) ? `${SESSION}"role":"${role}",${frame.slice(SESSION.length)}` : frame;
}

const SESSION = '{"session":{';

export function deletedFrame(sessionId: string): Frame {
  return JSON.stringify({ deleted: sessionId });
}

/** Only of an imported record that has no kind: it may be anything, and must not break a reader. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
