import { saveSetting, type EyeProtection } from "#contract";
import { send } from "../../api/client.ts";
import { session } from "../../session/session.ts";

/** Saves how a pupil is reminded of breaks; a failure is shown by the client and thrown. */
export async function saveEyeProtection(chosen: EyeProtection): Promise<void> {
  const { token } = session.getState();
  const input = { eye_protection: chosen };
  const { eye_protection } = await send(saveSetting, input, { keepalive: true });
  if (session.getState().token === token) showEyeProtection(eye_protection);
}

/** Puts a setting that is saved already into the store. */
export function showEyeProtection(eye_protection: EyeProtection): void {
  const { user } = session.getState();
  if (user?.setting === undefined) return;
  // whose rules they are is not what another tab tells
  const shown = { ...user.setting.eye_protection, ...eye_protection };
  session.setState({ user: { ...user, setting: { ...user.setting, eye_protection: shown } } });
}
