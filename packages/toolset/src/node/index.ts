export { type HttpAccess } from "./http-access.ts";
export { serve, type ServeOptions } from "./serve.ts";
export { type HttpToolset, serveHttp, type ServeHttpOptions } from "./serve-http.ts";
export { skillsFolder } from "./skills-folder.ts";
