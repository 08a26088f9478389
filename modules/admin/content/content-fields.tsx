import {
  CONTENT_FIELD_NAMES,
  CONTENT_LIMITS,
  MEDIA_TYPE_NAMES,
  MEDIA_TYPES,
  mediumKeyOf,
  type ContentField,
  type ContentValues,
  type TagRelations,
} from "#contract";
import type { ReactNode } from "react";
import { TextField } from "../../../web/src/ui/text-field.tsx";
import { ChoiceField } from "../change/plan-form.tsx";
import { PictureField } from "../fields/picture-field.tsx";
import { TextArea } from "../fields/text-area.tsx";
import css from "./content.module.css";
import { MediaField } from "./media-field.tsx";
import { withField, type ContentFaults } from "./rules.ts";

const HINTS: Partial<Record<ContentField, string>> = {
  description: "在搜索结果里显示",
  keywords: "用顿号分开，大家搜索这些词时也能找到",
  author: "谁做的",
  source: "谁提供的，如学校、区域或资源库的名称",
  media_url: "以 https:// 开头的地址",
  media_name: "不填就用标题",
};

/** The fields of an item; those that a text cannot hold are left out. */
export function ContentFields({
  values,
  tags,
  faults,
  onChange,
  below,
}: {
  values: ContentValues;
  tags: TagRelations;
  faults: ContentFaults;
  onChange: (values: ContentValues) => void;
  /** Content under a field, as what somebody else has changed it to. */
  below?: (field: ContentField) => ReactNode;
}) {
  const set = (field: ContentField, value: string) =>
    onChange(withField(values, field, value, tags));
  const line = (field: ContentField) => (
    <div>
      <TextField
        label={CONTENT_FIELD_NAMES[field]}
        value={values[field] ?? ""}
        maxLength={CONTENT_LIMITS[field]}
        autoComplete="off"
        error={faults[field]}
        hint={HINTS[field]}
        onChange={({ target }) => set(field, target.value)}
      />
      {below?.(field)}
    </div>
  );
  const lines = (field: ContentField, rows: number) => (
    <div>
      <TextArea
        label={CONTENT_FIELD_NAMES[field]}
        value={values[field] ?? ""}
        rows={rows}
        maxLength={CONTENT_LIMITS[field]}
        error={faults[field]}
        hint={HINTS[field]}
        onChange={({ target }) => set(field, target.value)}
      />
      {below?.(field)}
    </div>
  );
  const choice = (
    field: ContentField,
    options: readonly { id: string; name: string }[],
    none?: string,
  ) => (
    <div>
      <ChoiceField
        label={CONTENT_FIELD_NAMES[field]}
        options={options.map(({ id, name }) => ({ value: id, label: name }))}
        value={values[field] ?? ""}
        onChange={(value) => set(field, value)}
        {...(none !== undefined && { none })}
      />
      {faults[field] === undefined ? null : (
        <p className={css["fault"]} role="alert">
          {faults[field]}
        </p>
      )}
      {below?.(field)}
    </div>
  );
  const stage = tags.stages.find(({ id }) => id === values.stage_id);
  const grades = (stage === undefined ? tags.stages : [stage]).flatMap((one) => one.grades);
  return (
    <>
      {line("title")}
      <div className={css["row"]}>
        {choice("type_id", tags.types)}
        {choice("subject_id", tags.subjects, "不限")}
      </div>
      <div className={css["row"]}>
        {choice("stage_id", tags.stages, "不限")}
        {choice("grade_id", grades, "不限")}
      </div>
      {values.media_url === undefined ? null : (
        <>
          <MediaField
            values={values}
            fault={faults.media_url}
            onChange={(medium) => onChange({ ...values, ...medium })}
          />
          {mediumKeyOf(values.media_url) === undefined ? (
            <>
              <div className={css["row"]}>
                {choice(
                  "media_type",
                  MEDIA_TYPES.map((id) => ({ id, name: MEDIA_TYPE_NAMES[id] })),
                  "没有媒体",
                )}
                {line("media_name")}
              </div>
              {line("media_url")}
            </>
          ) : (
            <>
              {line("media_name")}
              {below?.("media_type")}
              {below?.("media_url")}
            </>
          )}
        </>
      )}
      {lines("description", 3)}
      {values.text === undefined ? null : lines("text", 6)}
      {line("keywords")}
      <div className={css["row"]}>
        {line("author")}
        {line("source")}
      </div>
      <PictureField
        word={CONTENT_FIELD_NAMES.cover}
        purpose="cover"
        picture={values.cover ?? ""}
        fault={faults.cover}
        onChange={(value) => set("cover", value)}
      />
      {below?.("cover")}
    </>
  );
}
