export { bytePipe, rechunked, type Chunking } from "./byte-pipe.ts";
export { manualClock, type ManualClock } from "./clock.ts";
export type { Duplex } from "./duplex.ts";
export { countingIds, type NewId } from "./ids.ts";
export { leaveNothing, LeftBehindError, type LeaveNothingOptions } from "./leave-nothing.ts";
export { linkedPair, type LinkedPair, type LinkedPairOptions } from "./linked-pair.ts";
export { descendantsOf, markedProcesses, ProcessesLeftError, type ProcessProbe } from "./process-probe.ts";
export type { EnvironmentMark, LivingProcess } from "./process-table.ts";
export { seededRandom } from "./seeded-random.ts";
