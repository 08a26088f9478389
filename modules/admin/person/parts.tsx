import { IDENTITY_NAMES, type Change, type PersonWhole } from "#contract";
import { PlanButton } from "../change/plan-button.tsx";
import { MoveFrom } from "../people/act-forms.tsx";
import { hrefOf } from "../shell/address.ts";
import { PersonLink } from "../shell/person-link.tsx";
import { StateBadge } from "../shell/state-badge.tsx";
import { Origin } from "../shell/written-by.tsx";
import { AddGuardian, UntilForm } from "./forms.tsx";
import { GiveTransfer } from "./give-transfer.tsx";
import { Part } from "./part.tsx";
import css from "./person.module.css";
import type { PartOf } from "./person.tsx";
import { classText, spanText } from "./rules.ts";

export function MembershipsPart({ person, onChanged }: PartOf) {
  const { memberships, name, id, can } = person;
  const may = can.includes("membership");
  return (
    <Part title="身份">
      {memberships.length === 0 ? <p className={css["soft"]}>在您管理的学校里没有身份。</p> : null}
      <ul className={css["list"]}>
        {memberships.map((membership) => {
          const { school_id, school_name, identity, is_abled } = membership;
          const what = `${school_name}的${IDENTITY_NAMES[identity]}`;
          const of = { school_id, identity, user_ids: [id] };
          const verb = is_abled ? "停用" : "启用";
          return (
            <li key={`${school_id}/${identity}`} className={css["item"]}>
              <div className={css["words"]}>
                <p>
                  {IDENTITY_NAMES[identity]} · {school_name}{" "}
                  {is_abled ? null : <StateBadge tone="quiet">已停用</StateBadge>}
                </p>
                <p className={css["soft"]}>
                  {spanText(membership)} · <Origin {...membership.written} />
                </p>
              </div>
              {may ? (
                <div className={css["keys"]}>
                  {identity === "student" && is_abled ? (
                    <GiveTransfer
                      user={id}
                      name={name}
                      school={school_id}
                      schoolName={school_name}
                    />
                  ) : null}
                  <PlanButton
                    look="quiet"
                    label={`设到期日：${what}`}
                    title={`设到期日：${name}`}
                    form={<UntilForm membership={membership} user={id} />}
                    onSettled={onChanged}
                  >
                    到期日…
                  </PlanButton>
                  <PlanButton
                    look="quiet"
                    label={`${verb}：${what}`}
                    title={`${verb}身份：${name}`}
                    change={{ kind: "membership-state", ...of, is_abled: !is_abled }}
                    onSettled={onChanged}
                  >
                    {verb}…
                  </PlanButton>
                </div>
              ) : null}
            </li>
          );
        })}
      </ul>
    </Part>
  );
}

export function ClassesPart({ person, onChanged }: PartOf) {
  const { classes, name, id, can } = person;
  return (
    <Part title="班级">
      {classes.length === 0 ? <p className={css["soft"]}>没有班级。</p> : null}
      <ul className={css["list"]}>
        {classes.map((one) => (
          <li key={`${one.school_id}/${one.id}/${one.place}`} className={css["item"]}>
            <div className={css["words"]}>
              <p>
                <a href={hrefOf(["classes", one.school_id, one.id])}>{one.name}</a>
              </p>
              <p className={css["soft"]}>
                {classText(one)} · <Origin {...one.written} />
              </p>
            </div>
            {one.place === "student" && can.includes("class") ? (
              <div className={css["keys"]}>
                <PlanButton
                  look="quiet"
                  label={`调班：${one.name}`}
                  title={`调班：${name}`}
                  form={<MoveFrom room={one} user_ids={[id]} />}
                  onSettled={onChanged}
                >
                  调班…
                </PlanButton>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** Lists a pupil's guardians, and a guardian's children. */
export function FamilyPart({ person, onChanged }: PartOf) {
  const { guardians, children, can, id, name } = person;
  const isPupil = person.memberships.some(({ identity }) => identity === "student");
  const may = can.includes("guardian");
  if (!isPupil && guardians.length + children.length === 0) return null;
  const list = (relatives: readonly Relative[], endOf: (of: Relative) => Change) => (
    <ul className={css["list"]}>
      {relatives.map((of) => (
        <li key={of.id} className={css["item"]}>
          <div className={css["words"]}>
            <p>
              <PersonLink id={of.id} name={of.name} /> · {of.relation}
            </p>
            <p className={css["soft"]}>
              {[of.account, of.mobile_masked].filter(Boolean).join(" · ")} ·{" "}
              <Origin {...of.written} />
            </p>
          </div>
          {may ? (
            <PlanButton
              look="quiet"
              label={`解除监护关系：${of.name}`}
              title={`解除监护关系：${of.name}`}
              change={endOf(of)}
              onSettled={onChanged}
            >
              解除…
            </PlanButton>
          ) : null}
        </li>
      ))}
    </ul>
  );
  const add = (
    <PlanButton
      look="quiet"
      title={`添加监护人：${name}`}
      form={<AddGuardian child={id} />}
      onSettled={onChanged}
    >
      添加监护人…
    </PlanButton>
  );
  return (
    <>
      {isPupil || guardians.length > 0 ? (
        <Part title="监护人" acts={may ? add : null}>
          {guardians.length === 0 ? <p className={css["soft"]}>还没有监护人。</p> : null}
          {list(guardians, (of) => ({ kind: "guardian-end", child_id: id, user_ids: [of.id] }))}
        </Part>
      ) : null}
      {children.length > 0 ? (
        <Part title="孩子">
          {list(children, (of) => ({ kind: "guardian-end", child_id: of.id, user_ids: [id] }))}
        </Part>
      ) : null}
    </>
  );
}

type Relative = PersonWhole["guardians"][number];
