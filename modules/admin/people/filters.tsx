import { useCallback } from "react";
import { IDENTITY_NAMES, PERSON_STATE_NAMES } from "#contract";
import css from "../list/list.module.css";
import { useQuery } from "../shell/address.ts";
import { Choice } from "../shell/choice.tsx";
import { ClassChoice } from "../shell/class-choice.tsx";
import { SearchField } from "../shell/search-field.tsx";

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));
const IDENTITY_OPTIONS = optionsOf(IDENTITY_NAMES);
const STATE_OPTIONS = optionsOf(PERSON_STATE_NAMES);

/** Fields for searching; their values are in the address, so that a list can be shared. */
export function Filters() {
  const [query, change] = useQuery();
  const onTyped = useCallback((q: string) => change({ q }), [change]);
  return (
    <div className={css["filters"]} role="search" aria-label="查找人员">
      <SearchField
        label="查找人员"
        placeholder="姓名、拼音、账号、学号、手机号"
        value={query["q"] ?? ""}
        onChange={onTyped}
      />
      <ClassChoice />
      <Choice
        className={css["choice"]}
        label="身份"
        options={IDENTITY_OPTIONS}
        value={query["identity"] ?? ""}
        onChange={(identity) => change({ identity })}
      />
      <Choice
        className={css["choice"]}
        label="状态"
        options={STATE_OPTIONS}
        value={query["state"] ?? ""}
        onChange={(state) => change({ state })}
      />
    </div>
  );
}
