/** One live process, as the system's table has it. A zombie is not alive and has no entry. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parentPid: number;
  readonly groupId: number;
  /** Not every system reports it. */
  readonly sessionId?: number;
  /** On the system's own scale: good for comparing two processes, and for distinguishing two with the same pid. */
  readonly startedAt: number;
  /** The value of our marker in its environment. A function, because for most processes it is not needed. */
  readonly marker: () => string | undefined;
  /** In the middle of an exec, when it has no environment that could be read. Not every system reports it. */
  readonly isBetweenPrograms?: () => boolean;
  /** Whether this very process is still there, asked now and without reading the whole table again. */
  readonly isAlive: () => boolean;
}
