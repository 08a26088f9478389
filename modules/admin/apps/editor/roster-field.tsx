import {
  LEAST_ROSTER_ACCESS,
  ROSTER_SCHOOLS_AT_MOST,
  rosterAccessText,
  type RosterAccess,
} from "#contract";
import { Checkbox } from "../../../../web/src/ui/checkbox.tsx";
import { Select } from "../../../kit/select.tsx";
import type { AudienceParts } from "./audience.tsx";
import { Group, Tokens } from "./fields.tsx";

const PARTS = [
  ["parents", "家长，以及家长与孩子的关系"],
  ["mobile", "手机号"],
  ["email", "邮箱"],
  ["demographics", "性别与出生日期"],
  ["pairwise", "人员编号只在这个应用内有效（建议）"],
] as const;

/** Turns the app's access to the roster on and off, and says in words what the app reads (RO-09). */
export function RosterField({
  draft,
  faults: { fields },
  choices: { schools },
  names,
  onChange,
}: AudienceParts) {
  const access = draft.roster ?? null;
  const set = (part: Partial<RosterAccess>) =>
    onChange({ roster: { ...LEAST_ROSTER_ACCESS, ...access, ...part } });
  return (
    <Group label="读取名册（OneRoster）" error={fields["roster"]}>
      <Checkbox
        label="允许应用的服务器读取名册"
        checked={access !== null}
        onChange={({ target }) => onChange({ roster: target.checked ? LEAST_ROSTER_ACCESS : null })}
      />
      {access === null
        ? null
        : PARTS.map(([part, label]) => (
            <Checkbox
              key={part}
              label={label}
              checked={access[part]}
              onChange={({ target }) => set({ [part]: target.checked })}
            />
          ))}
      {access === null ? null : (
        <>
          <Tokens
            ids={access.school_ids}
            names={names}
            onRemove={(id) => set({ school_ids: access.school_ids.filter((one) => one !== id) })}
          />
          <Select
            label="只限这些学校"
            value=""
            options={[
              ["", access.school_ids.length === 0 ? "不限学校" : "再添加一所学校"],
              ...schools
                .filter(({ id }) => !access.school_ids.includes(id))
                .map(({ id, name }) => [id, name] as const),
            ]}
            onChoose={(id) => {
              if (id === "" || access.school_ids.length >= ROSTER_SCHOOLS_AT_MOST) return;
              set({ school_ids: [...access.school_ids, id] });
            }}
          />
        </>
      )}
      <p>{rosterAccessText(access)}</p>
    </Group>
  );
}
