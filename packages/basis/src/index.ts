export { backoffMs } from "./backoff.ts";
export { type ByteLines, type ByteLinesOptions, createByteLines } from "./byte-lines.ts";
export { type Clock, monotonicClock, systemClock } from "./clock.ts";
export { CodedError } from "./coded-error.ts";
export { defined } from "./defined.ts";
export { createEventStore } from "./event-store.ts";
export { causesOf, errorCode, errorMessage, systemCode, systemError, toError } from "./error-message.ts";
export { freeBytes } from "./free-bytes.ts";
export { formatBytes, formatDuration } from "./format.ts";
export { matchesGlob, matchesSequence } from "./glob.ts";
export { isEqualJson } from "./is-equal-json.ts";
export {
  arrayOf,
  booleanOf,
  isObject,
  isString,
  itemsOf,
  type JsonObject,
  nonEmptyStringOf,
  numberOf,
  objectOf,
  parseJson,
  readArray,
  stringOf,
  valueAt,
} from "./json.ts";
export { type MemberSpan, memberSpans, membersOf } from "./json-members.ts";
export { exactId, hasExactId, messageParts, parseMessage, withNumbers, writeMessage } from "./json-rpc.ts";
export { type Cut, cutLarge, joined } from "./json-text.ts";
export { createKeyedQueue, type KeyedQueue } from "./keyed-queue.ts";
export { createLineSplitter, type LineSplitter, type LineSplitterOptions } from "./line-splitter.ts";
export { editDistance, nearestWord } from "./nearest-word.ts";
export { randomId } from "./random-id.ts";
export { arrayAt, InvalidValueError, objectAt, oneOfAt, stringAt, stringsAt } from "./read-value.ts";
export { RPC_ERROR } from "./rpc-error.ts";
export { splitShellWords } from "./shell-words.ts";
export {
  type CountName,
  type Facts,
  joinTelemetry,
  measured,
  noTelemetry,
  type Operation,
  type OperationName,
  type Outcome,
  type Telemetry,
} from "./telemetry.ts";
export {
  createTranslate,
  type Language,
  type Languages,
  openLanguage,
  type PluralForms,
  primaryTag,
  type Translate,
  type Translations,
} from "./translate.ts";
export { unlessAborted, untilAborted, whenAborted, within } from "./waiting.ts";
