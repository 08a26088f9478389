import type { FastifyInstance } from "fastify";
import type { Provider } from "oidc-provider";
import {
  endGrant,
  endGrants,
  markNotified,
  takeUnnotified,
  type EndedGrant,
  type Which,
} from "./grants.ts";

const TRY_AGAIN_AFTER_MS = 30_000;
const TRY_FOR_MS = 3_600_000;
const TRIES = 5;
const AT_ONCE = 200;
/** Milliseconds that a launch waits for an app to end its earlier session. */
const WAIT_MS = 2000;

/**
 * A client's method that the library's types leave out: POSTs a signed logout token; rejects unless the answer is 2xx.
 */
interface Notifiable {
  backchannelLogoutUri?: string;
  backchannelLogout(accountId: string, sid: string): Promise<unknown>;
}

/**
 * Ends sign-ins at apps and notifies the apps (OpenID Connect Back-Channel Logout 1.0), repeatedly if they do not
 * answer.
 */
export class LogoutFanOut {
  readonly #app: FastifyInstance;
  readonly #provider: () => Promise<Provider>;

  constructor(app: FastifyInstance, provider: () => Promise<Provider>) {
    this.#app = app;
    this.#provider = provider;
  }

  /** Ends sign-ins; returns their apps, which are notified in the background. */
  async end(which: Which): Promise<string[]> {
    const ended = await endGrants(this.#app.db, which, this.#app.now());
    this.#notifyLater(ended);
    return ended.map(({ app_id }) => app_id);
  }

  /** Ends sign-ins and waits a moment for the apps, so that the next launch does not meet an old sign-in there. */
  async endAndWait(which: Which): Promise<void> {
    const ended = await endGrants(this.#app.db, which, this.#app.now());
    if (ended.length === 0) return;
    const notified = this.#notify(ended);
    this.#app.background.run("apps were not told of a logout", () => notified);
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, WAIT_MS);
    });
    await Promise.race([notified, enough]);
    clearTimeout(timer);
  }

  /** Ends a sign-in whose grant the provider has revoked by itself. */
  async endOne(grantId: string): Promise<void> {
    const ended = await endGrant(this.#app.db, grantId, this.#app.now());
    if (ended !== undefined) this.#notifyLater([ended]);
  }

  /** Notifies again apps that did not answer, and those that a stopped node has not notified. */
  async tryAgain(): Promise<void> {
    const now = this.#app.now().getTime();
    const unnotified = await takeUnnotified(this.#app.db, {
      since: new Date(now - TRY_FOR_MS),
      before: new Date(now - TRY_AGAIN_AFTER_MS),
      tries: TRIES,
      most: AT_ONCE,
    });
    await this.#notify(unnotified);
  }

  #notifyLater(ended: readonly EndedGrant[]): void {
    if (ended.length === 0) return;
    this.#app.background.run("apps were not told of a logout", () => this.#notify(ended));
  }

  async #notify(ended: readonly EndedGrant[]): Promise<void> {
    if (ended.length === 0) return;
    const provider = await this.#provider();
    await Promise.all(ended.map((one) => this.#notifyOne(provider, one)));
  }

  async #notifyOne(provider: Provider, { id, sid, app_id, user_id }: EndedGrant): Promise<void> {
    const client = (await provider.Client.find(app_id)) as unknown as Notifiable | undefined;
    try {
      if (client?.backchannelLogoutUri !== undefined) await client.backchannelLogout(user_id, sid);
      await markNotified(this.#app.db, id, this.#app.now());
    } catch (error) {
      this.#app.log.warn({ err: error, app_id }, "an app was not told of a logout");
    }
  }
}
