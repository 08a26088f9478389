import "./long-term-release.ts";
import { type Adapter, type AdapterPayload, errors } from "oidc-provider";
import type { FastifyInstance } from "fastify";
import type { Queryable } from "../../database/database.ts";
import { hashSecret } from "../../platform/secret.ts";
import { clientOf } from "./clients.ts";

/** Seconds that entries without an end of their own are kept. */
const FOREVER_SECONDS = 10 * 365 * 86_400;

/** Receives each grant that oidc-provider revokes: a code was used twice, or an app signed the person out. */
export type OnRevoked = (grantId: string) => Promise<unknown>;

/** Stores everything of oidc-provider in one table; its clients come from the catalogue. */
export function adapterFor(app: FastifyInstance, onRevoked: OnRevoked): (model: string) => Adapter {
  return (model) => new KyselyAdapter(app, model, onRevoked);
}

class KyselyAdapter implements Adapter {
  readonly #app: FastifyInstance;
  readonly #db: Queryable;
  readonly #model: string;
  readonly #onRevoked: OnRevoked;

  constructor(app: FastifyInstance, model: string, onRevoked: OnRevoked) {
    this.#app = app;
    this.#db = app.db;
    this.#model = model;
    this.#onRevoked = onRevoked;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn = FOREVER_SECONDS): Promise<void> {
    const row = {
      payload: withoutIds(payload),
      // a request that began under a grant outlives it
      grant_id: this.#model === "Interaction" ? null : (payload.grantId ?? null),
      uid: payload.uid ?? null,
      expires_at: new Date(this.#app.now().getTime() + expiresIn * 1000),
    };
    await this.#db
      .insertInto("oidc_payload")
      .values({ model: this.#model, id_hash: hashSecret(id), ...row, consumed_at: null })
      .onConflict((conflict) => conflict.columns(["model", "id_hash"]).doUpdateSet(row))
      .execute();
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    if (this.#model === "Client") return clientOf(await this.#app.catalogue.app(id));
    const row = await this.#rows().where("id_hash", "=", hashSecret(id)).executeTakeFirst();
    return row && { ...row.payload, jti: id, ...(row.consumed_at !== null && { consumed: true }) };
  }

  /** Finds a session to look at: without its cookie it cannot be used or written. */
  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const row = await this.#rows().where("uid", "=", uid).executeTakeFirst();
    return row?.payload;
  }

  /** Finds nothing: there is no device flow. */
  async findByUserCode(): Promise<undefined> {}

  /** Uses an entry up; of several at once one succeeds. */
  async consume(id: string): Promise<void> {
    const used = await this.#db
      .updateTable("oidc_payload")
      .set({ consumed_at: this.#app.now() })
      .where("model", "=", this.#model)
      .where("id_hash", "=", hashSecret(id))
      .where("consumed_at", "is", null)
      .returning("id_hash")
      .executeTakeFirst();
    if (used === undefined) throw new errors.InvalidGrant("already consumed");
  }

  async destroy(id: string): Promise<void> {
    await this.#db
      .deleteFrom("oidc_payload")
      .where("model", "=", this.#model)
      .where("id_hash", "=", hashSecret(id))
      .execute();
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#db
      .deleteFrom("oidc_payload")
      .where("model", "=", this.#model)
      .where("grant_id", "=", grantId)
      .execute();
    // every model is asked in turn; once is enough
    if (this.#model === "AccessToken") await this.#onRevoked(grantId);
  }

  #rows() {
    return this.#db
      .selectFrom("oidc_payload")
      .select(["payload", "consumed_at"])
      .where("model", "=", this.#model)
      .where("expires_at", ">", this.#app.now());
  }
}

/** Removes ids from a payload: the id of a code, token or session opens it, so only its hash is kept. */
function withoutIds({ jti: _, session, ...payload }: AdapterPayload): AdapterPayload {
  if (session === undefined) return payload;
  const { cookie: __, ...rest } = session;
  return { ...payload, session: rest };
}
