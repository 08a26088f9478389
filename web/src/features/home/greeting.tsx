import { useEffect, useState } from "react";
import { IDENTITY_NAMES, inChina, type Identity, type User } from "#contract";
import { serverNow } from "../../api/server-time.ts";
import { firstMoment } from "../../session/drawn-home.ts";
import css from "./greeting.module.css";
import { greetingAt } from "./rules.ts";

const MINUTE_MS = 60_000;
const hourAt = (moment: Date) => inChina(moment).getUTCHours();

/** Returns the hour in China; the page may be open all day, and over a night. */
function useHour(): number {
  const [hour, setHour] = useState(() => hourAt(firstMoment()));
  useEffect(() => {
    const look = () => setHour(hourAt(serverNow()));
    look();
    const clock = setInterval(look, MINUTE_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(clock);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return hour;
}

/** Greets the person with name and identity, a pupil also with the class, and a parent with the school. */
export function Greeting({ user, identity }: { user: User; identity: Identity }) {
  const hour = useHour();
  const [own] = user.classes ?? [];
  const inClass = identity === "student" ? own?.name : undefined;
  // the bar names the school, or a parent's child; children at several schools have theirs beside them
  const schools = new Set(user.children?.map(({ school }) => school?.id));
  const ofParent = schools.size > 1 ? undefined : user.school?.name;
  const place = identity === "parent" ? ofParent : inClass;
  return (
    <div className={css["greeting"]}>
      <h1 className={css["words"]}>
        {greetingAt(hour)}，{user.name}
      </h1>
      <p className={css["where"]}>
        <span className={css["identity"]}>{IDENTITY_NAMES[identity]}</span>
        {place === undefined ? null : <span>{place}</span>}
      </p>
    </div>
  );
}
