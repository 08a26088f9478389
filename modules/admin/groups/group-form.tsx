import { useState } from "react";
import {
  type AnswerOf,
  type GroupRule,
  type PeopleGroup,
  previewGroup,
  readGroups,
  REFUSALS,
  saveGroup,
} from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { Choice as Keys } from "../../../web/src/ui/choice.tsx";
import { TextField } from "../../../web/src/ui/text-field.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { codeOf } from "../../kit/refusal.ts";
import { useAct } from "../../kit/use-act.ts";
import { useAnswer } from "../../kit/use-answer.ts";
import css from "../change/change.module.css";
import list from "../list/list.module.css";
import { ChoiceField } from "../change/plan-form.tsx";
import { goTo } from "../shell/address.ts";
import { usePlace } from "../shell/place-strip.tsx";
import { conflictText, rebase } from "../fields/field-changes.ts";
import { SidePanel } from "../shell/side-panel.tsx";
import { TextArea } from "../fields/text-area.tsx";
import { Waiting } from "../shell/waiting-page.tsx";
import { RuleFields } from "./rule-fields.tsx";
import { NEW_RULE, peopleText } from "./rules.ts";

export type Subjects = AnswerOf<typeof readGroups>["subjects"];
type Previewed = AnswerOf<typeof previewGroup>;

/** 「新建群组…」, which leads on to the new group. */
export function MakeGroupButton({ subjects }: { subjects: Subjects }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        新建群组…
      </Button>
      {open ? (
        <SidePanel title="新建群组" onClose={() => setOpen(false)}>
          <GroupForm subjects={subjects} onSaved={({ id }) => goTo(["people", "groups", id])} />
        </SidePanel>
      ) : null}
    </>
  );
}

/** 「修改…」 of a group; `onChanged` is called after it was saved, or somebody else had changed it. */
export function EditGroupButton({
  group,
  onChanged,
}: {
  group: PeopleGroup;
  onChanged: () => void;
}) {
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onChanged();
  };
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        修改…
      </Button>
      {open ? (
        <SidePanel title={`修改群组：${group.name}`} onClose={() => setOpen(false)}>
          <EditGroup group={group} onSaved={close} onStale={onChanged} />
        </SidePanel>
      ) : null}
    </>
  );
}

function EditGroup({
  group,
  onSaved,
  onStale,
}: {
  group: PeopleGroup;
  onSaved: () => void;
  onStale: () => void;
}) {
  const { data, error, reload } = useAnswer(readGroups, { school_id: group.school_id });
  if (data !== undefined) {
    return <GroupForm group={group} subjects={data.subjects} onSaved={onSaved} onStale={onStale} />;
  }
  return <Waiting height={240} error={error} onRetry={reload} />;
}

/** Shows what has come in the middle of a panel that scrolls, with the button below it. */
const bringIntoView = (shown: HTMLElement | null) => shown?.scrollIntoView({ block: "center" });

const WORDS = {
  names: { name: "名称", description: "说明", rule: "规则" },
  plain: ["name", "description"],
  whole: "这个群组",
};
const filledOf = ({ name, description, rule }: PeopleGroup) => ({
  name,
  description,
  rule: rule ?? NEW_RULE,
});

/** Form for a group. One by rule is shown with its people's number before it is saved. */
function GroupForm({
  group,
  subjects,
  onSaved,
  onStale,
}: {
  group?: PeopleGroup;
  subjects: Subjects;
  onSaved: (group: PeopleGroup) => void;
  /** Called to read the group anew, which somebody else has changed. */
  onStale?: () => void;
}) {
  const { send, notify } = useModule();
  const { school, organisations } = usePlace();
  const places = organisations.filter(({ is_whole }) => is_whole);
  const looked = places.find(({ id }) => id === school) ?? (places.length === 1 ? places[0] : null);
  const [place, setPlace] = useState(group?.school_id ?? looked?.id ?? "");
  const [read, setRead] = useState(group);
  const [name, setName] = useState(group?.name ?? "");
  const [description, setDescription] = useState(group?.description ?? "");
  const [kind, setKind] = useState(group?.rule === null ? "hand" : "rule");
  const [rule, setRule] = useState<GroupRule>(group?.rule ?? NEW_RULE);
  const [missing, setMissing] = useState<string>();
  const [previewed, setPreviewed] = useState<Previewed>();
  const [changed, setChanged] = useState<string>();
  const { busy, fault, setFault, act } = useAct((text, error) => {
    if (codeOf(error) === REFUSALS.conflict.code) onStale?.();
    return text;
  });
  if (group !== undefined && read !== undefined && group.updated_at !== read.updated_at) {
    // somebody else has saved it meanwhile
    const theirs = filledOf(group);
    const laid = rebase(filledOf(read), { name, description, rule }, theirs);
    setRead(group);
    setName(laid.draft.name);
    setDescription(laid.draft.description);
    setRule(laid.draft.rule);
    setPreviewed(undefined);
    setFault(undefined);
    setChanged(conflictText(laid, theirs, WORDS));
  }
  const wanted = kind === "rule" ? rule : null;
  // a preview is of what was asked for when it was made
  const edit =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      setMissing(undefined);
      setPreviewed(undefined);
    };
  const save = async () => {
    const saved = await send(saveGroup, {
      ...(group === undefined
        ? { school_id: place }
        : { group_id: group.id, as_of: group.updated_at }),
      ...{ name: name.trim(), description: description.trim() },
      ...(wanted !== null && { rule: wanted }),
    });
    const done = group === undefined ? "已新建" : "已保存";
    notify(
      `${done}群组“${saved.name}”${wanted === null ? "" : `，现在 ${saved.people} 人`}`,
      "success",
    );
    onSaved(saved);
  };
  const next = async () => {
    if (wanted === null || previewed !== undefined) return save();
    setPreviewed(await send(previewGroup, { school_id: place, rule: wanted }));
    return undefined;
  };
  const lacks = () => {
    if (place === "") return "请选择群组所在的学校或区域";
    if (name.trim() === "") return "请填写群组的名称";
    if (wanted?.part === "everybody" && wanted.identities.length === 0) return "请选择身份";
    return undefined;
  };
  return (
    <form
      className={css["form"]}
      aria-label={group === undefined ? "新建群组" : "修改群组"}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const lacking = lacks();
        setMissing(lacking);
        if (lacking === undefined) void act(next);
      }}
    >
      {group !== undefined || places.length < 2 ? null : (
        <ChoiceField
          label="学校或区域"
          options={places.map(({ id, name: text }) => ({ value: id, label: text }))}
          value={place}
          onChange={(id) => {
            edit(setPlace)(id);
            setRule({ ...rule, class_ids: [] });
          }}
        />
      )}
      <TextField
        label="名称"
        value={name}
        maxLength={30}
        autoComplete="off"
        placeholder="例如：三年级语文组"
        onChange={({ target }) => edit(setName)(target.value)}
      />
      <TextArea
        label="说明（可以不填）"
        rows={2}
        value={description}
        maxLength={200}
        onChange={({ target }) => edit(setDescription)(target.value)}
      />
      {group === undefined ? (
        <div>
          <Keys
            name="怎么选人"
            options={[
              ["rule", "按规则"],
              ["hand", "手工挑选"],
            ]}
            value={kind}
            onChoose={edit(setKind)}
          />
        </div>
      ) : null}
      {wanted === null ? (
        <p className={css["note"]}>
          {group === undefined
            ? "新建以后，在群组里粘贴账号、学号或工号来加人。"
            : "要加人或移出，请到群组里操作。"}
        </p>
      ) : (
        <RuleFields place={place} rule={rule} subjects={subjects} onChange={edit(setRule)} />
      )}
      {previewed === undefined ? null : (
        <p ref={bringIntoView} className={css["warning"]} role="status">
          {previewed.sentence}：现在 {peopleText(previewed)}。以后任课、班级变了，里面的人会跟着变。
          {(group?.apps.length ?? 0) === 0
            ? ""
            : `“${group?.apps.join("”“")}”谁能看见，也会跟着变。`}
        </p>
      )}
      <p className={css["fault"]} role="alert">
        {missing ?? fault ?? changed}
      </p>
      <div className={list["keys"]}>
        <Button type="submit" look="primary" busy={busy}>
          {wanted !== null && previewed === undefined
            ? "下一步"
            : group === undefined
              ? "新建群组"
              : "保存"}
        </Button>
      </div>
    </form>
  );
}
