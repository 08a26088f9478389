import { useState } from "react";
import { MAX_ALIASES, type AppDraft } from "#contract";
import { Checkbox } from "../../../../web/src/ui/checkbox.tsx";
import { TextField } from "../../../../web/src/ui/text-field.tsx";
import { iconAddress } from "../../../kit/icon-address.ts";
import { useModule } from "../../../kit/react-module.tsx";
import type { AudienceParts } from "./audience.tsx";
import css from "./editor.module.css";
import { Select } from "../../../kit/select.tsx";
import { Group } from "./fields.tsx";
import { IconField } from "./icon-field.tsx";

/** The step 基本: name, category, description and icon, with a live tile. */
export function BasicStep({
  draft,
  faults: { fields },
  choices,
  icons,
  onChange,
}: AudienceParts & { icons: ReadonlyMap<string, string> }) {
  const text = (field: "name" | "description" | "filing_number") => ({
    value: draft[field] ?? "",
    error: fields[field],
    onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value }),
  });
  return (
    <>
      <TextField label="名称" maxLength={60} {...text("name")} />
      <Select
        label="分类"
        value={draft.category_id ?? ""}
        options={[["", "请选择"], ...choices.categories.map(({ id, name }) => [id, name] as const)]}
        error={fields["category_id"]}
        onChoose={(category_id) => onChange({ category_id })}
      />
      <TextField label="说明" maxLength={500} {...text("description")} />
      <TextField
        label="别名"
        hint="搜索这些词也能找到，用顿号分开"
        value={(draft.aliases ?? []).join("、")}
        error={fields["aliases"]}
        onChange={({ target }) => onChange({ aliases: aliasesIn(target.value) })}
      />
      <TextField label="备案号" maxLength={60} {...text("filing_number")} />
      <Select
        label="所属区域"
        value={draft.district_id ?? (choices.for_everyone ? "" : (choices.districts[0]?.id ?? ""))}
        options={[
          ...(choices.for_everyone ? [["", "整个平台"] as const] : []),
          ...choices.districts.map(({ id, name }) => [id, name] as const),
        ]}
        error={fields["district_id"]}
        onChoose={(district_id) => onChange({ district_id })}
      />
      <TextField
        label="次序"
        inputMode="numeric"
        value={String(draft.sort ?? 0)}
        error={fields["sort"]}
        onChange={({ target }) => onChange({ sort: Number(target.value.replaceAll(/\D/g, "")) })}
      />
      <BadgeField
        value={draft.badge ?? ""}
        error={fields["badge"]}
        onChange={(badge) => onChange({ badge })}
      />
      <div className={css["wide"]}>
        <IconField
          icon={draft.icon ?? ""}
          icons={icons}
          error={fields["icon"] ?? fields["icon_mono"]}
          onChange={(icon) => onChange({ icon, icon_mono: monoOf(icon) })}
        />
      </div>
      <Group label="首页上的样子">
        <Tile draft={draft} />
        <Checkbox
          label="在首页显示"
          checked={draft.display_status !== "not_display"}
          onChange={({ target }) =>
            onChange({ display_status: target.checked ? "display" : "not_display" })
          }
        />
      </Group>
    </>
  );
}

const BADGES = [
  ["", "不显示"],
  ["dot", "红点"],
  ["count", "一个数"],
] as const;

/** Chooses the mark on an app's tile: none, a dot, or a number. */
function BadgeField({
  value,
  error,
  onChange,
}: {
  /** As the server has it: empty, `dot`, or a number. */
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const [counts, setCounts] = useState(value !== "" && value !== "dot");
  return (
    <>
      <Select
        label="角标"
        value={counts ? "count" : value}
        options={BADGES}
        error={counts ? undefined : error}
        onChoose={(chosen) => {
          setCounts(chosen === "count");
          onChange(chosen === "count" ? "1" : chosen);
        }}
      />
      {counts ? (
        <TextField
          label="角标上的数"
          inputMode="numeric"
          maxLength={3}
          value={value}
          error={error}
          onChange={({ target }) => onChange(target.value.replaceAll(/\D/g, ""))}
        />
      ) : null}
    </>
  );
}

function Tile({ draft: { name = "", icon = "" } }: { draft: AppDraft }) {
  const module = useModule();
  const [first = "？"] = name;
  return (
    <div className={css["tile"]}>
      {icon === "" ? (
        <span className={css["letter"]} aria-hidden="true">
          {first}
        </span>
      ) : (
        <img src={iconAddress(module, icon)} alt="" />
      )}
      <span>{name === "" ? "应用名称" : name}</span>
    </div>
  );
}

/** Splits the further names; a separator at the end stays, so that another one can be typed. */
function aliasesIn(text: string): string[] {
  return text.split(/[、，,]/).slice(0, MAX_ALIASES);
}

/** Returns the monochrome glyph of one of the platform's icons; an uploaded one has none. */
function monoOf(icon: string): string {
  return icon.startsWith("icons/") ? icon.replace(/\.svg$/, "-mono.svg") : "";
}
