import {
  MINIMAL_ROSTER_ACCESS,
  MAX_ROSTER_SCHOOLS,
  rosterAccessText,
  type RosterAccess,
} from "#contract";
import { Checkbox } from "../../../../web/src/ui/checkbox.tsx";
import { SeveralChoice } from "../../fields/several-choice.tsx";
import css from "../apps.module.css";
import type { AudienceParts } from "./audience.tsx";
import { Group } from "./fields.tsx";

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
  onChange,
}: AudienceParts) {
  const access = draft.roster ?? null;
  const set = (part: Partial<RosterAccess>) =>
    onChange({ roster: { ...MINIMAL_ROSTER_ACCESS, ...access, ...part } });
  return (
    <Group label="读取名册（OneRoster）" error={fields["roster"]}>
      <Checkbox
        label="允许应用的服务器读取名册"
        checked={access !== null}
        onChange={({ target }) =>
          onChange({ roster: target.checked ? MINIMAL_ROSTER_ACCESS : null })
        }
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
          <SeveralChoice
            className={css["choice"]}
            label="只限这些学校"
            placeholder="不限学校"
            options={schools.map(({ id, name }) => ({ value: id, label: name }))}
            values={access.school_ids}
            onChange={(school_ids) => set({ school_ids: school_ids.slice(0, MAX_ROSTER_SCHOOLS) })}
          />
        </>
      )}
      <p>{rosterAccessText(access)}</p>
    </Group>
  );
}
