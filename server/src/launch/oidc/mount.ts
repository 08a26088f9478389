import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";
import { visitorOf } from "../../http/admission.ts";
import { networkOf } from "../../platform/networks.ts";
import { WindowLimit } from "../../platform/window-limit.ts";
import { issuerOf, MOUNT } from "./clients.ts";
import { noteRefused } from "../audit.ts";
import { sendNotice } from "../plain-page.ts";
import { NOTICES, takeShown, UNKNOWN } from "./refusals.ts";
import type { PrivateKey } from "../signing-keys.ts";
import type { OnRevoked } from "./adapter.ts";

/** The content policy of answers: only scripts run whose hashes oidc-provider adds; forms may post to apps. */
const POLICY =
  "default-src 'none'; script-src; form-action http: https:; base-uri 'none'; frame-ancestors 'none'";

/** Requests of people who have not signed in, from one network within a minute: a school sits behind one. */
const MAX_ANONYMOUS_REQUESTS = 600;
const BUSY = { title: "请稍后再试", text: "现在从这里登录应用的人太多，请过一分钟再打开。" };

/** Mounts oidc-provider below `/oidc`; our own routes there come first. */
export async function mountProvider(app: FastifyInstance, providers: ProviderCache): Promise<void> {
  const issuer = new URL(issuerOf(app));
  const strangers = new WindowLimit(MAX_ANONYMOUS_REQUESTS);

  /** Counts requests of who has not signed in yet: each is kept for half an hour, and nobody is asked who sends it. */
  async function secondsToWait(request: FastifyRequest): Promise<number> {
    if (!request.url.startsWith(`${MOUNT}/auth?`)) return 0;
    if ((await visitorOf(app, request)) !== null) return 0;
    return strangers.secondsToWait(networkOf(request.ip), 1, app.now().getTime());
  }

  await app.register(async (scope) => {
    // it reads bodies itself, and limits them
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _body, done) => done(null));

    scope.all(`${MOUNT}/*`, async (request, reply) => {
      if (isUnstorable(request.query as Query)) {
        noteRefused(request, { kind: "oidc", reason: "invalid_request" });
        return sendNotice(reply, 400, NOTICES["invalid_request"] ?? UNKNOWN);
      }
      const wait = await secondsToWait(request);
      if (wait > 0) return sendNotice(reply.header("retry-after", wait), 429, BUSY);
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

type Query = Readonly<Record<string, unknown>>;

/** Returns whether a request holds a null character where oidc-provider would keep it; what is compared is refused by itself. */
function isUnstorable({ client_id: _id, redirect_uri: _back, ...kept }: Query): boolean {
  return Object.values(kept).some((value) => String(value).includes("\0"));
}

/** Returns the request as oidc-provider expects it: without the mount, and sent to the issuer's own address. */
function below(raw: IncomingMessage, issuer: URL): IncomingMessage {
  const request = raw as IncomingMessage & { originalUrl?: string };
  request.originalUrl = request.url ?? "/";
  request.url = request.originalUrl.slice(MOUNT.length);
  request.headers["x-forwarded-proto"] = issuer.protocol.slice(0, -1);
  request.headers["x-forwarded-host"] = issuer.host;
  return request;
}

/** Caches the provider made for the present signing keys; a rotation makes another one. A provider keeps no state itself. */
export class ProviderCache {
  readonly #app: FastifyInstance;
  readonly #onRevoked: OnRevoked;
  #cached: { kids: string; provider: Promise<Provider> } | undefined;

  constructor(app: FastifyInstance, onRevoked: OnRevoked) {
    this.#app = app;
    this.#onRevoked = onRevoked;
  }

  async current(): Promise<Provider> {
    const { published } = await this.#app.launchDeps.signingKeys.read();
    const kids = published.map(({ kid }) => kid).join();
    if (this.#cached?.kids !== kids) {
      const made = { kids, provider: this.#make(published) };
      this.#cached = made;
      made.provider.catch(() => {
        if (this.#cached === made) this.#cached = undefined;
      });
    }
    return this.#cached.provider;
  }

  async #make(keys: readonly PrivateKey[]): Promise<Provider> {
    // the library is 330 modules and 8 MB, which a node without such apps never needs (067)
    const { makeProvider } = await import("./provider.ts");
    return makeProvider(this.#app, keys, this.#onRevoked);
  }
}
