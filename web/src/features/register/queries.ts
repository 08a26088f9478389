import { bindChild, joinByInvitation, previewInvitation, register, type InputOf } from "#contract";
import { send } from "../../api/client.ts";
import { checkSchool } from "../../session/school-check.ts";
import { startSession } from "../../session/session.ts";
import type { Preview } from "./rules.ts";

export type Relation = NonNullable<InputOf<typeof bindChild>["relation"]>;

/** The page shows each failure itself, where it belongs. */
const QUIET = { quietGeneral: true, quietError: true } as const;

export function preview(invitation: string): Promise<Preview> {
  return send(previewInvitation, { invitation }, QUIET);
}

/** Registers and signs in. */
export async function enrol(person: InputOf<typeof register>): Promise<void> {
  const { token, auth_data } = await send(register, person, QUIET);
  startSession(token, auth_data);
}

/** Uses a code for the signed-in person, and reads the person again. */
export async function redeem(
  invitation: string,
  kind: Preview["kind"],
  relation: Relation | undefined,
): Promise<void> {
  if (kind === "child") {
    await send(bindChild, { invitation, ...(relation === undefined ? {} : { relation }) }, QUIET);
  } else await send(joinByInvitation, { invitation }, QUIET);
  // What was gained stays gained, whether or not it can be read at once.
  await checkSchool().catch(() => false);
}
