import { useId, useState, type FormEvent } from "react";
import { GRADES, STAGES, type AppDraft } from "#contract";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAct } from "../../ui/use-act.ts";
import { Classes, Exceptions, Schools } from "./audience.tsx";
import { Select, Several } from "./fields.tsx";
import { IconField } from "./icon-field.tsx";
import css from "./page.module.css";
import { Preview } from "./preview.tsx";
import { save, type Loaded } from "./queries.ts";
import {
  CLAIM_TEXTS,
  CLIENT_NAMES,
  faultsOf,
  fromLocalInput,
  KIND_NAMES,
  localInput,
  readSettings,
  ROLE_TEXTS,
  type Faults,
} from "./rules.ts";

const FIELDS = [
  ..."name category_id launch url description district_id icon icon_mono badge settings".split(" "),
  ..."roles clients claims stage_ids grade_ids school_ids class_ids open_at close_at".split(" "),
  ...["allow", "deny"].flatMap((side) =>
    ["user_ids", "school_ids", "class_ids", "identities"].map((list) => `${side}_${list}`),
  ),
];
const NO_FAULTS: Faults = { fields: {} };
const PLACES = [
  ["tab", "新标签页"],
  ["frame", "页内框架"],
] as const;
const WITH_SETTINGS = new Set(["oidc", "lti", "cas"]);

export function EditorForm({
  loaded: { draft: first, choices, names: firstNames },
  icons,
  onClose,
  onReload,
}: {
  loaded: Loaded;
  icons: readonly string[];
  onClose: (saved: boolean) => void;
  onReload: () => void;
}) {
  const [draft, setDraft] = useState(first);
  const [settings, setSettings] = useState(() =>
    Object.keys(first.settings ?? {}).length === 0 ? "" : JSON.stringify(first.settings, null, 2),
  );
  const [names, setNames] = useState(firstNames);
  const { busy, fault: faults = NO_FAULTS, act } = useAct((error) => faultsOf(error, FIELDS));
  const [secret, setSecret] = useState<string>();
  const settingsId = useId();
  const { fields } = faults;
  const change = (part: AppDraft) => setDraft((before) => ({ ...before, ...part }));
  const audience = {
    draft,
    faults,
    choices,
    names,
    onChange: change,
    onName: (id: string, name: string) => setNames((before) => new Map(before).set(id, name)),
  };
  const text = (field: "name" | "url" | "description" | "badge") => ({
    value: draft[field] ?? "",
    error: fields[field],
    onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
  });

  async function submit(): Promise<Faults | undefined> {
    const read = readSettings(settings);
    if (read === undefined) {
      return { fields: { settings: "应为一个 JSON 对象。" }, form: "请检查标出的内容。" };
    }
    const hasSettings = WITH_SETTINGS.has(draft.launch ?? "");
    const saved = await save({ ...draft, settings: hasSettings ? read : {} });
    if (saved.secret === undefined) onClose(true);
    else setSecret(saved.secret);
    return undefined;
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void act(submit);
  }

  if (secret !== undefined) {
    return (
      <div className={css["secret"]} role="status">
        <p>已保存。这是应用的密钥，只显示这一次，请现在交给应用的服务器保管：</p>
        <code>{secret}</code>
        <Button look="primary" onClick={() => onClose(true)}>
          我已保管好
        </Button>
      </div>
    );
  }

  return (
    <form className={css["form"]} onSubmit={onSubmit} noValidate>
      <TextField label="名称" maxLength={60} {...text("name")} />
      <Select
        label="分类"
        value={draft.category_id ?? ""}
        options={[["", "请选择"], ...choices.categories.map(({ id, name }) => [id, name] as const)]}
        error={fields["category_id"]}
        onChoose={(category_id) => change({ category_id })}
      />
      <Select
        label="种类"
        value={draft.launch ?? "link"}
        options={Object.entries(KIND_NAMES)}
        error={fields["launch"]}
        onChoose={(launch) => change({ launch: launch as NonNullable<AppDraft["launch"]> })}
      />
      <TextField label="地址" maxLength={2000} {...text("url")} />
      <TextField label="说明" maxLength={500} {...text("description")} />
      {draft.launch === "module" ? null : (
        <Select
          label="打开方式"
          value={draft.opens_in ?? "tab"}
          options={PLACES}
          onChoose={(place) => change({ opens_in: place === "frame" ? "frame" : "tab" })}
        />
      )}
      <Select
        label="所属区域"
        value={draft.district_id ?? (choices.for_everyone ? "" : (choices.districts[0]?.id ?? ""))}
        options={[
          ...(choices.for_everyone ? [["", "整个平台"] as const] : []),
          ...choices.districts.map(({ id, name }) => [id, name] as const),
        ]}
        error={fields["district_id"]}
        onChoose={(district_id) => change({ district_id })}
      />
      <TextField
        label="次序"
        inputMode="numeric"
        value={String(draft.sort ?? 0)}
        onChange={(event) => change({ sort: Number(event.target.value.replaceAll(/\D/g, "")) })}
      />
      <TextField label="角标" hint="空、dot，或一个数" {...text("badge")} />
      <IconField
        icon={draft.icon ?? ""}
        icons={icons}
        error={fields["icon"] ?? fields["icon_mono"]}
        onChange={(icon) => change({ icon, icon_mono: monoOf(icon) })}
      />
      <Several
        label="身份（不选：所有身份）"
        options={Object.entries(ROLE_TEXTS)}
        values={draft.roles ?? []}
        error={fields["roles"]}
        onChange={(roles) => change({ roles })}
      />
      <Several
        label="客户端（不选：不限）"
        options={Object.entries(CLIENT_NAMES)}
        values={draft.clients ?? []}
        error={fields["clients"]}
        onChange={(clients) => change({ clients })}
      />
      <Several
        label="学段（不选：不限）"
        options={STAGES.map(({ id, name }) => [id, name])}
        values={draft.stage_ids ?? []}
        error={fields["stage_ids"]}
        onChange={(stage_ids) => change({ stage_ids })}
      />
      <Several
        label="年级（不选：不限）"
        options={GRADES.map(({ id, name }) => [id, name])}
        values={draft.grade_ids ?? []}
        error={fields["grade_ids"]}
        onChange={(grade_ids) => change({ grade_ids })}
      />
      <Schools {...audience} list="school_ids" label="学校（不选：不限）" />
      <Classes {...audience} list="class_ids" label="班级（不选：不限）" />
      {(["open_at", "close_at"] as const).map((field) => (
        <TextField
          key={field}
          type="datetime-local"
          label={field === "open_at" ? "从何时开放" : "到何时关闭"}
          value={localInput(draft[field] ?? null)}
          error={fields[field]}
          onChange={(event) => change({ [field]: fromLocalInput(event.target.value) })}
        />
      ))}
      <Exceptions {...audience} side="allow" />
      <Exceptions {...audience} side="deny" />
      <Several
        label="打开时告知应用"
        options={Object.entries(CLAIM_TEXTS)}
        values={draft.claims ?? []}
        error={fields["claims"]}
        onChange={(claims) => change({ claims })}
      />
      <div className={css["several"]}>
        <Checkbox
          label="在首页显示"
          checked={draft.display_status !== "not_display"}
          onChange={({ target }) =>
            change({ display_status: target.checked ? "display" : "not_display" })
          }
        />
        <Checkbox
          label="学校已同意告知，登录时不再询问"
          checked={draft.approved ?? false}
          onChange={({ target }) => change({ approved: target.checked })}
        />
        <Checkbox
          label="打开前再次验证密码"
          checked={draft.step_up ?? false}
          onChange={({ target }) => change({ step_up: target.checked })}
        />
      </div>
      {WITH_SETTINGS.has(draft.launch ?? "") ? (
        <div className={css["field"]}>
          <label htmlFor={settingsId}>接入设置（JSON）</label>
          <textarea
            id={settingsId}
            rows={8}
            spellCheck={false}
            className={css["area"]}
            value={settings}
            aria-invalid={fields["settings"] !== undefined || undefined}
            aria-describedby={`${settingsId}-note`}
            onChange={(event) => setSettings(event.target.value)}
          />
          <p id={`${settingsId}-note`} className={css["fault"]} aria-live="polite">
            {fields["settings"]}
          </p>
        </div>
      ) : null}
      <Preview draft={draft} schools={choices.schools} />
      <div className={css["foot"]}>
        <p className={css["fault"]} role="alert">
          {faults.form}
        </p>
        {faults.isStale === true ? (
          <Button icon="refresh" onClick={onReload}>
            读取最新的（放弃我的更改）
          </Button>
        ) : null}
        <Button look="primary" type="submit" busy={busy}>
          保存
        </Button>
        <Button onClick={() => onClose(false)}>取消</Button>
      </div>
    </form>
  );
}

/** The glyph that belongs to a picture of the platform's; a picture that was put has none. */
function monoOf(icon: string): string {
  return icon.startsWith("icons/") ? icon.replace(/\.svg$/, "-mono.svg") : "";
}
