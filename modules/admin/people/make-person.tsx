import { useState } from "react";
import { type Change, readClasses } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { TextField } from "../../../web/src/ui/text-field.tsx";
import { useAnswer } from "../../kit/use-answer.ts";
import css from "../change/change.module.css";
import { PlanButton } from "../change/plan-button.tsx";
import { ChoiceField, Field, PlanForm } from "../change/plan-form.tsx";
import { usePlanning } from "../change/planning.ts";
import { DayField } from "../fields/date-field.tsx";
import { hrefOf } from "../shell/address.ts";
import { PersonPicker, type PickedPerson } from "../fields/person-picker.tsx";
import { useOwnRights } from "../shell/own-rights.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { IdentityField } from "./identity-field.tsx";
import { identitiesAt, RELATIONS, sameIn } from "./rules.ts";

/** 「新建人员…」: makes a person by hand, after a search for the same person (AD-03). */
export function MakePersonButton({ onSettled }: { onSettled: () => void }) {
  return (
    <PlanButton title="新建人员" form={<MakePerson />} onSettled={onSettled}>
      新建人员…
    </PlanButton>
  );
}

type Make = Extract<Change, { kind: "person-make" }>;
const MOBILE = /^1[3-9]\d{9}$/;
const ACCOUNT = /^[A-Za-z0-9._-]{2,64}$/;
const NUMBERED: readonly (string | undefined)[] = ["student", "teacher", "manager"];

function MakePerson() {
  const { plan, refusal, busy, faultAt } = usePlanning();
  const { organisations, one } = usePlace();
  const [school, setSchool] = useState(one?.id ?? "");
  const [chosen, setIdentity] = useState("student");
  const identities = identitiesAt(
    organisations.find(({ id }) => id === school)?.kind,
    useOwnRights(),
  ).filter(({ value }) => value !== "inner_admin");
  const identity = (identities.find(({ value }) => value === chosen) ?? identities[0])?.value;
  const [given, setGiven] = useState<Record<string, string>>({});
  const [child, setChild] = useState<PickedPerson | null>(null);
  const [asked, setAsked] = useState<Make>();
  const set = (field: string) => (value: string) => {
    setGiven((now) => ({ ...now, [field]: value }));
    // who may be the same was looked for by what stood there before
    setAsked(undefined);
  };
  const text = (field: string) => (given[field] ?? "").trim();
  const same = sameIn(refusal);

  function ready(): string | undefined {
    if (school === "") return "请选择学校";
    if (identity === undefined) return "请选择身份";
    if (text("name") === "") return "请填写姓名";
    if (text("mobile") !== "" && !MOBILE.test(text("mobile"))) return "手机号应是 11 位数字";
    if (text("account") !== "" && !ACCOUNT.test(text("account")))
      return "账号用 2 到 64 个字母、数字、点、横线或下划线";
    if (child !== null && identity === "parent" && text("relation") === "")
      return "请选择与孩子的关系";
    const fields = ["account", "gender", "birth_date", "mobile"];
    if (NUMBERED.includes(identity)) fields.push("number");
    if (identity === "student") fields.push("class_id");
    if (identity === "parent" && child !== null) fields.push("relation");
    const filled = Object.fromEntries(
      fields.flatMap((field) => (text(field) === "" ? [] : [[field, text(field)]])),
    );
    const change: Make = {
      ...{ kind: "person-make", school_id: school, identity },
      ...{ name: text("name"), ...filled },
      ...(identity === "parent" && child !== null && { child_id: child.id }),
    };
    setAsked(change);
    plan(change);
    return undefined;
  }

  return (
    <PlanForm label="新建人员" fields={["name", "account"]} onReady={ready}>
      {organisations.length < 2 ? null : (
        <ChoiceField
          label="学校"
          options={organisations.map(({ id, name }) => ({ value: id, label: name }))}
          value={school}
          onChange={(id) => {
            setSchool(id);
            set("class_id")("");
          }}
        />
      )}
      <IdentityField
        options={identities}
        value={identity}
        onChange={(next) => {
          if (next !== "") setIdentity(next);
          setAsked(undefined);
        }}
      />
      <TextField
        label="姓名"
        value={given["name"] ?? ""}
        error={faultAt("name")}
        autoComplete="off"
        onChange={({ target }) => set("name")(target.value)}
      />
      {identity === "student" && school !== "" ? (
        <ClassOf school={school} value={given["class_id"] ?? ""} onChange={set("class_id")} />
      ) : null}
      {identity === "parent" ? (
        <>
          <Field label="孩子（可以以后再选）">
            <PersonPicker
              className={css["control"]}
              label="查找孩子"
              value={child}
              identity="student"
              {...(school !== "" && { school })}
              onChange={(found) => {
                setChild(found);
                setAsked(undefined);
              }}
            />
          </Field>
          {child === null ? null : (
            <ChoiceField
              label="与孩子的关系"
              options={RELATIONS.map((value) => ({ value, label: value }))}
              value={given["relation"] ?? ""}
              onChange={set("relation")}
            />
          )}
        </>
      ) : null}
      <ChoiceField
        label="性别"
        none="没有填"
        options={[
          { value: "male", label: "男" },
          { value: "female", label: "女" },
        ]}
        value={given["gender"] ?? ""}
        onChange={set("gender")}
      />
      <DayField
        label="出生日期"
        value={given["birth_date"] ?? ""}
        hint="填上才能认出重名的人"
        onChange={set("birth_date")}
      />
      {NUMBERED.includes(identity) ? (
        <TextField
          label={identity === "student" ? "学籍号" : "工号"}
          value={given["number"] ?? ""}
          maxLength={64}
          autoComplete="off"
          onChange={({ target }) => set("number")(target.value)}
        />
      ) : null}
      <TextField
        label="手机号"
        inputMode="numeric"
        value={given["mobile"] ?? ""}
        maxLength={11}
        autoComplete="off"
        onChange={({ target }) => set("mobile")(target.value)}
      />
      <TextField
        label="账号"
        value={given["account"] ?? ""}
        error={faultAt("account")}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        hint="留空时按姓名的拼音取一个没有人用的"
        onChange={({ target }) => set("account")(target.value)}
      />
      {same.length === 0 || asked === undefined ? null : (
        <section className={css["warning"]} aria-label="可能是同一个人">
          <p>可能已经有这个人，请先看一看：</p>
          <ul>
            {same.map(({ id, name, account, why, place }) => (
              <li key={id}>
                <a href={hrefOf(["people", id])}>{name}</a>（{account}
                {place === null ? "" : `，${place}`}）：{why}
              </li>
            ))}
          </ul>
          <p>是其中的人时，打开他的页面增加身份就可以，不用再建一个账号。</p>
          <Button busy={busy} onClick={() => plan({ ...asked, is_other: true })}>
            是另一个人，仍要新建
          </Button>
        </section>
      )}
    </PlanForm>
  );
}

/** Field for a class of a school; optional. */
export function ClassOf({
  school,
  value,
  onChange,
}: {
  school: string;
  value: string;
  onChange: (id: string) => void;
}) {
  const answer = useAnswer(readClasses, { school_id: school });
  return (
    <ChoiceField
      label="班级（可以以后再编）"
      name="班级"
      options={(answer.data?.classes ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      of={answer}
      onChange={onChange}
    />
  );
}
