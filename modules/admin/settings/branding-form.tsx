import { useState } from "react";
import {
  BRANDING_FIELD_NAMES,
  BRANDING_LIMITS,
  saveBranding,
  type BrandingChange,
  type BrandingConflict,
  type BrandingField,
  type BrandingValues,
  type OwnProof,
} from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { TextField } from "../../../web/src/ui/text-field.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { ProvenConfirm } from "../sheets/proven-confirm.tsx";
import { backwards, conflictsIn } from "../fields/field-changes.ts";
import { PictureField } from "../fields/picture-field.tsx";
import { SidePanel } from "../shell/side-panel.tsx";
import { ColourField } from "./fields.tsx";
import { Look } from "./look.tsx";
import {
  changesOf,
  draftOf,
  faultsOf,
  fieldNames,
  previewedBranding,
  type Faults,
} from "./rules.ts";
import css from "./settings.module.css";

/** The product's own colours. */
const FIRST_COLOURS = { colour: "#02803b", side_colour: "#d5efe3" };
const ADDRESSES = ["help_url", "feedback_url", "privacy_url"] as const;
const FILINGS = [
  ["icp", "如：京ICP备12345678号-1"],
  ["police", "如：京公网安备11010802012345号"],
] as const;

/** Form for the platform's branding, beside a preview; an emptied field goes back to its default. */
export function BrandingForm({
  first,
  defaults,
}: {
  first: BrandingValues;
  defaults: BrandingValues;
}) {
  const { send, notify } = useModule();
  const [own, setOwn] = useState(first);
  const [draft, setDraft] = useState(draftOf(first));
  const [faults, setFaults] = useState<Faults>({});
  const [theirs, setTheirs] = useState<Partial<Record<BrandingField, string | null>>>({});
  const [asking, setAsking] = useState<BrandingChange[]>();
  const [done, setDone] = useState<BrandingChange[]>([]);
  const changes = changesOf(own, draft);

  const change = (field: BrandingField, value: string) => {
    setDraft({ ...draft, [field]: value });
    const { [field]: _fault, ...others } = faults;
    setFaults(others);
  };
  const begin = (values: BrandingValues) => {
    setDraft(draftOf(values));
    setFaults({});
  };
  const look = () => {
    const found = faultsOf(changes);
    setFaults(found);
    if (Object.keys(found).length === 0) setAsking(changes);
  };
  async function save(wanted: BrandingChange[], proof: OwnProof) {
    try {
      const answer = await send(saveBranding, { changes: wanted, ...proof });
      setOwn(answer.own);
      setDraft(draftOf(answer.own));
      setTheirs({});
      setDone(wanted);
      notify("已修改，所有人马上看到", "success");
    } catch (error) {
      const conflicts = conflictsIn(error) as BrandingConflict[] | null;
      if (conflicts === null) throw error;
      setTheirs(Object.fromEntries(conflicts.map(({ field, theirs: value }) => [field, value])));
      // saved again, mine takes the place of what I have now seen
      const seen = conflicts.map(({ field, theirs: value }) => [field, value ?? undefined]);
      setOwn({ ...own, ...Object.fromEntries(seen) });
      notify("另一位管理员刚刚也改了，请看一看", "error");
    }
    setAsking(undefined);
  }
  const take = (field: BrandingField) => {
    change(field, own[field] ?? "");
    const { [field]: _taken, ...others } = theirs;
    setTheirs(others);
  };

  const hintOf = (field: BrandingField) =>
    defaults[field] === undefined ? "不填就不显示" : `不填就用默认的：${defaults[field]}`;
  const conflictAt = (field: BrandingField) =>
    theirs[field] === undefined ? null : (
      <p className={css["theirs"]} role="alert">
        另一位管理员刚刚{theirs[field] === null ? "恢复了默认" : `改成了“${theirs[field]}”`}
        <Button
          look="quiet"
          aria-label={`${BRANDING_FIELD_NAMES[field]}：用对方的`}
          onClick={() => take(field)}
        >
          用对方的
        </Button>
      </p>
    );
  const text = (field: BrandingField, hint = hintOf(field)) => (
    <div key={field}>
      <TextField
        label={BRANDING_FIELD_NAMES[field]}
        value={draft[field]}
        maxLength={BRANDING_LIMITS[field]}
        autoComplete="off"
        error={faults[field]}
        hint={hint}
        onChange={({ target }) => change(field, target.value)}
      />
      {conflictAt(field)}
    </div>
  );
  const colour = (field: "colour" | "side_colour", hint: string) => (
    <>
      <ColourField
        label={BRANDING_FIELD_NAMES[field]}
        value={draft[field]}
        error={faults[field]}
        hint={hint}
        first={FIRST_COLOURS[field]}
        onChange={(value) => change(field, value)}
      />
      {conflictAt(field)}
    </>
  );
  return (
    <>
      {done.length === 0 ? null : (
        <div className={css["done"]} role="status">
          <p>已修改{fieldNames(done.map(({ field }) => field))}</p>
          <Button look="quiet" aria-haspopup="dialog" onClick={() => setAsking(backwards(done))}>
            撤销…
          </Button>
        </div>
      )}
      <div className={css["parts"]}>
        <form
          className={css["form"]}
          aria-label="平台设置"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            look();
          }}
        >
          <h3 className={css["title"]}>名称与样子</h3>
          {text("name")}
          {text("owner")}
          {text("welcome")}
          <PictureField
            word="标志"
            purpose="logo"
            picture={draft.logo}
            fault={faults.logo}
            onChange={(value) => change("logo", value)}
          />
          {conflictAt("logo")}
          {colour("colour", "按钮和链接的颜色；不填就用默认的绿色")}
          {colour("side_colour", "宽屏幕上名称所在一侧的颜色；不填就用默认的图画")}
          <h3 className={css["title"]}>页面底部的地址</h3>
          {ADDRESSES.map((field) => text(field))}
          <h3 className={css["title"]}>备案号</h3>
          {FILINGS.map(([field, hint]) => text(field, hint))}
          <p className={css["fault"]} role="alert">
            {Object.keys(faults).length === 0 ? "" : "有的内容还不能用，请看标红的地方"}
          </p>
          <div className={css["keys"]}>
            <Button type="submit" look="primary" disabled={changes.length === 0}>
              保存…
            </Button>
            <Button disabled={changes.length === 0} onClick={() => begin(own)}>
              不改了
            </Button>
            <Button look="quiet" onClick={() => begin({})}>
              全部恢复默认
            </Button>
          </div>
        </form>
        <Look branding={previewedBranding(draft, defaults)} />
      </div>
      {asking === undefined ? null : (
        <SidePanel title="修改平台设置" onClose={() => setAsking(undefined)}>
          <ProvenConfirm
            act={`修改${fieldNames(asking.map(({ field }) => field))}`}
            ask={(proof) => save(asking, proof)}
            onCancel={() => setAsking(undefined)}
          >
            <ul className={css["rows"]}>
              {asking.map(({ field, before, after }) => (
                <li key={field}>
                  {BRANDING_FIELD_NAMES[field]}：{valueText(field, before)} →{" "}
                  {valueText(field, after)}
                </li>
              ))}
            </ul>
            <p>对所有人有效，一秒之内生效。</p>
          </ProvenConfirm>
        </SidePanel>
      )}
    </>
  );
}

function valueText(field: BrandingField, value: string | null): string {
  if (value === null) return "默认";
  return field === "logo" ? "上传的图片" : value;
}
