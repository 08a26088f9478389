import { useState, type ReactNode } from "react";
import { readClasses, readGroups, type ListedPerson } from "#contract";
import { TextField } from "../../../web/src/ui/text-field.tsx";
import { Failure } from "../../kit/failure.tsx";
import { useAnswer } from "../../kit/use-answer.ts";
import { ChoiceField, PlanForm } from "../change/plan-form.tsx";
import { usePlanning } from "../change/planning.ts";
import css from "../list/list.module.css";
import { DayField } from "../fields/date-field.tsx";
import { hrefOf } from "../shell/address.ts";
import { useOwnRights } from "../shell/own-rights.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { IdentityField } from "./identity-field.tsx";
import { identitiesAt } from "./rules.ts";
import { ACTS, changeOfGroup, changeOfLock, groupsOf, groupText, type Act } from "./act-rules.ts";

type Person = Pick<ListedPerson, "id" | "name" | "memberships">;

interface FormParts {
  people: readonly Person[];
}

/** Form for what an act on people needs to know. */
export function ActForm({ act, ...parts }: FormParts & { act: Act }) {
  if (act === "lock" || act === "unlock") return <LockForm {...parts} locks={act === "lock"} />;
  if (act === "move") return <MoveForm {...parts} />;
  if (act === "add") return <AddForm {...parts} />;
  if (act === "group") return <JoinForm {...parts} />;
  return <GroupForm {...parts} act={act} />;
}

function GroupForm({ act, people }: FormParts & { act: Act }) {
  const { plan, faultAt } = usePlanning();
  const groups = groupsOf(people, act === "until" ? null : act === "disable");
  const [key, setKey] = useState(groups[0]?.key ?? "");
  const [day, setDay] = useState("");
  const group = groups.find((one) => one.key === key);
  if (group === undefined) {
    return <p>{act === "enable" ? "选中的人没有停用的身份。" : "选中的人没有可以停用的身份。"}</p>;
  }
  return (
    <PlanForm
      label={ACTS[act]}
      fields={["until"]}
      onReady={() => {
        const change = changeOfGroup(act, group, day);
        if (change !== null) plan(change);
        return undefined;
      }}
    >
      <ChoiceField
        label="哪个身份"
        options={groups.map((one) => ({ value: one.key, label: groupText(one) }))}
        value={key}
        onChange={(chosen) => setKey(chosen === "" ? key : chosen)}
      />
      {act === "until" ? (
        <DayField
          label="最后一天"
          value={day}
          hint="留空表示不到期；到期前 14 天会提醒"
          error={faultAt("until")}
          onChange={setDay}
        />
      ) : null}
    </PlanForm>
  );
}

function LockForm({ people, locks }: FormParts & { locks: boolean }) {
  const { plan, faultAt } = usePlanning();
  const [reason, setReason] = useState("");
  const [day, setDay] = useState("");
  return (
    <PlanForm
      label={locks ? ACTS.lock : ACTS.unlock}
      fields={["until"]}
      onReady={() => {
        if (locks && reason.trim() === "") return "请写明锁定的原因";
        const ids = people.map(({ id }) => id);
        plan(changeOfLock(ids, locks, reason, day));
        return undefined;
      }}
    >
      <p>
        {locks
          ? `锁定后，${people.length} 个账号不能登录，已经登录的设备会退出。`
          : `解锁后，${people.length} 个账号可以照常登录。`}
      </p>
      <TextField
        label={locks ? "原因" : "原因（可以不写）"}
        value={reason}
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => setReason(target.value)}
      />
      {locks ? (
        <DayField
          label="锁定到哪一天"
          value={day}
          hint="留空表示一直锁定，直到有人解锁"
          error={faultAt("until")}
          onChange={setDay}
        />
      ) : null}
    </PlanForm>
  );
}

function useSchoolChoice(first: string) {
  const { organisations } = usePlace();
  const [school, setSchool] = useState(first);
  const options = organisations.map(({ id, name }) => ({ value: id, label: name }));
  const choice =
    options.length < 2 ? null : (
      <ChoiceField label="学校" options={options} value={school} onChange={setSchool} />
    );
  const kind = organisations.find(({ id }) => id === school)?.kind;
  return { school, kind, choice };
}

function AddForm({ people }: FormParts) {
  const { plan, faultAt } = usePlanning();
  const { one } = usePlace();
  const { school, kind, choice } = useSchoolChoice(
    one?.id ?? groupsOf(people, null)[0]?.school_id ?? "",
  );
  const identities = identitiesAt(kind, useOwnRights());
  const [chosen, setIdentity] = useState("");
  const identity = identities.find(({ value }) => value === chosen)?.value;
  const [day, setDay] = useState("");
  return (
    <PlanForm
      label={ACTS.add}
      fields={["until"]}
      onReady={() => {
        if (school === "") return "请选择学校";
        if (identity === undefined) return "请选择身份";
        const until = day === "" ? {} : { until: day };
        const user_ids = people.map(({ id }) => id);
        plan({ kind: "membership-add", school_id: school, identity, user_ids, ...until });
        return undefined;
      }}
    >
      {choice}
      <IdentityField options={identities} value={identity} onChange={setIdentity} />
      <DayField
        label="最后一天"
        value={day}
        hint="代课、实习等可以写；留空表示不到期"
        error={faultAt("until")}
        onChange={setDay}
      />
    </PlanForm>
  );
}

/** Asks for the group made by hand that people come into (AD-16). */
function JoinForm({ people }: FormParts) {
  const { plan } = usePlanning();
  const answer = useAnswer(readGroups, {});
  const { data, error, reload } = answer;
  const [chosen, setChosen] = useState("");
  if (error !== undefined) return <Failure error={error} onRetry={reload} />;
  const groups = (data?.groups ?? []).filter(({ rule, may_edit }) => rule === null && may_edit);
  if (data !== undefined && groups.length === 0) {
    return (
      <p>
        还没有手工挑选的群组。请先在
        <a className={css["link"]} href={hrefOf(["people", "groups"])}>
          群组
        </a>
        里新建一个，再回来加人。
      </p>
    );
  }
  const several = new Set(groups.map(({ school_id }) => school_id)).size > 1;
  return (
    <PlanForm
      label={ACTS.group}
      busy={data === undefined}
      onReady={() => {
        if (chosen === "") return "请选择群组";
        const add = people.map(({ id }) => id);
        plan({ kind: "group-members", group_id: chosen, add, remove: [] });
        return undefined;
      }}
    >
      <ChoiceField
        label="群组"
        options={groups.map(({ id, name, place_name }) => ({
          value: id,
          label: several ? `${name}（${place_name}）` : name,
        }))}
        value={chosen}
        of={answer}
        onChange={setChosen}
      />
      <p>按规则的群组里，人随规则进出，不能这样加。</p>
    </PlanForm>
  );
}

function MoveForm({ people }: FormParts) {
  const { plan } = usePlanning();
  const pupils = groupsOf(people, true).filter(({ identity }) => identity === "student");
  const [key, setKey] = useState(pupils[0]?.key ?? "");
  const group = pupils.find((one) => one.key === key);
  if (group === undefined) return <p>选中的人里没有在校的学生。</p>;
  return (
    <MoveInto
      key={key}
      school={group.school_id}
      onClass={(to_class_id) =>
        plan({
          kind: "class-place",
          school_id: group.school_id,
          user_ids: group.user_ids,
          to_class_id,
        })
      }
    >
      {pupils.length < 2 ? (
        <p>{groupText(group)}</p>
      ) : (
        <ChoiceField
          label="哪些学生"
          options={pupils.map((one) => ({ value: one.key, label: groupText(one) }))}
          value={key}
          onChange={(chosen) => setKey(chosen === "" ? key : chosen)}
        />
      )}
    </MoveInto>
  );
}

/** Form for the class that pupils of this one move to. */
export function MoveFrom({
  room: { school_id, id: from_class_id },
  user_ids,
}: {
  room: { school_id: string; id: string };
  user_ids: string[];
}) {
  const { plan } = usePlanning();
  return (
    <MoveInto
      school={school_id}
      except={from_class_id}
      onClass={(to_class_id) =>
        plan({ kind: "class-place", school_id, user_ids, from_class_id, to_class_id })
      }
    />
  );
}

/** Form for the class that pupils move to. */
function MoveInto({
  school,
  except,
  onClass,
  children,
}: {
  school: string;
  /** The class that they are in now. */
  except?: string;
  onClass: (id: string) => void;
  children?: ReactNode;
}) {
  const [into, setInto] = useState("");
  const answer = useAnswer(readClasses, { school_id: school });
  const options = (answer.data?.classes ?? [])
    .filter(({ id }) => id !== except)
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <PlanForm
      label={ACTS.move}
      onReady={() => {
        if (into === "") return "请选择调到哪个班级";
        onClass(into);
        return undefined;
      }}
    >
      {children}
      <ChoiceField
        label="调到"
        name="调到哪个班级"
        options={options}
        value={into}
        of={answer}
        onChange={setInto}
      />
    </PlanForm>
  );
}
