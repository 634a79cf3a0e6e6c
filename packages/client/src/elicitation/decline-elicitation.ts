import type { AnswerElicitation } from "../services.ts";

/**
 * For a host that has told agents it can ask, and finds nobody there: a no at once, so that nobody waits [S-03]. A host
 * that never has anybody to ask should not offer elicitation at all.
 */
export const declineElicitation: AnswerElicitation = async (_request, { signal }) => ({
  action: signal.aborted ? "cancel" : "decline",
});
