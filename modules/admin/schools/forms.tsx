import { useState } from "react";
import { previewSchoolMove, STAGES, type AdministeredSchool, type SchoolMove } from "#contract";
import { TextField } from "../../../web/src/ui/text-field.tsx";
import { useAnswer } from "../../kit/use-answer.ts";
import css from "../change/change.module.css";
import { ChoiceField, Field, PlanForm } from "../change/plan-form.tsx";
import { usePlanning } from "../change/planning.ts";
import { Checks } from "../fields/checks.tsx";
import { PictureField } from "../fields/picture-field.tsx";
import { useOwnRights } from "../shell/own-rights.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { numberText } from "../shell/words.ts";
import { Waiting } from "../shell/waiting-page.tsx";
import { mayMake, type StageId } from "./rules.ts";
import own from "./schools.module.css";

const NAME_MAX = 50;

function NameAndStages({
  name,
  stages,
  onName,
  onStages,
}: {
  name: string;
  stages: readonly StageId[];
  onName: (name: string) => void;
  onStages: (stages: StageId[]) => void;
}) {
  return (
    <>
      <NameField label="学校名称" name={name} onName={onName} />
      <Field label="学段">
        <Checks
          options={STAGES.map(({ id, name: stage }) => [id, stage])}
          values={stages}
          onChange={onStages}
        />
      </Field>
    </>
  );
}

function NameField({
  label,
  name,
  onName,
}: {
  label: string;
  name: string;
  onName: (name: string) => void;
}) {
  const { faultAt } = usePlanning();
  return (
    <TextField
      label={label}
      value={name}
      error={faultAt("name")}
      maxLength={NAME_MAX}
      autoComplete="off"
      onChange={({ target }) => onName(target.value)}
    />
  );
}

function useDistricts(except?: string) {
  const { organisations } = usePlace();
  return organisations
    .filter(({ id, kind, is_whole }) => kind === "district" && is_whole && id !== except)
    .map(({ id, name }) => ({ value: id, label: name }));
}

/** Form for a new school. */
export function MakeSchool() {
  const { plan } = usePlanning();
  const { school } = usePlace();
  const anywhere = mayMake(useOwnRights()) === "anywhere";
  const districts = useDistricts();
  const [name, setName] = useState("");
  const [stages, setStages] = useState<StageId[]>([]);
  const [only] = districts.length === 1 ? districts : [];
  const looked = districts.find(({ value }) => value === school);
  const [district, setDistrict] = useState((looked ?? only)?.value ?? "");
  return (
    <PlanForm
      label="新建学校"
      fields={["name"]}
      onReady={() => {
        if (name.trim() === "") return "请填写学校名称";
        if (stages.length === 0) return "请选择学段";
        if (district === "" && !anywhere) return "请选择学校所在的区域";
        return plan({
          ...{ kind: "school-make", name: name.trim(), stage_ids: stages },
          ...(district !== "" && { district_id: district }),
        });
      }}
    >
      <NameAndStages name={name} stages={stages} onName={setName} onStages={setStages} />
      <ChoiceField
        label="所在区域"
        options={districts}
        {...(anywhere && { none: "不在任何区域" })}
        value={district}
        onChange={setDistrict}
      />
      <p className={css["note"]}>新建以后，在“权限”里为它安排学校管理员，或导入它的名册。</p>
    </PlanForm>
  );
}

/** Form for a new district. */
export function MakeDistrict() {
  const { plan } = usePlanning();
  const { is_separate: isSeparate } = useOwnRights();
  const [name, setName] = useState("");
  return (
    <PlanForm
      label="新建区域"
      fields={["name"]}
      onReady={() => {
        if (name.trim() === "") return "请填写区域名称";
        return plan({ kind: "district-make", name: name.trim() });
      }}
    >
      <NameField label="区域名称" name={name} onName={setName} />
      <p className={css["note"]}>
        {isSeparate
          ? "新建以后，由安全管理员在“权限”里为它授予系统管理员"
          : "新建以后，在“人员”里为它的管理员加上身份“区域管理员”"}
        ，再在区域里新建学校，或把学校移过来。
      </p>
    </PlanForm>
  );
}

/** Form for a school's name and stages, or a district's name: whatever differs from what it was opened with is changed. */
export function EditSchool(given: { school: AdministeredSchool }) {
  const { plan } = usePlanning();
  const [school] = useState(given.school);
  const [name, setName] = useState(school.name);
  const known = school.stage_ids as StageId[];
  const [stages, setStages] = useState<StageId[]>(known);
  const [logo, setLogo] = useState(school.logo);
  const isDistrict = school.kind === "district";
  return (
    <PlanForm
      label={isDistrict ? "修改区域" : "修改学校"}
      fields={["name"]}
      onReady={() => {
        const clean = name.trim();
        if (clean === "") return `请填写${isDistrict ? "区域" : "学校"}名称`;
        if (stages.length === 0 && !isDistrict) return "请选择学段";
        const restaged = stages.join() !== known.join();
        const relogoed = logo !== school.logo;
        if (clean === school.name && !restaged && !relogoed) return "还没有修改什么";
        return plan({
          ...{ kind: "school-edit", school_id: school.id },
          ...(clean !== school.name && { name: clean }),
          ...(restaged && { stage_ids: stages }),
          ...(relogoed && { logo }),
        });
      }}
    >
      {isDistrict ? (
        <NameField label="区域名称" name={name} onName={setName} />
      ) : (
        <NameAndStages name={name} stages={stages} onName={setName} onStages={setStages} />
      )}
      <PictureField
        word="标志"
        purpose="logo"
        picture={logo ?? ""}
        onChange={(put) => setLogo(put === "" ? null : put)}
      />
      {school.is_roster_owned ? (
        <p className={css["note"]}>
          {isDistrict ? "这个区域" : "这所学校"}来自名册：下次导入时会按名册改回。
        </p>
      ) : null}
    </PlanForm>
  );
}

/** Form for the district that a school moves to, with a preview of who loses and gains what (AD-10). */
export function MoveSchool({ school }: { school: AdministeredSchool }) {
  const { plan } = usePlanning();
  const districts = useDistricts(school.district?.id);
  const [district, setDistrict] = useState("");
  if (districts.length === 0) {
    return <p>没有别的区域可以移到。要移到不归您管理的区域，请由上一级管理员处理。</p>;
  }
  return (
    <PlanForm
      label="移到别的区域"
      onReady={() => {
        if (district === "") return "请选择要移到哪个区域";
        return plan({ kind: "school-move", school_id: school.id, district_id: district });
      }}
    >
      <ChoiceField
        label="移到"
        name="移到哪个区域"
        options={districts}
        value={district}
        onChange={setDistrict}
      />
      {district === "" ? null : <Effects key={district} school={school.id} district={district} />}
    </PlanForm>
  );
}

function Effects({ school, district }: { school: string; district: string }) {
  const { data, error, reload } = useAnswer(previewSchoolMove, {
    school_id: school,
    district_id: district,
  });
  if (data === undefined) {
    const label = "正在看谁会失去或得到什么";
    return <Waiting label={label} height={120} error={error} onRetry={reload} />;
  }
  const parts = [
    { title: "不再能管理这所学校", of: data.people_lost, unit: "人" },
    { title: "将能管理这所学校", of: data.people_gained, unit: "人" },
    { title: "这所学校不再能用的应用", of: data.apps_lost, unit: "个" },
    { title: "这所学校将能用的应用", of: data.apps_gained, unit: "个" },
  ].filter(({ of }) => of.count > 0);
  return (
    <section className={own["effects"]} aria-label="谁会失去或得到什么">
      {parts.length === 0 ? <p>管理它的人和能用的应用都不变。</p> : null}
      <dl>
        {parts.map(({ title, of, unit }) => (
          <div key={title}>
            <dt>
              {title}（{numberText(of.count)} {unit}）
            </dt>
            <dd>{namesOf(of)}</dd>
          </div>
        ))}
      </dl>
      <p className={css["note"]}>
        学校自己的人员、班级、权限和资料都不变；平台管理员始终可以管理。
      </p>
    </section>
  );
}

function namesOf({ count, named }: SchoolMove["people_lost"]): string {
  const names = named.map(({ name }) => name).join("、");
  return named.length < count ? `${names}等` : names;
}
