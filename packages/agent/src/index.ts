export const room = "agent";
