import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { openApi } from "./open-api.ts";
import { operatorsOnly } from "./operators-only.ts";
import { VERSION } from "../platform/version.ts";

const PAGE = "/docs/api";
/** The page's content policy: everything comes from this server; its parts set styles on elements. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Serves `/openapi.json` and a page to read and try the calls on, to those that `API_PAGES` names. */
export async function apiPage(app: FastifyInstance): Promise<void> {
  const { apiPages } = app.config;
  if (apiPages === "closed") return;
  if (apiPages === "local") app.addHook("onRequest", operatorsOnly(app.config));
  // made for the first who asks: few ever do
  let made: ReturnType<typeof openApi> | undefined;
  const document = () => (made ??= openApi(VERSION));
  await app.register(swagger, { mode: "static", specification: { document: {} as never } });
  app.get("/openapi.json", async () => document());
  await app.register(swaggerUi, {
    routePrefix: PAGE,
    staticCSP: POLICY,
    transformSpecification: document,
    transformSpecificationClone: false,
    // its bar would show another project's name, and ask for another address to describe
    theme: {
      title: "学门接口",
      css: [{ filename: "page.css", content: ".swagger-ui .topbar { display: none }" }],
    },
    // without a validator nothing of the page asks another server
    uiConfig: { docExpansion: "list", validatorUrl: null, persistAuthorization: false },
  });
}
