export const room = "testkit";
