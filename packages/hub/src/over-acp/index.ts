export { type AcpChannels, type AcpServer, createAcpChannels } from "./acp-channels.ts";
export type { AcpAnswer, AcpPeer } from "./acp-peer.ts";
