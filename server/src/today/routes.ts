import type { FastifyInstance } from "fastify";
import { type Identity, readToday } from "#contract";
import { childForParent } from "../family/api.ts";
import { serve } from "../http/serve.ts";
import { administrationNetworks } from "../session/administration-gate.ts";
import {
  approvalCards,
  districtCards,
  failingAppCards,
  importCards,
  schoolCards,
} from "./administration.ts";
import { appCards } from "./app-items.ts";
import { gather, type Source } from "./cards.ts";
import { classCards } from "./class.ts";
import { lessonCards } from "./lessons.ts";
import { noticeCards } from "./notices.ts";

const PLATFORM: readonly Source[] = [districtCards, approvalCards, importCards, failingAppCards];

/** The sources of each identity's cards, in the order in which they are shown. */
const SOURCES: Readonly<Record<Identity, readonly Source[]>> = {
  student: [lessonCards, noticeCards, appCards],
  teacher: [lessonCards, noticeCards, classCards, appCards],
  parent: [lessonCards, noticeCards, appCards],
  manager: [approvalCards, schoolCards, noticeCards, classCards, appCards],
  admin: [...PLATFORM, noticeCards, appCards],
  inner_admin: [...PLATFORM, noticeCards, appCards],
};
const OF_ADMINISTRATION: ReadonlySet<Source> = new Set([...PLATFORM, schoolCards]);

/** Serves the cards above home's apps (HO-02). */
export async function todayRoutes(app: FastifyInstance): Promise<void> {
  const isAllowed = administrationNetworks(app);
  serve(app, readToday, async ({ input: { child_id }, caller, request }) => {
    const now = app.now();
    const child = await childForParent(app.db, caller, child_id, now);
    const sources = SOURCES[caller.identity].filter(
      (source) => isAllowed(request) || !OF_ADMINISTRATION.has(source),
    );
    return gather(sources, { app, caller, request, now, child });
  });
}
