import { useState, type ReactNode } from "react";
import {
  CLIENT_NAMES,
  ROLE_NAMES,
  SHELF_STATE_NAMES,
  SHELF_STATES,
  STAGES,
  type ShelfState,
} from "#contract";
import { Select } from "../../../kit/select.tsx";
import { MomentField } from "../../fields/date-field.tsx";
import { fieldOf, momentOf } from "../../fields/field-moment.ts";
import { wrongDates } from "./rules.ts";
import { type AudienceParts, Classes, Exceptions, Schools } from "./audience.tsx";
import { audienceText, audienceWords, type Condition, CONDITIONS } from "./audience-text.ts";
import css from "./editor.module.css";
import { Several } from "./fields.tsx";
import { GradesField } from "./grades-field.tsx";
import { Preview } from "./preview.tsx";

/** The step 谁能看见: who sees the app in a sentence and in numbers, and each condition to open; `from` is the app's current state. */
export function AudienceStep(parts: AudienceParts & { from: ShelfState | undefined }) {
  const { draft, faults, choices, names, onChange, from } = parts;
  const { fields } = faults;
  const state = draft.shelf_state ?? "shelf";
  const reached = from === undefined ? 0 : SHELF_STATES.indexOf(from);
  const words = audienceWords(draft, names);
  const isWrong = wrongDates(draft).length > 0;
  // an open one does not close while it is put right
  const [wasWrong] = useState(isWrong);
  const several = (
    list: "roles" | "clients" | "stage_ids",
    label: string,
    options: readonly (readonly [string, string])[],
  ) => (
    <Several
      label={label}
      options={options}
      values={draft[list] ?? []}
      error={fields[list]}
      onChange={(values) => onChange({ [list]: values })}
    />
  );
  const within: Readonly<Record<Condition, ReactNode>> = {
    roles: several("roles", "身份（不选：所有身份）", Object.entries(ROLE_NAMES)),
    schools: <Schools {...parts} list="school_ids" label="学校（不选：不限）" />,
    grades: (
      <>
        {several(
          "stage_ids",
          "学段（不选：不限）",
          STAGES.map(({ id, name }) => [id, name]),
        )}
        <GradesField
          values={draft.grade_ids ?? []}
          error={fields["grade_ids"]}
          onChange={(grade_ids) => onChange({ grade_ids })}
        />
      </>
    ),
    classes: <Classes {...parts} list="class_ids" label="班级（不选：不限）" />,
    dates: (["open_at", "close_at"] as const).map((field) => (
      <MomentField
        key={field}
        label={field === "open_at" ? "从何时开放" : "到何时关闭"}
        value={draft[field] ? fieldOf(draft[field]) : ""}
        error={fields[field] || undefined}
        onChange={(value) => onChange({ [field]: momentOf(value) ?? value })}
      />
    )),
    clients: several("clients", "客户端（不选：不限）", Object.entries(CLIENT_NAMES)),
    allow: <Exceptions {...parts} side="allow" />,
    deny: <Exceptions {...parts} side="deny" />,
  };
  return (
    <div className={css["wide"]}>
      <div className={css["seen"]}>
        {isWrong ? (
          <p role="status">改正开放时间以后，这里会说谁看得见。</p>
        ) : (
          <>
            <p className={css["sentence"]}>{audienceText(draft, names, from)}</p>
            <Preview draft={draft} schools={choices.schools} />
          </>
        )}
      </div>
      <Select
        label="上架状态（每次前进一步）"
        value={state}
        options={SHELF_STATES.filter((_, index) => index <= reached + 1).map(
          (one) => [one, SHELF_STATE_NAMES[one]] as const,
        )}
        error={fields["shelf_state"]}
        onChoose={(one) => onChange({ shelf_state: one as ShelfState })}
      />
      {state === "shelf" ? null : (
        <Classes {...parts} list="pilot_class_ids" label="试用的班级（“试用中”时只有他们看得见）" />
      )}
      {CONDITIONS.map(({ id, name, fields: own }) => (
        <details
          key={id}
          className={css["condition"]}
          open={(wasWrong && id === "dates") || own.some((field) => fields[field] !== undefined)}
        >
          <summary>
            <b>{name}</b>{" "}
            <span>{words[id] || (id === "allow" || id === "deny" ? "没有" : "不限")}</span>
          </summary>
          <div className={css["inside"]}>{within[id]}</div>
        </details>
      ))}
    </div>
  );
}
