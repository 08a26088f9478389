import { useState } from "react";
import { readAppChoices, ROLE_NAMES, type AppDraft, type AudienceList } from "#contract";
import { Button } from "../../../../web/src/ui/button.tsx";
import { TextField } from "../../../../web/src/ui/text-field.tsx";
import { useModule } from "../../../kit/react-module.tsx";
import { useAct } from "../../../kit/use-act.ts";
import { useAnswer } from "../../../kit/use-answer.ts";
import { Select } from "../../../kit/select.tsx";
import { SeveralChoice } from "../../fields/several-choice.tsx";
import { Group, Several, Tokens } from "./fields.tsx";
import css from "../apps.module.css";
import type { Choices, Faults } from "./rules.ts";

type List = AudienceList | "school_ids" | "class_ids" | "pilot_class_ids";
export interface AudienceParts {
  draft: AppDraft;
  faults: Faults;
  choices: Choices;
  names: ReadonlyMap<string, string>;
  onChange: (change: AppDraft) => void;
  /** Called with a name that has become known. */
  onName: (id: string, name: string) => void;
}

const ROLES = Object.entries(ROLE_NAMES);
const NONE = ["", "请选择"] as const;

/** Fields for the exceptions from the audience: identities, schools, classes, groups and people allowed or denied by name; denied wins (AP-05). */
export function Exceptions({ side, ...parts }: AudienceParts & { side: "allow" | "deny" }) {
  const title = side === "allow" ? "允许名单" : "拒绝名单";
  const identities = `${side}_identities` as const;
  return (
    <>
      <Several
        label={`${title}：身份`}
        options={ROLES}
        values={parts.draft[identities] ?? []}
        error={parts.faults.fields[identities]}
        onChange={(values) => parts.onChange({ [identities]: values })}
      />
      <Schools {...parts} list={`${side}_school_ids`} label={`${title}：学校`} />
      <Classes {...parts} list={`${side}_class_ids`} label={`${title}：班级`} />
      <Listed
        {...parts}
        list={`${side}_group_ids`}
        label={`${title}：群组`}
        options={parts.choices.groups.map(({ id, name }) => [id, name])}
      />
      <People {...parts} list={`${side}_user_ids`} label={`${title}：人`} />
    </>
  );
}

/** Returns the schools as options: districts, whose own people count as those of a school, are none. */
function schoolsIn({ schools, districts }: Choices): (readonly [string, string])[] {
  const others = new Set(districts.map(({ id }) => id));
  return schools.flatMap(({ id, name }) => (others.has(id) ? [] : [[id, name] as const]));
}

type ListParts = AudienceParts & { list: List; label: string };

function useList({ draft, list, onChange }: Pick<ListParts, "draft" | "list" | "onChange">) {
  const ids = draft[list] ?? [];
  return {
    ids,
    add: (id: string) => id !== "" && !ids.includes(id) && onChange({ [list]: [...ids, id] }),
    remove: (id: string) => onChange({ [list]: ids.filter((one) => one !== id) }),
  };
}

export function Schools(parts: ListParts) {
  return <Listed {...parts} options={schoolsIn(parts.choices)} />;
}

/** Chooses some of a list with a search; what is chosen and not offered keeps its name. */
function Listed({
  draft,
  list,
  label,
  names,
  faults,
  onChange,
  options,
}: ListParts & { options: readonly (readonly [string, string])[] }) {
  const values = draft[list] ?? [];
  const known = new Map([...values.map((id) => [id, names.get(id) ?? id] as const), ...options]);
  return (
    <Group label={label} error={faults.fields[list]}>
      <SeveralChoice
        className={css["choice"]}
        label={label}
        placeholder="请选择，可以选几个"
        options={Array.from(known, ([value, name]) => ({ value, label: name }))}
        values={values}
        onChange={(ids) => onChange({ [list]: ids })}
      />
    </Group>
  );
}

export function Classes(parts: ListParts) {
  const { ids, add, remove } = useList(parts);
  const { label, choices, names, faults, list, onName } = parts;
  const [school, setSchool] = useState("");
  const { explain } = useModule();
  const { data, error } = useAnswer(readAppChoices, school === "" ? null : { school_id: school });
  const classes = data?.classes ?? [];

  function take(id: string) {
    const found = classes.find((one) => one.id === id);
    if (found === undefined) return;
    onName(id, `${names.get(school) ?? ""} ${found.name}`);
    add(id);
  }

  return (
    <Group label={label} error={error === undefined ? faults.fields[list] : explain(error)}>
      <Tokens ids={ids} names={names} onRemove={remove} />
      <Select
        label="班级所在的学校"
        value={school}
        options={[NONE, ...schoolsIn(choices)]}
        onChoose={setSchool}
      />
      {classes.length === 0 ? null : (
        <Select
          label="添加班级"
          value=""
          options={[NONE, ...classes.map(({ id, name }) => [id, name] as const)]}
          onChoose={take}
        />
      )}
    </Group>
  );
}

function People(parts: ListParts) {
  const { ids, add, remove } = useList(parts);
  const { label, names, faults, list, onName } = parts;
  const [account, setAccount] = useState("");
  const { send } = useModule();
  const { busy, fault, act } = useAct();

  async function find(): Promise<string | undefined> {
    const typed = account.trim();
    if (typed === "") return undefined;
    const { person } = await send(readAppChoices, { account: typed });
    if (person === null) return "没有这个账号，或不归您管理。";
    onName(person.id, `${person.name}（${typed}）`);
    add(person.id);
    setAccount("");
    return undefined;
  }

  return (
    <Group label={label} error={faults.fields[list]}>
      <Tokens ids={ids} names={names} onRemove={remove} />
      <TextField
        label="添加账号"
        value={account}
        error={fault}
        autoComplete="off"
        onChange={(event) => setAccount(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          void act(find);
        }}
      />
      <Button icon="plus" busy={busy} onClick={() => void act(find)}>
        添加
      </Button>
    </Group>
  );
}
