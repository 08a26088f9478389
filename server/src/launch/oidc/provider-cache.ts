import type { FastifyInstance } from "fastify";
import type { Provider } from "oidc-provider";
import type { OnRevoked } from "./adapter.ts";
import { makeProvider } from "./provider.ts";

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
    const { published } = await this.#app.signingKeys.read();
    const kids = published.map(({ kid }) => kid).join();
    if (this.#cached?.kids !== kids) {
      const made = { kids, provider: makeProvider(this.#app, published, this.#onRevoked) };
      this.#cached = made;
      made.provider.catch(() => {
        if (this.#cached === made) this.#cached = undefined;
      });
    }
    return this.#cached.provider;
  }
}
