/** `npm run conformance`: the official MCP conformance suite, once the hub can be put under it. Nothing is run yet. */
console.log("No conformance suite is run yet.");
