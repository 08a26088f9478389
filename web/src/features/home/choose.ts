import { saveSetting, type Theme } from "#contract";
import { send } from "../../api/client.ts";
import { tabStore } from "../../platform/storage.ts";
import { showTheme } from "../../session/appearance.ts";
import { saveInOrder } from "../../session/in-order.ts";
import { session } from "../../session/session.ts";
import { actAs, isSwitching } from "../../session/switch-identity.ts";
import { CHILD_KEY, chosenChild, type Child } from "../../session/own-child.ts";

/** The theme that the server keeps, while another is shown. */
let kept: Theme;
let underWay = 0;

/** Shows the theme at once and saves it; where it cannot be saved, the one that is kept comes back (AP-03). */
export async function chooseTheme(theme: Theme): Promise<void> {
  const { theme: before, token } = session.getState();
  if (theme === before) return;
  if (underWay === 0) kept = before;
  underWay += 1;
  show(theme);
  const isShown = () => session.getState().token === token && session.getState().theme === theme;
  const save = async () => {
    await send(saveSetting, { theme }, { keepalive: true });
    kept = theme;
  };
  try {
    await saveInOrder(save, isShown);
  } catch {
    // The client has said so.
    if (isShown()) show(kept);
  } finally {
    underWay -= 1;
  }
}

function show(theme: Theme): void {
  session.setState({ theme });
  showTheme(theme);
}

/** Makes another school of the current identity the current one (ID-08); resolves to true when it is shown. */
export async function chooseSchool(schoolId: string): Promise<boolean> {
  const { identity } = session.getState();
  return identity !== null && (await actAs(identity, schoolId));
}

let asked = 0;

/** Goes to a child: to the parent's apps at the child's school, where that is another. The child chosen last counts. */
export async function chooseChild({ id, school }: Child): Promise<void> {
  const mine = ++asked;
  const { user, schools } = session.getState();
  const leads = schools.some(
    (one) => one.identity === "parent" && one.is_abled && one.id === school?.id,
  );
  if (school && leads && (school.id !== user?.school?.id || isSwitching())) {
    // the client says why it could not be done
    const done = await chooseSchool(school.id).catch(() => false);
    if (!done) return;
  }
  if (mine !== asked) return;
  tabStore.write(CHILD_KEY, id);
  chosenChild.setState({ id });
}
