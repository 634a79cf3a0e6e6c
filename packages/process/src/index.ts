export const room = "process";
