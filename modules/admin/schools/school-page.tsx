import { readSchool, type AdministeredSchool } from "#contract";
import { useAnswer } from "../../kit/use-answer.ts";
import { PlanButton } from "../change/plan-button.tsx";
import { Part } from "../person/part.tsx";
import page from "../person/person.module.css";
import { PLACE_PARAMETER, hrefOf } from "../shell/address.ts";
import { LeaverRule } from "../people/leaver-rule.tsx";
import { BackLink, Heading } from "../shell/heading.tsx";
import { usePicture } from "../fields/picture-field.tsx";
import { StateBadge } from "../shell/state-badge.tsx";
import { mayAnywhere, useOwnRights } from "../shell/own-rights.tsx";
import { dayText, numberText } from "../shell/words.ts";
import { WaitingPage } from "../shell/waiting-page.tsx";
import { EditSchool, MoveSchool } from "./forms.tsx";
import { stagesText } from "./rules.ts";
import { Administrators, Grades, People } from "./school-people.tsx";
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
  const own = useOwnRights();
  const { id, name, can, is_abled } = school;
  const logo = usePicture(school.logo);
  const isDistrict = school.kind === "district";
  const what = isDistrict ? "区域" : "学校";
  return (
    <>
      <BackLink href={isDistrict ? hrefOf(["schools"], { kind: "district" }) : hrefOf(["schools"])}>
        {what}
      </BackLink>
      <div className={page["top"]}>
        {logo === undefined ? null : <img className={css["logo"]} src={logo} alt="" />}
        <div className={page["whoAlone"]}>
          <Heading title={name} place={`schools/${id}`}>
            {is_abled ? null : <StateBadge tone="warning">已停用</StateBadge>}
          </Heading>
          <p className={page["soft"]}>{briefOf(school)}</p>
        </div>
        <div className={page["keys"]}>
          {can.includes("edit") ? (
            <PlanButton
              title={`修改${what}：${name}`}
              form={<EditSchool school={school} />}
              onSettled={onChanged}
              onStale={onChanged}
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
            <a key="schools" href={hrefOf(["schools"], { [PLACE_PARAMETER]: id })}>
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
            <a href={hrefOf(["people", "leavers"], { [PLACE_PARAMETER]: id })}>即将删除的人员</a>
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
