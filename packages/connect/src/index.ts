export { connectEditor, type ConnectEnd, type ConnectOptions } from "./connect-editor.ts";
export { ConnectError, type ConnectErrorCode } from "./connect-error.ts";
export { anyLine } from "./line/any-line.ts";
export { gatewayAddress, type GatewayAddress } from "./line/gateway-address.ts";
export { httpLine } from "./line/http-line.ts";
export { socketLine } from "./line/socket-line.ts";
export {
  connectInterceptor,
  type CreateConnectInterceptor,
  type InterceptorOptions,
} from "./session/connect-interceptor.ts";
export { examineGateway, isFolderThere } from "./line/examine-gateway.ts";
