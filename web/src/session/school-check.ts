import { type DrawnHome, REFUSALS, type Identity, type School, type User } from "#contract";
import { ApiError } from "../api/failures.ts";
import { showIdentity, showTheme } from "./appearance.ts";
import { takeDrawnAnswers } from "../platform/boot.ts";
import { showLook } from "./looks.ts";
import { setGlobal } from "./platform-entry.ts";
import { session } from "./session.ts";
import { readAllSchools, readUser } from "./user-queries.ts";

export type SchoolDecision =
  | { do: "pass" }
  | { do: "switch"; identity: Identity; schoolId: string }
  | { do: "fail" };

/** Decides the school (ID-03): the current one if it is enabled, else the first enabled one, else none. */
export function decideSchool(
  current: Pick<School, "is_abled"> | null | undefined,
  schools: readonly School[],
): SchoolDecision {
  if (current?.is_abled === true) return { do: "pass" };
  const first = schools.find((school) => school.is_abled);
  if (first === undefined) return { do: "fail" };
  return { do: "switch", identity: first.identity, schoolId: first.id };
}

let running: Promise<boolean> | null = null;

/** Makes sure that the person acts in an enabled school, switching when needed; false when there is none (ID-03). */
export function checkSchool(): Promise<boolean> {
  running ??= check().finally(() => (running = null));
  return running;
}

async function check(): Promise<boolean> {
  const { token, identity, user: shown } = session.getState();
  const stillHere = () => session.getState().token === token;
  void showIdentity(identity);
  // home takes over all of it before; to any other page the document tells who the person is
  const drawn = takeDrawnAnswers() as DrawnHome | undefined;
  const allSchools = drawn
    ? Promise.resolve(drawn.schools)
    : readAllSchools({ ...calmly(), quietGeneral: true });
  allSchools.catch(() => {}); // Reported by the client; awaited below.
  const read = drawn?.user ?? (await readHeld(identity));
  if (!stillHere()) return false;
  const { user: now } = session.getState();
  // what was asked before another identity or school was chosen
  const isOld = now !== null && now !== shown;
  const user = isOld ? now : read;
  // A pass needs nothing further. Else nobody is shown a home that may not be theirs before the list is known.
  if (user.school?.is_abled === true && !isOld) enter(user, "valid");

  const schools = await allSchools.catch((error: unknown) => {
    // Another server may not know how to list all: then those it told of count.
    if (error instanceof ApiError && error.status < 500) return user.schools ?? [];
    throw error;
  });
  if (!stillHere()) return false;
  session.setState({ schools, anySchoolAbled: schools.some((school) => school.is_abled) });
  const decision = decideSchool(user.school, schools);
  if (decision.do === "switch") {
    // rare, so home does not wait for it
    const { actAs } = await import("./switch-identity.ts");
    await actAs(decision.identity, decision.schoolId);
  }
  if (decision.do === "fail") enter(user, "none");
  return stillHere() && session.getState().schoolState === "valid";
}

/** Shows the person under the identity that the server answered for. */
function enter(user: User, schoolState: "valid" | "none"): void {
  const identity = user.identity ?? null;
  const theme = user.setting?.theme ?? session.getState().theme;
  session.setState({ user, identity, theme, schoolState });
  setGlobal({ identity });
  void showIdentity(identity);
  showTheme(theme);
  showLook(user.setting);
}

/** Reads the person under a kept identity; under the server's current one when the person no longer has it. */
async function readHeld(identity: Identity | null): Promise<User> {
  try {
    return await readUser(identity, { ...calmly(), quietGeneral: identity !== null });
  } catch (error) {
    const lost = error instanceof ApiError && error.code === REFUSALS.notAllowed.code;
    if (!lost || identity === null) throw error;
    session.setState({ identity: null });
    return readUser(null, calmly());
  }
}

/** Returns options that show no failure while there is no network: the bar says so already. */
function calmly() {
  return { quietError: !navigator.onLine };
}
