import { useRef, useState } from "react";
import {
  CONTENT_FIELD_NAMES,
  CONTENT_FIELDS,
  saveContent,
  type ManagedContent,
  type ContentChange,
  type ContentConflict,
  type ContentField,
  type ContentValues,
  type TagRelations,
} from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { useAct } from "../../kit/use-act.ts";
import form from "../change/change.module.css";
import settings from "../settings/settings.module.css";
import { backwards, conflictsIn } from "../fields/field-changes.ts";
import { fieldFaults, type FieldFaults, useShowFault } from "../fields/field-faults.ts";
import { SidePanel } from "../shell/side-panel.tsx";
import { ContentFields } from "./content-fields.tsx";
import css from "./content.module.css";
import { changesOf, fieldNames, missingIn, namedBy, stillFaulty } from "./rules.ts";
import { valueText } from "./words.ts";

const NO_FAULTS: FieldFaults = { fields: {} };

/** Form for an item's fields: shows what will change before it is saved, and takes it back after. */
export function EditForm({
  item,
  tags,
  onChanged,
}: {
  item: ManagedContent;
  tags: TagRelations;
  onChanged: (item: ManagedContent) => void;
}) {
  const { send, notify } = useModule();
  const [read, setRead] = useState(item.values);
  const [draft, setDraft] = useState(item.values);
  const [faults, setFaults] = useState<FieldFaults>(NO_FAULTS);
  const whole = useRef<HTMLFormElement>(null);
  const showFault = useShowFault(whole);
  const [theirs, setTheirs] = useState<ContentValues>({});
  const [asking, setAsking] = useState<ContentChange[]>();
  const [done, setDone] = useState<ContentChange[]>([]);
  const changes = changesOf(read, draft);

  async function save(wanted: ContentChange[]) {
    try {
      const saved = await send(saveContent, {
        ...namedBy(item.id, item.school_id),
        changes: wanted,
      });
      setRead(saved.values);
      setDraft(saved.values);
      setTheirs({});
      // as the server has stored it: that is what is there when it is taken back
      setDone(wanted.map((one) => ({ ...one, after: saved.values[one.field] ?? "" })));
      onChanged(saved);
      notify("已修改，马上按新的搜索和显示", "success");
    } catch (error) {
      const conflicts = conflictsIn(error) as ContentConflict[] | null;
      const refused = fieldFaults(error, "", CONTENT_FIELDS);
      if (conflicts === null && Object.keys(refused.fields).length > 0) {
        setFaults(refused);
        setAsking(undefined);
        return showFault();
      }
      if (conflicts === null) throw error;
      const found = Object.fromEntries(conflicts.map(({ field, theirs: value }) => [field, value]));
      setTheirs(found);
      // saved again, mine takes the place of what I have now seen
      setRead({ ...read, ...found });
      notify("另一位管理员刚刚也改了，请看一看", "error");
    }
    setAsking(undefined);
  }
  const change = (values: ContentValues) => {
    setDraft(values);
    const fields = stillFaulty(faults.fields, draft, values);
    setFaults(Object.keys(fields).length === 0 ? NO_FAULTS : { ...faults, fields });
  };
  const take = (field: ContentField) => {
    change({ ...draft, [field]: read[field] ?? "" });
    const { [field]: _taken, ...others } = theirs;
    setTheirs(others);
  };
  const conflictAt = (field: ContentField) => {
    const value = theirs[field];
    return value === undefined ? null : (
      <p className={settings["theirs"]} role="alert">
        另一位管理员刚刚改成了{valueText(field, value, tags)}
        <Button
          look="quiet"
          aria-label={`${CONTENT_FIELD_NAMES[field]}：用对方的`}
          onClick={() => take(field)}
        >
          用对方的
        </Button>
      </p>
    );
  };
  return (
    <>
      {done.length === 0 ? null : (
        <div className={settings["done"]} role="status">
          <p>已修改{fieldNames(done)}</p>
          <Button look="quiet" aria-haspopup="dialog" onClick={() => setAsking(backwards(done))}>
            撤销…
          </Button>
        </div>
      )}
      <form
        ref={whole}
        className={form["form"]}
        aria-label="修改课程或资源"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const fields = missingIn(draft);
          const isWhole = Object.keys(fields).length === 0;
          setFaults(isWhole ? NO_FAULTS : { fields, form: "请检查标出的内容。" });
          if (isWhole) setAsking(changes);
          else showFault();
        }}
      >
        <ContentFields
          values={draft}
          tags={tags}
          faults={faults.fields}
          onChange={change}
          below={conflictAt}
        />
        <p className={form["fault"]} role="alert">
          {faults.form}
        </p>
        <div className={form["keys"]}>
          <Button type="submit" look="primary" disabled={changes.length === 0}>
            保存…
          </Button>
          <Button disabled={changes.length === 0} onClick={() => change(read)}>
            不改了
          </Button>
        </div>
      </form>
      {asking === undefined ? null : (
        <SidePanel title="修改课程或资源" onClose={() => setAsking(undefined)}>
          <Asked changes={asking} tags={tags} onSave={save} onCancel={() => setAsking(undefined)} />
        </SidePanel>
      )}
    </>
  );
}

function Asked({
  changes,
  tags,
  onSave,
  onCancel,
}: {
  changes: ContentChange[];
  tags: TagRelations;
  onSave: (changes: ContentChange[]) => Promise<void>;
  onCancel: () => void;
}) {
  const { busy, fault, act } = useAct();
  return (
    <div className={form["view"]}>
      <p className={form["sentence"]}>将修改{fieldNames(changes)}</p>
      <ul className={css["values"]}>
        {changes.map(({ field, before, after }) => (
          <li key={field}>
            {CONTENT_FIELD_NAMES[field]}：{valueText(field, before, tags)} →{" "}
            {valueText(field, after, tags)}
          </li>
        ))}
      </ul>
      <p>大家马上看到新的，可以撤销。</p>
      <p className={form["fault"]} role="alert">
        {fault}
      </p>
      <div className={form["keys"]}>
        <Button look="primary" busy={busy} onClick={() => void act(() => onSave(changes))}>
          修改{fieldNames(changes)}
        </Button>
        <Button onClick={onCancel}>不改了</Button>
      </div>
    </div>
  );
}
