import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
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

/** Headers of an answer that are the connection's, or that Fastify writes anew. */
const OF_CONNECTION = new Set(["connection", "date", "keep-alive", "transfer-encoding"]);

/** Serves `/openapi.json` and a page to read and try the calls on, to those that `API_PAGES` names. */
export async function apiPage(app: FastifyInstance): Promise<void> {
  const { apiPages } = app.config;
  if (apiPages === "closed") return;
  if (apiPages === "local") app.addHook("onRequest", operatorsOnly(app.config));
  // loaded and made for the first who asks: few ever do, and every example is 10 MB (067)
  let made: Promise<ApiPage> | undefined;
  const page = () => (made ??= makePage());
  app.addHook("onClose", async () => (await made)?.site.close());
  app.get("/openapi.json", async () => (await page()).document);
  for (const url of [PAGE, `${PAGE}/*`]) {
    app.get(url, async (request, reply) => handOn((await page()).site, request, reply));
  }
}

interface ApiPage {
  document: object;
  /** The page's files, as a server that does not listen: a plugin cannot be added to one that does. */
  site: FastifyInstance;
}

async function makePage(): Promise<ApiPage> {
  const [{ openApi }, { default: swagger }, { default: swaggerUi }] = await Promise.all([
    import("./open-api.ts"),
    import("@fastify/swagger"),
    import("@fastify/swagger-ui"),
  ]);
  const document = openApi(VERSION);
  const site = Fastify();
  await site.register(swagger, { mode: "static", specification: { document: {} as never } });
  await site.register(swaggerUi, {
    routePrefix: PAGE,
    staticCSP: POLICY,
    transformSpecification: () => document,
    transformSpecificationClone: false,
    // its bar would show another project's name, and ask for another address to describe
    theme: {
      title: "学门接口",
      css: [{ filename: "page.css", content: ".swagger-ui .topbar { display: none }" }],
    },
    // without a validator nothing of the page asks another server
    uiConfig: { docExpansion: "list", validatorUrl: null, persistAuthorization: false },
  });
  return { document, site };
}

async function handOn(
  site: FastifyInstance,
  { url, headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const answer = await site.inject({ url, headers });
  if (answer.statusCode === 404) {
    reply.callNotFound();
    return reply;
  }
  for (const [name, value] of Object.entries(answer.headers)) {
    if (!OF_CONNECTION.has(name)) reply.header(name, value);
  }
  return reply.code(answer.statusCode).send(answer.rawPayload);
}
