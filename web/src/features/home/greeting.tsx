import { useEffect, useState } from "react";
import { IDENTITY_NAMES, type Identity, type User } from "#contract";
import { firstHour } from "../../session/drawn-home.ts";
import css from "./greeting.module.css";
import { greetingAt } from "./rules.ts";

/** Returns the hour, updated whenever the person comes back to the page: it may be open all day. */
function useHour(): number {
  const [hour, setHour] = useState(firstHour);
  useEffect(() => {
    const look = () => setHour(new Date().getHours());
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
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
