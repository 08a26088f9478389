import type { FastifyInstance, FastifyRequest } from "fastify";
import { publishRelease, readReleases, releaseFault, withdrawRelease } from "#contract";
import { badField } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { requirePlatform } from "../rights/api.ts";
import { requireFreshProof } from "../session/fresh-proof.ts";
import { everyRelease, publish, ReleaseRefused, withdraw } from "./publish.ts";

/** Serves the management of releases (AD-20): the same acts as `npm run admin -- release`. */
export async function releaseManagementRoutes(app: FastifyInstance): Promise<void> {
  serve(app, readReleases, async ({ caller }) => {
    requirePlatform(caller.scope);
    const all = await everyRelease(app.db);
    return {
      releases: all.map(({ withdrawn_at, published_at, ...release }) => ({
        ...release,
        published_at: published_at.toISOString(),
        is_withdrawn: withdrawn_at !== null,
      })),
    };
  });

  serve(app, publishRelease, async ({ input, caller, request }) => {
    requirePlatform(caller.scope);
    const { device, version, min_version, force, notes, url } = input;
    const fault = releaseFault({ device, version, min_version, url });
    if (fault !== undefined) throw badField("", fault);
    await requireFreshProof(app, caller, input, request);
    const asked = {
      ...{ device, version, force, notes: notes.trim() },
      ...(min_version !== undefined && { min_version }),
      ...(url !== undefined && { url }),
    };
    await inPage(() => publish(app.db, asked, app.now(), recordBy(request)));
    return {};
  });

  serve(app, withdrawRelease, async ({ input, caller, request }) => {
    requirePlatform(caller.scope);
    const { device, version } = input;
    await requireFreshProof(app, caller, input, request);
    const next = await inPage(() =>
      withdraw(app.db, { device, version }, app.now(), recordBy(request)),
    );
    return { version: next ?? null };
  });

  function recordBy(request: FastifyRequest): NonNullable<Parameters<typeof publish>[3]> {
    return (trx, event) => app.audit.record(request, event, trx);
  }
}

/** Refuses a right held for only part of the platform: everybody gets a release. */
async function inPage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ReleaseRefused) throw badField("", error.message);
    throw error;
  }
}
