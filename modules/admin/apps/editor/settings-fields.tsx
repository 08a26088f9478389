import type { AppDraft } from "#contract";
import { Checkbox } from "../../../../web/src/ui/checkbox.tsx";
import { classNames } from "../../../../web/src/ui/class-names.ts";
import { TextField } from "../../../../web/src/ui/text-field.tsx";
import { Select } from "../../../kit/select.tsx";
import { TextArea } from "../../fields/text-area.tsx";
import css from "./editor.module.css";
import type { Choices } from "./rules.ts";
import type { SettingsDraft } from "./settings.ts";

/** Shows the settings of a kind of launch, each in a field with its fault; nothing for a kind that has none. */
export function SettingsFields({
  launch,
  all,
  faults,
  settings,
  onSettings,
}: {
  launch: AppDraft["launch"];
  all: Choices["settings"];
  faults: Readonly<Record<string, string>>;
  settings: SettingsDraft;
  onSettings: (settings: SettingsDraft) => void;
}) {
  const { values, rest } = settings;
  const set = (name: string, value: string | boolean) =>
    onSettings({ ...settings, values: { ...values, [name]: value } });
  const error = faults["settings"];
  const shown = all.filter((field) => field.launch === launch);
  if (shown.length === 0) return null;
  return (
    <fieldset className={classNames(css["group"], css["wide"])}>
      <legend>接入设置</legend>
      <div className={css["form"]}>
        {shown.map(({ name, label, is, hint, options }) => {
          const value = values[name] ?? "";
          const fault = faults[`settings.${name}`];
          if (is === "flag") {
            return (
              <Checkbox
                key={name}
                label={label}
                checked={value === true}
                invalid={fault !== undefined}
                onChange={({ target }) => set(name, target.checked)}
              />
            );
          }
          const text = String(value);
          if (is === "choice") {
            return (
              <Select
                key={name}
                label={label}
                value={text}
                options={options.map((one) => [one.id, one.name] as const)}
                error={fault}
                onChoose={(one) => set(name, one)}
              />
            );
          }
          const field = { label, hint, error: fault, value: text, spellCheck: false };
          const onChange = ({ target }: { target: { value: string } }) => set(name, target.value);
          return is === "addresses" ? (
            <TextArea key={name} {...field} rows={2} onChange={onChange} />
          ) : (
            <TextField
              key={name}
              {...field}
              inputMode={is === "address" ? "url" : undefined}
              maxLength={is === "address" ? 2000 : 255}
              onChange={onChange}
            />
          );
        })}
        {launch === "oidc" || launch === "lti" ? (
          <details open={error !== undefined || rest !== ""}>
            <summary>更多设置</summary>
            <TextArea
              label="jwks、custom（JSON）"
              hint="一般不用填"
              rows={3}
              spellCheck={false}
              value={rest}
              error={error}
              onChange={({ target }) => onSettings({ ...settings, rest: target.value })}
            />
          </details>
        ) : null}
      </div>
    </fieldset>
  );
}
