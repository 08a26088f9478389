import type { AppsAnswer } from "#contract";
import { followQuery, setQuery } from "../../api/query.ts";
import { showIdentity, showTheme } from "../../session/appearance.ts";
import { forgetLastSeen, keepLastSeen, readLastSeen } from "../../session/last-seen.ts";
import { session } from "../../session/session.ts";
import { APPS_QUERY } from "../../session/user-queries.ts";

/** Keeps what home shows, for the signed-in person only. */
export function followHome(): void {
  let apps: AppsAnswer | null = null;
  let stop = () => {};
  let followed: string | null = null;
  const keep = () => {
    const { authData, identity, user, schools, schoolState } = session.getState();
    const userId = authData?.user_id;
    // what came back from here is no news
    if (userId === undefined || identity === null || schoolState !== "valid") return;
    if (user === null || user.id !== userId || user.identity !== identity || user === shown) return;
    keepLastSeen(userId, identity, { at: Date.now(), user, schools, apps });
  };
  const follow = () => {
    const { token, authData, identity } = session.getState();
    forgetLastSeen(token === null ? null : (authData?.user_id ?? null));
    const now = token === null || identity === null ? null : `${authData?.user_id}/${identity}`;
    if (now !== followed) {
      stop();
      apps = null;
      followed = now;
      stop = now === null ? () => {} : followQuery(`${APPS_QUERY}${identity}`, receive);
    }
    keep();
  };
  const receive = (answer: unknown) => {
    apps = answer as AppsAnswer;
    keep();
  };
  session.subscribe(follow);
  follow();
}

let shown: unknown = null;

/** Shows what the person last saw of home, where nothing newer has come. */
export function showLastHome(): void {
  const { token, authData, identity, user } = session.getState();
  if (token === null || authData === null || identity === null || user !== null) return;
  const last = readLastSeen(authData.user_id, identity, Date.now());
  if (last === null) return;
  shown = last.user;
  if (last.apps !== null) setQuery(`${APPS_QUERY}${identity}`, last.apps);
  const theme = last.user.setting?.theme ?? session.getState().theme;
  session.setState({ user: last.user, schools: last.schools, theme, schoolState: "valid" });
  void showIdentity(identity);
  showTheme(theme);
}
