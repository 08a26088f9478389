import type { FastifyInstance } from "fastify";
import { readOverview } from "#contract";
import { serve } from "../http/serve.ts";
import type { FiguresCache } from "./figures-cache.ts";
import { overviewOf } from "./overview.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** The node's copies of the figures of scopes. */
    overviewFigures: FiguresCache;
  }
}

/** Lets handlers see rows of no school too; each statement names the scope that bounds it. */
const ACROSS = { across: "administration" } as const;

/** Serves the overview of the schools that a person looks after (AD-22). */
export async function overviewRoutes(app: FastifyInstance): Promise<void> {
  serve(
    app,
    readOverview,
    ({ input: { within }, caller: { scope } }) => overviewOf(app, scope, within),
    ACROSS,
  );
}
