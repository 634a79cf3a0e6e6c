export { type AgentSession, connectAgent, type ConnectedAgent } from "./connect-agent.ts";
