import { saveQuickApps } from "#contract";
import { send } from "../../../api/client.ts";
import { session } from "../../../session/session.ts";

/** Saves the quick apps of the current identity (AP-04); a failure is shown by the client and thrown. */
export async function keepQuickApps(appIds: string[]): Promise<void> {
  const { token } = session.getState();
  const { app_ids } = await send(saveQuickApps, { app_ids: appIds });
  const { user, token: now } = session.getState();
  if (user !== null && now === token) session.setState({ user: { ...user, app_ids } });
}
