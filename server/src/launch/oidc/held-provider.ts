import type { FastifyInstance } from "fastify";
import type { Provider } from "oidc-provider";
import type { OnRevoked } from "./adapter.ts";
import { makeProvider } from "./provider.ts";

/** The provider that knows the keys of the moment; a rotation makes another one. It keeps nothing itself. */
export class HeldProvider {
  readonly #app: FastifyInstance;
  readonly #onRevoked: OnRevoked;
  #held: { kids: string; provider: Promise<Provider> } | undefined;

  constructor(app: FastifyInstance, onRevoked: OnRevoked) {
    this.#app = app;
    this.#onRevoked = onRevoked;
  }

  async current(): Promise<Provider> {
    const { published } = await this.#app.signingKeys.read();
    const kids = published.map(({ kid }) => kid).join();
    if (this.#held?.kids !== kids) {
      const held = { kids, provider: makeProvider(this.#app, published, this.#onRevoked) };
      this.#held = held;
      held.provider.catch(() => {
        if (this.#held === held) this.#held = undefined;
      });
    }
    return this.#held.provider;
  }
}
