/**
 * Most calls wait for nothing: their schemas, their state and often the tool itself answer at once. They go through without a
 * promise, and so without what only a call that waits needs.
 */

/** Goes on at once with a value, and later with a promised one. What `goOn` throws at once is thrown. */
export function whenReady<T, Result>(
  value: T | PromiseLike<T>,
  goOn: (value: T) => Result | Promise<Result>,
): Result | Promise<Result> {
  return isPromised(value) ? Promise.resolve(value).then(goOn) : goOn(value);
}

/** As `finally` is for promises: `last` is called when the work has ended, however it ends. */
export function whenEnded<Result>(work: () => Result | Promise<Result>, last: () => void): Result | Promise<Result> {
  let result;
  try {
    result = work();
  } catch (error) {
    last();
    throw error;
  }
  if (result instanceof Promise) return result.finally(last);
  last();
  return result;
}

function isPromised<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
