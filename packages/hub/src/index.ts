export const room = "hub";
