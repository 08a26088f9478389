import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import type { ProviderCache } from "./provider-cache.ts";
import { issuerOf, MOUNT } from "./provider.ts";
import { takeShown } from "./shown-instead.ts";

/** No script of an answer runs but those whose hashes oidc-provider adds; its forms post to apps. */
const POLICY =
  "default-src 'none'; script-src; form-action http: https:; base-uri 'none'; frame-ancestors 'none'";

/** Lets oidc-provider answer everything below `/oidc` that is not ours. */
export async function mountProvider(app: FastifyInstance, providers: ProviderCache): Promise<void> {
  const issuer = new URL(issuerOf(app));
  await app.register(async (scope) => {
    // it reads bodies itself, and limits them
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _body, done) => done(null));

    scope.all(`${MOUNT}/*`, async (request, reply) => {
      const provider = await providers.current();
      reply.header("content-security-policy", POLICY);
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      const { url } = request.raw;
      await provider.callback()(below(request.raw, issuer), reply.raw);
      // the log tells of it as it came
      request.raw.url = url ?? MOUNT;
      const show = takeShown(request.raw);
      if (show !== undefined) return show(reply);
      reply.hijack();
    });
  });
}

/** The request as oidc-provider expects it: without the mount, and as coming to the issuer's own address. */
function below(raw: IncomingMessage, issuer: URL): IncomingMessage {
  const request = raw as IncomingMessage & { originalUrl?: string };
  request.originalUrl = request.url ?? "/";
  request.url = request.originalUrl.slice(MOUNT.length);
  request.headers["x-forwarded-proto"] = issuer.protocol.slice(0, -1);
  request.headers["x-forwarded-host"] = issuer.host;
  return request;
}
