import {
  GRADE_NAMES,
  IDENTITY_NAMES,
  readHolders,
  readSchool,
  type AdministeredSchool,
  type Holder,
} from "#contract";
import { Skeleton } from "../../../web/src/ui/skeleton.tsx";
import { Failure } from "../../kit/failure.tsx";
import { useAnswer } from "../../kit/use-answer.ts";
import { PlanButton } from "../change/plan-button.tsx";
import { Part } from "../person/part.tsx";
import page from "../person/person.module.css";
import { AT, hrefOf } from "../shell/address.ts";
import { LeaverRule } from "../people/leaver-rule.tsx";
import { Heading } from "../shell/heading.tsx";
import { usePicture } from "../shell/picture-field.tsx";
import { Mark } from "../shell/mark.tsx";
import { mayAnywhere, useOwn } from "../shell/own.tsx";
import { PersonLink } from "../shell/person-link.tsx";
import { dayText, numberText } from "../shell/words.ts";
import { WaitingPage } from "../shell/waiting-page.tsx";
import { EditSchool, MoveSchool } from "./forms.tsx";
import { stagesText } from "./rules.ts";
import css from "./schools.module.css";

/** Page of a school or district: facts, people, classes by grade, who administers it, its own settings, and what can be done (AD-10). */
export function SchoolPage({ id }: { id: string }) {
  const { data, error, reload } = useAnswer(readSchool, { school_id: id });
  if (data !== undefined) return <School school={data} onChanged={reload} />;
  return (
    <WaitingPage
      title="学校"
      place={`schools/${id}`}
      error={error}
      onRetry={reload}
      missing={{
        title: "没有这所学校",
        list: "schools",
        back: "返回学校列表",
        why: "地址可能输错了，或者这所学校不在您管理的范围内。",
      }}
    />
  );
}

function School({ school, onChanged }: { school: AdministeredSchool; onChanged: () => void }) {
  const own = useOwn();
  const { id, name, can, is_abled } = school;
  const logo = usePicture(school.logo);
  const isDistrict = school.kind === "district";
  const what = isDistrict ? "区域" : "学校";
  return (
    <>
      <p className={page["back"]}>
        <a href={isDistrict ? hrefOf(["schools"], { kind: "district" }) : hrefOf(["schools"])}>
          {what}
        </a>
      </p>
      <div className={page["top"]}>
        {logo === undefined ? null : <img className={css["logo"]} src={logo} alt="" />}
        <div className={page["whoAlone"]}>
          <Heading title={name} place={`schools/${id}`}>
            {is_abled ? null : <Mark tone="warning">已停用</Mark>}
          </Heading>
          <p className={page["soft"]}>{briefOf(school)}</p>
        </div>
        <div className={page["keys"]}>
          {can.includes("edit") ? (
            <PlanButton
              title={`修改${what}：${name}`}
              form={<EditSchool school={school} />}
              onSettled={onChanged}
            >
              修改…
            </PlanButton>
          ) : null}
          {can.includes("move") ? (
            <PlanButton
              title={`移到别的区域：${name}`}
              form={<MoveSchool school={school} />}
              onSettled={onChanged}
            >
              移到别的区域…
            </PlanButton>
          ) : null}
          {can.includes("state") ? (
            <PlanButton
              title={`${is_abled ? "停用" : "启用"}${what}：${name}`}
              change={{ kind: "school-state", school_ids: [id], is_abled: !is_abled }}
              onSettled={onChanged}
            >
              {is_abled ? "停用…" : "启用…"}
            </PlanButton>
          ) : null}
        </div>
      </div>
      <div className={page["parts"]}>
        <Facts school={school} />
        <People school={school} />
        {isDistrict ? null : <Grades school={school} />}
        {mayAnywhere(own, "people.read") ? <Administrators school={school} /> : null}
        {school.leaver_rule === null ? null : (
          <Rules id={id} rule={school.leaver_rule} onChanged={onChanged} />
        )}
        <OwnSettings school={school} />
      </div>
    </>
  );
}

function briefOf({ kind, stage_ids, schools, district }: AdministeredSchool): string {
  if (kind === "district") return `区域 · ${numberText(schools)} 所学校`;
  return [stagesText(stage_ids) || "还没有设学段", district?.name].filter(Boolean).join(" · ");
}

function Facts({ school }: { school: AdministeredSchool }) {
  const { id, kind, stage_ids, schools, district, source, code, created_at } = school;
  const own =
    kind === "district"
      ? [
          [
            "学校",
            <a key="schools" href={hrefOf(["schools"], { [AT]: id })}>
              {numberText(schools)} 所
            </a>,
          ] as const,
        ]
      : [
          ["学段", stagesText(stage_ids) || "还没有设"] as const,
          ["区域", district?.name ?? "—"] as const,
        ];
  const facts = [
    ...own,
    ["来源", source === null ? "手工建立" : `名册“${source}”`],
    ["名册中的代码", code ?? "—"],
    ["建立于", dayText(created_at)],
  ] as const;
  return (
    <Part title="基本情况">
      <dl className={page["facts"]}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

function People({ school: { id, kind, people } }: { school: AdministeredSchool }) {
  return (
    <Part title="人员" acts={<a href={hrefOf(["people"], { [AT]: id })}>查看人员</a>}>
      {people.length === 0 ? (
        <p className={page["soft"]}>
          {kind === "district"
            ? "还没有人。在“人员”里为一个人加上身份“区域管理员”。"
            : "还没有人。导入名册，或者发出邀请码。"}
        </p>
      ) : (
        <dl className={page["facts"]}>
          {people.map(({ identity, enabled, disabled }) => (
            <div key={identity}>
              <dt>{IDENTITY_NAMES[identity]}</dt>
              <dd>
                {numberText(enabled)} 人
                {disabled === 0 ? "" : `，另有 ${numberText(disabled)} 人已停用`}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Part>
  );
}

function Grades({ school: { id, grades } }: { school: AdministeredSchool }) {
  return (
    <Part title="班级" acts={<a href={hrefOf(["classes"], { [AT]: id })}>查看班级</a>}>
      {grades.length === 0 ? (
        <p className={page["soft"]}>还没有班级。</p>
      ) : (
        <table className={css["table"]} aria-label="各年级的班级">
          <thead>
            <tr>
              <th scope="col">年级</th>
              <th scope="col">班级</th>
              <th scope="col">学生</th>
              <th scope="col">没有班主任</th>
            </tr>
          </thead>
          <tbody>
            {grades.map(({ grade_id, classes, pupils, without_head }) => (
              <tr key={grade_id}>
                <th scope="row">
                  <a href={hrefOf(["classes"], { [AT]: id, grade: grade_id })}>
                    {GRADE_NAMES[grade_id] ?? grade_id}
                  </a>
                </th>
                <td>{numberText(classes)}</td>
                <td>{numberText(pupils)}</td>
                <td>
                  {without_head === 0 ? (
                    "—"
                  ) : (
                    <Mark tone="warning">{numberText(without_head)} 个班</Mark>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Part>
  );
}

function Administrators({ school: { id: school, kind } }: { school: AdministeredSchool }) {
  const { data, error, reload } = useAnswer(readHolders, { school_id: school });
  const holders = (data?.holders ?? []).flatMap((holder) => {
    const why = reasonsOf(holder);
    return why === "" ? [] : [{ ...holder, why }];
  });
  return (
    <Part title="谁管理它" acts={<a href={hrefOf(["rights"], { [AT]: school })}>权限</a>}>
      {data === undefined ? (
        error === undefined ? (
          <div role="status" aria-label="正在加载">
            <Skeleton height={80} />
          </div>
        ) : (
          <Failure error={error} onRetry={reload} />
        )
      ) : holders.length === 0 ? (
        <p>
          <Mark tone="warning">还没有{kind === "district" ? "区域" : "学校"}管理员</Mark>
        </p>
      ) : (
        <ul>
          {holders.map(({ id, name, why }) => (
            <li key={id} className={page["item"]}>
              <div className={page["words"]}>
                <p>
                  <PersonLink id={id} name={name} />
                </p>
                <p className={page["soft"]}>{why}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

/** Returns in words what a person has at a school, except heading a class. */
function reasonsOf({ held }: Holder): string {
  const named = held
    .filter(({ source }) => source !== "head-teacher")
    .map(({ bundle, place }) =>
      [bundle ?? "单项权限", place.school_name === "" ? "" : place.name]
        .filter(Boolean)
        .join(" · "),
    );
  return [...new Set(named)].join("，");
}

/** Rules that act at this school, and who may change them. */
function Rules({
  id,
  rule,
  onChanged,
}: {
  id: string;
  rule: NonNullable<AdministeredSchool["leaver_rule"]>;
  onChanged: () => void;
}) {
  return (
    <Part title="规则">
      <dl className={page["facts"]}>
        <div>
          <dt>离校的人</dt>
          <dd>
            <LeaverRule rule={rule} school={id} onChanged={onChanged} />
            <a href={hrefOf(["people", "leavers"], { [AT]: id })}>即将删除的人员</a>
          </dd>
        </div>
        <div>
          <dt>大批的变更</dt>
          <dd>
            一次停用或移出某类人的一成以上（至少 5 人），或者修改一半以上，要写明原因；超过 200
            行，要另一位有“审批变更”权限的人同意。各校相同。
          </dd>
        </div>
      </dl>
    </Part>
  );
}

function OwnSettings({ school }: { school: AdministeredSchool }) {
  const { kind, bundles, apps, invitations } = school;
  const isDistrict = kind === "district";
  const names = (all: readonly { name: string }[]) => all.map(({ name }) => name).join("、");
  return (
    <Part title={isDistrict ? "本区域自己的设置" : "本校自己的设置"}>
      <dl className={page["facts"]}>
        <div>
          <dt>自定的权限组</dt>
          <dd>{names(bundles) || "没有"}</dd>
        </div>
        {isDistrict ? null : (
          <>
            <div>
              <dt>只给部分学校的应用</dt>
              <dd>{names(apps) || "没有"}</dd>
            </div>
            <div>
              <dt>有效的邀请码</dt>
              <dd>{numberText(invitations)} 个</dd>
            </div>
          </>
        )}
      </dl>
    </Part>
  );
}
