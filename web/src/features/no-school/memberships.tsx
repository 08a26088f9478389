import { IDENTITY_NAMES, type Identity, type School } from "#contract";
import { classNames } from "../../ui/class-names.ts";
import css from "./memberships.module.css";

/** Each membership with its state; the current identity's are marked. */
export function Memberships({
  schools,
  current,
}: {
  schools: readonly School[];
  current: Identity | null;
}) {
  return (
    <ul className={css["list"]} aria-label="我的学校">
      {schools.map((school) => (
        <li key={`${school.identity} ${school.id}`} className={css["row"]}>
          <span className={css["words"]}>
            <span>{school.name}</span>
            <span className={css["identity"]}>
              {IDENTITY_NAMES[school.identity]}
              {school.identity === current ? "（当前身份）" : ""}
            </span>
          </span>
          <span className={classNames(css["state"], school.is_abled && css["abled"])}>
            {school.is_abled ? "可用" : "已停用"}
          </span>
        </li>
      ))}
    </ul>
  );
}
