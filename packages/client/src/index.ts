export const room = "client";
