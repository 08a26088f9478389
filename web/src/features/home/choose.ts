import { saveSetting, type Theme } from "#contract";
import { send } from "../../api/client.ts";
import { tabStore } from "../../platform/storage.ts";
import { showTheme } from "../../session/appearance.ts";
import { session } from "../../session/session.ts";
import { actAs } from "../../session/switch-identity.ts";
import { CHILD_KEY, chosenChild, type Child } from "../../session/own-child.ts";

/** Shows the theme at once and saves it; what cannot be saved is taken back (AP-03). */
export async function chooseTheme(theme: Theme): Promise<void> {
  const before = session.getState().theme;
  if (theme === before) return;
  session.setState({ theme });
  showTheme(theme);
  try {
    await send(saveSetting, { theme });
  } catch {
    // The client has said so.
    if (session.getState().theme !== theme) return;
    session.setState({ theme: before });
    showTheme(before);
  }
}

/** Makes another school of the current identity the current one (ID-08). */
export async function chooseSchool(schoolId: string): Promise<void> {
  const { identity } = session.getState();
  if (identity !== null) await actAs(identity, schoolId);
}

/** Goes to a child: to the parent's apps at the child's school, where that is another. */
export async function chooseChild({ id, school }: Child): Promise<void> {
  const { user, schools } = session.getState();
  const leads = schools.some(
    (one) => one.identity === "parent" && one.is_abled && one.id === school?.id,
  );
  if (school && leads && school.id !== user?.school?.id) {
    // the client says why it could not be done
    const done = await chooseSchool(school.id).then(
      () => true,
      () => false,
    );
    if (!done) return;
  }
  tabStore.write(CHILD_KEY, id);
  chosenChild.setState({ id });
}
