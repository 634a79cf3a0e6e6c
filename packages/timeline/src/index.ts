export const room = "timeline";
