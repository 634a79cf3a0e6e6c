/**
 * How texts begin that the agent itself puts into the user's messages. The rehearsal model must not take them for requests.
 */

export const COMMAND_ENDED = "(A command in the background has ended:";
export const NOTES_HEADING = "(What happened before, in your own notes.)";
