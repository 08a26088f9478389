import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { forgetLastSeen } from "../../session/last-seen.ts";
import { session } from "../../session/session.ts";
import { toast } from "../../ui/toast.ts";
// not when it is wanted: without a worker, as at a school's own http address, nothing comes then
import ConnectionBar from "./bar.tsx";
import { followHome, showLastHome } from "./last-home.ts";
import { lookAgain, watchConnection } from "./look.ts";
import { connection } from "./state.ts";

/** The time in ms within which a page with a network has read its person, and the longest until it is read once more. */
const PERSON_WITHIN_MS = 2500;
const PERSON_AT_LAST_MS = 60_000;

/** Watches the connection to the platform; without it, shows the data of the last visit and says so. */
export function startConnection(): void {
  const { dataset } = document.documentElement;
  dataset["connection"] = connection.getState().state;
  connection.subscribe((now, before) => {
    if (now.state === before.state) return;
    dataset["connection"] = now.state;
    if (now.state === "online") import("./recover.ts").then(({ recover }) => recover(), ignore);
    else showTrouble();
  });
  watchConnection();
  followSession();
  refuseLinks();
  if (!navigator.onLine) void lookAgain();
  followPerson();
}

/** Reads the person of a session, and their schools, again where a call failed though the platform answers: no page stands without. */
function followPerson(): void {
  let clock: ReturnType<typeof setTimeout> | undefined;
  let wait = PERSON_WITHIN_MS;
  const isMissing = () => {
    const { token, user, anySchoolAbled } = session.getState();
    return token !== null && (user === null || anySchoolAbled === null);
  };
  const turn = async () => {
    clock = undefined;
    if (connection.getState().state === "online") await lookAgain();
    // without the platform it is read when that is back
    if (isMissing() && connection.getState().state === "online") {
      const { readPersonAgain } = await import("./recover.ts");
      await readPersonAgain();
    }
    wait = Math.min(wait * 2, PERSON_AT_LAST_MS);
    follow();
  };
  const follow = () => {
    if (isMissing()) {
      clock ??= setTimeout(() => turn().catch(follow), wait * (1 + Math.random() / 2));
      return;
    }
    clearTimeout(clock);
    clock = undefined;
    wait = PERSON_WITHIN_MS;
  };
  session.subscribe(follow);
  follow();
}

/** Stores what home shows while a person is signed in. */
function followSession(): void {
  let following = false;
  const follow = () => {
    if (following || session.getState().token === null) return;
    following = true;
    followHome();
  };
  session.subscribe(follow);
  follow();
  // what somebody left behind whose session ended while no page was open
  if (session.getState().token === null) forgetLastSeen(null);
}

let barIsThere = false;

function showTrouble(): void {
  showLastHome();
  if (barIsThere) return;
  barIsThere = true;
  const place = document.createElement("div");
  document.body.append(place);
  createRoot(place).render(createElement(ConnectionBar));
}

/** Prevents following links to other sites, which would show only the browser's own error page. */
function refuseLinks(): void {
  document.addEventListener(
    "click",
    (event) => {
      const link =
        event.target instanceof Element
          ? event.target.closest<HTMLElement>("a[target=_blank]")
          : null;
      if (link === null || connection.getState().state !== "offline") return;
      event.preventDefault();
      event.stopPropagation();
      const name = link.dataset["name"] ?? link.textContent.trim();
      toast.show(`现在没有网络，“${name}”打不开`, "error");
    },
    true,
  );
}

/** Ignores a failed import: the chunk guard has reported it. */
function ignore(): void {}
