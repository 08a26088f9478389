import type { FastifyInstance } from "fastify";
import type { Queryable } from "../database/database.ts";
import { mailPerson, notifyPeople } from "../person-notice/api.ts";
import { platformAddress } from "../platform/platform-address.ts";
import type { ConnectionRow, ConnectedOrganisation } from "./connections.ts";

const SUBJECTS = {
  "nightly-failed": "每晚同步没有成功",
  "nightly-held": "每晚同步的变更等您决定",
} as const;
const BODIES = {
  "nightly-failed": "的每晚同步没有成功，名册没有改动。",
  "nightly-held":
    "的每晚同步带来的变更超出保护界限，没有应用，请登录后在“学校管理”的“名册”里决定。",
} as const;

/** Notifies who saved a connection of what became of a run: in the page, and by mail where mail is sent. */
export async function notifyMaintainer(
  app: FastifyInstance,
  trx: Queryable,
  {
    kind,
    connection,
    organisation,
    sentence,
  }: {
    kind: keyof typeof SUBJECTS;
    connection: Pick<ConnectionRow, "school_id" | "updated_by">;
    organisation: Pick<ConnectedOrganisation, "name">;
    sentence: string;
  },
): Promise<void> {
  const { updated_by: user_id, school_id } = connection;
  if (user_id === null) return;
  const reason = `${sentence}。`;
  const detail = { school_id, reason };
  await notifyPeople(trx, { by: null, now: app.now() }, [{ user_id, kind, detail }]);
  await mailPerson(app, trx, user_id, {
    subject: `${organisation.name}的${SUBJECTS[kind]}`,
    body: `${organisation.name}${BODIES[kind]}\n\n${reason}\n\n${platformAddress(app.config)}/#/module/admin/rosters/nightly?at=${school_id}`,
  });
}
