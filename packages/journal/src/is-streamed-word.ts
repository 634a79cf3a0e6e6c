// Where our agent and most others put it; a message that says it in another order is only synced sooner.
const WORD =
  /^\{"jsonrpc":"2\.0","method":"session\/update","params":\{"sessionId":"[^"\\]*","update":\{"sessionUpdate":"agent_(?:message|thought)_chunk"/u;

/**
 * Whether this is a piece of an answer that is being streamed.
 *
 * It is written before anybody hears of it, so that it survives the death of this process; but the disk need not be waited
 * for each time: there are hundreds a second, and a wait is milliseconds. Whatever comes after the answer is waited for,
 * with everything before it. Only the death of the whole machine can take the last words of an answer that was not finished.
 */
export function isStreamedWord({ from, text }: { readonly from: string; readonly text: string }): boolean {
  return from === "agent" && WORD.test(text);
}
