import type { FastifyInstance } from "fastify";
import {
  type InputOf,
  NIGHTLY_RUNS_LISTED,
  type NightlyView,
  readNightly,
  runNightly,
  saveNightly,
  tryNightly,
} from "#contract";
import { badField, Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { isSchoolWithin, type Scope } from "../rights/rules.ts";
import { turningUntil } from "../school-year/api.ts";
import { accessOf, baseAddress, openSecret, sealSecret } from "./access.ts";
import {
  type ConnectionRow,
  findConnection,
  findOrganisation,
  type ConnectedOrganisation,
  readPlaces,
  readRuns,
} from "./connections.ts";
import { beginByHand, handleJobs } from "./jobs.ts";
import { makeProviderFetch } from "./provider/calls.ts";
import { nextRun, pastDay } from "./schedule.ts";
import { tryProvider } from "./try-provider.ts";

/** Lets handlers see the schools of a district; each statement names the organisation. */
const ACROSS = { across: "administration" } as const;

type Provider = Pick<InputOf<typeof tryNightly>, "address" | "token_address" | "client_id">;

/** Serves the nightly synchronisation of rosters, and runs it (RO-08). */
export async function rosterNightlyRoutes(app: FastifyInstance): Promise<void> {
  handleJobs(app);
  /** The people who try a provider on this node now. */
  const trying = new Set<string>();

  serve(
    app,
    readNightly,
    async ({ input, caller }) => view(await requireOrganisation(caller.scope, input.school_id)),
    ACROSS,
  );

  serve(
    app,
    saveNightly,
    async ({ input, caller, request }) => {
      const { school_id, version, secret: given, ...rest } = input;
      const organisation = await requireOrganisation(caller.scope, school_id);
      const values = { ...rest, ...addressesOf(rest) };
      const before = await findConnection(app.db, school_id);
      const secret = await secretFor(before, values, given);
      if ((before?.version ?? 0) !== version) throw changedMeanwhile();
      const now = app.now();
      const written = {
        ...values,
        secret: await sealSecret(app, school_id, secret),
        last_day: pastDay(values.hour, now),
        ...{ version: version + 1, updated_by: caller.user_id, updated_at: now },
      };
      const source = `${new URL(values.address).host}/${school_id}`;
      await app.db.transaction().execute(async (trx) => {
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto("roster_connection")
          .values({ school_id, source, ...written })
          .onConflict((conflict) =>
            conflict
              .column("school_id")
              .doUpdateSet(written)
              .where("roster_connection.version", "=", version),
          )
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows !== 1n) throw changedMeanwhile();
        const object = { kind: "school", id: school_id };
        const detail = { step: "save", on: values.is_on, host: new URL(values.address).host };
        await app.audit.record(request, { action: "roster-nightly", object, detail }, trx);
      });
      return view(organisation);
    },
    ACROSS,
  );

  serve(
    app,
    tryNightly,
    async ({ input, caller, request }) => {
      const { school_id, secret: given, ...rest } = input;
      const organisation = await requireOrganisation(caller.scope, school_id);
      const values = { ...rest, ...addressesOf(rest) };
      const before = await findConnection(app.db, school_id);
      const access = accessOf(values, await secretFor(before, values, given));
      const object = { kind: "school", id: school_id };
      const detail = { step: "try", host: new URL(values.address).host };
      await app.audit.record(request, { action: "roster-nightly", object, detail });
      const connected = {
        ...{ schools: organisation.schools, demographics: values.demographics },
        known: before === undefined ? new Map() : await readPlaces(app.db, before.source),
        given: values.org_id || undefined,
      };
      // a provider may take its time with each answer, and fill each
      if (trying.has(caller.user_id)) {
        throw new Refusal("tooMany", { msg: "上一次还没有试完，请稍后再试", retryAfter: 10 });
      }
      trying.add(caller.user_id);
      try {
        return await tryProvider(access, connected, makeProviderFetch(app.config, { isTry: true }));
      } finally {
        trying.delete(caller.user_id);
      }
    },
    ACROSS,
  );

  serve(
    app,
    runNightly,
    async ({ input: { school_id }, caller, request }) => {
      const organisation = await requireOrganisation(caller.scope, school_id);
      const connection = await findConnection(app.db, school_id);
      if (connection === undefined)
        throw new Refusal("conflict", { msg: "请先保存对方的接口", data: {} });
      await app.db.transaction().execute(async (trx) => {
        await beginByHand(app, trx, { school_id, by: caller.user_id });
        const object = { kind: "school", id: school_id };
        const detail = { step: "run" };
        await app.audit.record(request, { action: "roster-nightly", object, detail }, trx);
      });
      app.jobs.wake();
      return view(organisation);
    },
    ACROSS,
  );

  /** Returns an organisation that lies in the scope as a whole; anything else is absent. */
  async function requireOrganisation(
    scope: Scope,
    school_id: string,
  ): Promise<ConnectedOrganisation> {
    const isWithin = isSchoolWithin(scope, school_id);
    const organisation = isWithin ? await findOrganisation(app.db, school_id) : undefined;
    if (organisation === undefined) throw new Refusal("notFound");
    return organisation;
  }

  /**
   * Returns the secret to call with: the given one, or the one that was saved for the very same provider. Sent elsewhere, it
   * would be given away to whoever has the right to change the address.
   */
  async function secretFor(
    before: ConnectionRow | undefined,
    wanted: Provider,
    given: string | undefined,
  ): Promise<string> {
    if (given !== undefined) return given;
    if (before === undefined) throw badField("secret", "请填写密钥");
    const isSame = (["address", "token_address", "client_id"] as const).every(
      (name) => before[name] === wanted[name],
    );
    if (!isSame) throw badField("secret", "地址或客户端编号改了，请重新填写密钥");
    const secret = await openSecret(app, before);
    if (secret === undefined) throw badField("secret", "原来的密钥打不开了，请重新填写");
    return secret;
  }

  async function view({ id, name, kind, schools }: ConnectedOrganisation): Promise<NightlyView> {
    const now = app.now();
    const connection = await findConnection(app.db, id);
    const runs = await readRuns(app.db, id, NIGHTLY_RUNS_LISTED);
    const paused = await turningUntil(
      app.db,
      schools.map((one) => one.id),
      now,
    );
    return {
      school: { id, name, kind },
      connection: connection === undefined ? null : await shown(connection),
      next_at: (connection && nextRun(connection, now)?.toISOString()) ?? null,
      paused_until: paused?.toISOString() ?? null,
      runs: runs.map(({ change_id, state, started_at, finished_at, ...run }) => ({
        ...run,
        started_at: started_at.toISOString(),
        finished_at: finished_at?.toISOString() ?? null,
        change: change_id === null || state === null ? null : { id: change_id, state },
      })),
    };
  }

  async function shown(connection: ConnectionRow): Promise<NonNullable<NightlyView["connection"]>> {
    const {
      secret: _secret,
      school_id: _id,
      last_day: _day,
      updated_by,
      updated_at,
      ...rest
    } = connection;
    const maintainer = await app.db
      .selectFrom("user")
      .select("name")
      .where("id", "=", updated_by ?? "")
      .executeTakeFirst();
    return { ...rest, saved_by: maintainer?.name ?? null, saved_at: updated_at.toISOString() };
  }
}

/** Returns the addresses as they are called; refuses those with a name, a query or a fragment in them. */
function addressesOf({ address, token_address }: Pick<Provider, "address" | "token_address">) {
  for (const [path, given] of Object.entries({ address, token_address })) {
    const url = URL.parse(given);
    const isPlain = url !== null && url.username === "" && url.password === "" && url.hash === "";
    if (!isPlain || (path === "address" && url.search !== "")) {
      throw badField(path, "不是能用的地址，请写成 https://主机/路径 的样子");
    }
  }
  return { address: baseAddress(address), token_address };
}

function changedMeanwhile(): Refusal {
  return new Refusal("conflict", { msg: "别人刚刚改过这个连接，请刷新后再改", data: {} });
}
