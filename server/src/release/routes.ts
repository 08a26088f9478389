import type { FastifyInstance } from "fastify";
import { readUpdateInfo } from "#contract";
import { serve } from "../http/serve.ts";
import { announceBuild } from "./announce.ts";
import { presentRelease } from "./queries.ts";
import { webBuild } from "./web-build.ts";

export interface ReleaseOptions {
  /** Where the built front end is; the repository's own build by default. */
  dist?: string;
}

export async function releaseRoutes(app: FastifyInstance, { dist }: ReleaseOptions): Promise<void> {
  serve(app, readUpdateInfo, async ({ input: { device } }) => {
    const release = await presentRelease(app.db, device);
    if (release === undefined) return null;
    const { withdrawn_at: _withdrawn, published_at, ...rest } = release;
    return { ...rest, published_at: published_at.toISOString() };
  });
  // only a node that serves: a test that injects, or a command, has no page to announce
  app.addHook("onListen", async () => {
    try {
      const version = await webBuild(dist);
      if (version !== undefined) await announceBuild(app.db, version, app.now());
    } catch (error) {
      app.log.warn({ err: error }, "the build of the page was not announced");
    }
  });
}
