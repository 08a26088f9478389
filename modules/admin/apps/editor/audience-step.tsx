import {
  CLIENT_NAMES,
  ROLE_NAMES,
  SHELF_STATE_NAMES,
  SHELF_STATES,
  STAGES,
  type ShelfState,
} from "#contract";
import { type AudienceParts, Classes, Exceptions, Schools } from "./audience.tsx";
import css from "./editor.module.css";
import { Select } from "../../../kit/select.tsx";
import { MomentField } from "../../shell/date-field.tsx";
import { fieldOf, momentOf } from "../../shell/field-moment.ts";
import { Several } from "./fields.tsx";
import { GradesField } from "./grades-field.tsx";
import { Preview } from "./preview.tsx";

/** The step 谁能看见: the audience, with the number of people in it; `from` is the app's current state. */
export function AudienceStep(parts: AudienceParts & { from: ShelfState | undefined }) {
  const { draft, faults, choices, onChange, from } = parts;
  const { fields } = faults;
  const state = draft.shelf_state ?? "shelf";
  const reached = from === undefined ? 0 : SHELF_STATES.indexOf(from);
  return (
    <>
      <Select
        label="上架状态（每次前进一步，到“已上架”才对下面的人可见）"
        value={state}
        options={SHELF_STATES.filter((_, index) => index <= reached + 1).map(
          (one) => [one, SHELF_STATE_NAMES[one]] as const,
        )}
        error={fields["shelf_state"]}
        onChoose={(one) => onChange({ shelf_state: one as ShelfState })}
      />
      <Classes {...parts} list="pilot_class_ids" label="试用的班级（“试用中”时只有他们看得见）" />
      <Several
        label="身份（不选：所有身份）"
        options={Object.entries(ROLE_NAMES)}
        values={draft.roles ?? []}
        error={fields["roles"]}
        onChange={(roles) => onChange({ roles })}
      />
      <Several
        label="客户端（不选：不限）"
        options={Object.entries(CLIENT_NAMES)}
        values={draft.clients ?? []}
        error={fields["clients"]}
        onChange={(clients) => onChange({ clients })}
      />
      <Several
        label="学段（不选：不限）"
        options={STAGES.map(({ id, name }) => [id, name])}
        values={draft.stage_ids ?? []}
        error={fields["stage_ids"]}
        onChange={(stage_ids) => onChange({ stage_ids })}
      />
      <GradesField
        values={draft.grade_ids ?? []}
        error={fields["grade_ids"]}
        onChange={(grade_ids) => onChange({ grade_ids })}
      />
      <Schools {...parts} list="school_ids" label="学校（不选：不限）" />
      <Classes {...parts} list="class_ids" label="班级（不选：不限）" />
      {(["open_at", "close_at"] as const).map((field) => (
        <MomentField
          key={field}
          label={field === "open_at" ? "从何时开放" : "到何时关闭"}
          value={draft[field] ? fieldOf(draft[field]) : ""}
          error={fields[field]}
          onChange={(value) => onChange({ [field]: momentOf(value) ?? "" })}
        />
      ))}
      <Exceptions {...parts} side="allow" />
      <Exceptions {...parts} side="deny" />
      <div className={css["wide"]}>
        <Preview draft={draft} schools={choices.schools} />
      </div>
    </>
  );
}
