import { useCallback, useState } from "react";
import { IDENTITY_NAMES, PERSON_STATE_NAMES, readGroups } from "#contract";
import { useAnswer } from "../../kit/use-answer.ts";
import { groupsAt } from "../groups/rules.ts";
import css from "../list/list.module.css";
import { useQuery } from "../shell/address.ts";
import { Choice } from "../fields/choice.tsx";
import { ClassChoice } from "../fields/class-choice.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { SearchField } from "../fields/search-field.tsx";

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
      <GroupChoice />
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

/** Chooses a group of the current place (AD-16); they are read when the list is opened. */
function GroupChoice() {
  const [query, change] = useQuery();
  const { school, organisations } = usePlace();
  const [opened, setOpened] = useState(false);
  const group = query["group"] ?? "";
  const answer = useAnswer(readGroups, opened || group !== "" ? {} : null);
  const { data } = answer;
  const isWhole = organisations.some(({ is_whole }) => is_whole);
  if (!isWhole && group === "") return null;
  const options = groupsAt(data?.groups ?? [], school, organisations).map((one) => ({
    value: one.id,
    label: organisations.length < 2 ? one.name : `${one.name} · ${one.place_name}`,
  }));
  return (
    <Choice
      className={css["choice"]}
      label="群组"
      options={options}
      value={data === undefined ? "" : group}
      of={opened ? answer : undefined}
      onOpen={() => setOpened(true)}
      onChange={(id) => change({ group: id })}
    />
  );
}
