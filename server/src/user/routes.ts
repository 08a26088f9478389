import type { FastifyInstance } from "fastify";
import { editUser, readContacts, readUserDetail, saveSetting } from "#contract";
import { admitAgain } from "../http/admission.ts";
import { separationOf } from "../rights/duties.ts";
import { selfCaller } from "../session/caller.ts";
import { maskEmail, maskMobile } from "../platform/mask.ts";
import { serve } from "../http/serve.ts";
import { verifiedContacts } from "../sign-in/api.ts";
import { userDetail } from "./detail.ts";
import { changeSetting, editPerson } from "./edit.ts";
import { noticeAlertRoutes } from "./notice-alerts.ts";
import { provePerson } from "./secure-edit.ts";

export async function userRoutes(app: FastifyInstance): Promise<void> {
  await noticeAlertRoutes(app);
  serve(
    app,
    readUserDetail,
    async ({ input, caller, request }) => {
      const { identity } = input;
      const record = request.sessionRecord;
      const active =
        identity === undefined || identity === "all" || record === null
          ? caller
          : selfCaller(record, caller.client, identity, separationOf(app));
      return userDetail(app, active, input);
    },
    { remembered: true },
  );

  serve(app, readContacts, async ({ caller: { person, user_id } }) => {
    const held = await verifiedContacts(app.db, user_id, person);
    return {
      mobile: { shown: maskMobile(person.mobile), verified: held.includes("mobile") },
      email: { shown: maskEmail(person.email), verified: held.includes("email") },
    };
  });

  serve(app, editUser, async ({ input, caller, request }) => {
    const within = await provePerson(app, caller, input, request.ip);
    const { password } = input;
    const hash = password === undefined ? undefined : await app.signIn.passwords.hash(password);
    await editPerson(app, { caller, edit: input, password_hash: hash, request, within });
    if (hash !== undefined) app.sessionEnds.notify(caller.user_id);
    const active = input.identity ?? caller.identity ?? undefined;
    return userDetail(app, await admitAgain(app, request, active), {});
  });

  serve(app, saveSetting, async ({ input, caller }) =>
    changeSetting(app.db, caller.user_id, input, app.now()),
  );
}
