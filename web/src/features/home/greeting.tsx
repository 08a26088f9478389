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

/** Greets the person with name, identity and school; with `few` words (young pupils) with name and class only. */
export function Greeting({
  user,
  identity,
  few,
}: {
  user: User;
  identity: Identity;
  few: boolean;
}) {
  const hour = useHour();
  const [own] = user.classes ?? [];
  const inClass = identity === "student" ? own?.name : undefined;
  const place = [few ? undefined : user.school?.name, inClass].filter(Boolean).join(" ");
  return (
    <div className={css["greeting"]}>
      <h1 className={css["words"]}>
        {greetingAt(hour)}，{user.name}
      </h1>
      <p className={css["where"]}>
        <span className={css["identity"]}>{IDENTITY_NAMES[identity]}</span>
        {place === "" ? null : <span>{place}</span>}
      </p>
    </div>
  );
}
