import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { type Change, pictureKeyOf, type SchoolMove } from "#contract";
import { hasPicture } from "../../file/api.ts";
import { Refusal } from "../../http/refusal.ts";
import { requireName } from "../../http/require-name.ts";
import { isBelowScope } from "../../rights/rules.ts";
import { schoolWithin } from "../../rights/scope-sql.ts";
import { effectsOfMove } from "../../school/api.ts";
import type { PlannedRow } from "../rules.ts";
import { type ChangeKindOf, placeOfAll, type Planning, refuse, requireRows } from "./kind.ts";

type Of<K extends Change["kind"]> = Extract<Change, { kind: K }>;

interface SchoolRow {
  id: string;
  kind: "district" | "school";
  name: string;
  stage_ids: string[];
  logo: string | null;
  parent_id: string | null;
  is_abled: boolean;
  source: string | null;
}

const OF_ROSTER = "；它来自名册，下次导入会按名册改回";

async function findSchools({ db, scope }: Planning, ids: readonly string[]): Promise<SchoolRow[]> {
  const { rows } = await sql<SchoolRow>`
    select s.id, s.kind, s.name, s.stage_ids, s.logo, s.parent_id, s.is_abled, s.source from school s
    where s.id = any (${[...ids]}::text[]) and ${schoolWithin(scope, sql.ref("s.id"))}
    order by s.name, s.id`.execute(db);
  if (rows.length < new Set(ids).size) throw new Refusal("notFound");
  return rows;
}

async function findOne(
  planning: Planning,
  id: string,
  kind?: SchoolRow["kind"],
): Promise<SchoolRow> {
  const [found] = await findSchools(planning, [id]);
  if (found === undefined || (kind !== undefined && found.kind !== kind)) {
    throw new Refusal("notFound");
  }
  return found;
}

/** Refuses a name that another school of the same district has, or another district. */
async function requireFreeName(
  { db }: Planning,
  name: string,
  { kind, parent_id, id = "" }: Pick<SchoolRow, "kind" | "parent_id"> & { id?: string },
) {
  const { rows } = await sql`select from school where kind = ${kind} and name = ${name}
    and parent_id is not distinct from ${parent_id} and id <> ${id} limit 1`.execute(db);
  const one = kind === "district" ? "一个区域" : "一所学校";
  if (rows.length > 0) refuse("name", `已经有${one}叫“${name}”了`);
}

/** Refuses a logo that was not put as one. */
async function requirePicture({ db }: Planning, logo: string): Promise<void> {
  const key = pictureKeyOf(logo);
  if (key === undefined || !(await hasPicture(db, key))) refuse("logo", "请重新上传标志的图片");
}

export const schoolEdit: ChangeKindOf<Of<"school-edit">> = {
  right: "school.write",
  async plan(planning, { school_id, name, stage_ids, logo }) {
    const found = await findOne(planning, school_id);
    if (found.kind === "district" && stage_ids !== undefined) {
      refuse("stage_ids", "学段由学校设，区域没有学段");
    }
    const clean = name === undefined ? undefined : requireName(name, "名称");
    const isRenamed = clean !== undefined && clean !== found.name;
    const isRestaged =
      stage_ids !== undefined && JSON.stringify(stage_ids) !== JSON.stringify(found.stage_ids);
    const isRelogoed = logo !== undefined && logo !== found.logo;
    if (isRelogoed && logo !== null) await requirePicture(planning, logo);
    const row: PlannedRow = {
      table: "school",
      key: { id: school_id },
      before: {
        ...(isRenamed && { name: found.name }),
        ...(isRestaged && { stage_ids: found.stage_ids }),
        ...(isRelogoed && { logo: found.logo }),
      },
      after: {
        ...(isRenamed && { name: clean }),
        ...(isRestaged && { stage_ids }),
        ...(isRelogoed && { logo }),
      },
      ...{ label: found.name, person_id: null },
    };
    requireRows(isRenamed || isRestaged || isRelogoed ? [row] : []);
    if (isRenamed) await requireFreeName(planning, clean, found);
    const act = isRenamed ? `把“${found.name}”改名为“${clean}”` : `修改“${found.name}”`;
    return {
      ...{ rows: [row], act, school_id },
      sentence: `将${act}${found.source === null ? "" : OF_ROSTER}`,
    };
  },
};

export const schoolState: ChangeKindOf<Of<"school-state">> = {
  right: "school.write",
  async plan(planning, { school_ids, is_abled }) {
    const found = await findSchools(planning, school_ids);
    const { scope, organisations } = planning;
    if (!found.every(({ id }) => isBelowScope(scope, id, organisations))) {
      throw new Refusal("notAllowed", { msg: "停用和启用学校由上一级管理员处理" });
    }
    const schools = found.filter((one) => one.is_abled !== is_abled);
    const rows = schools.map(({ id, name }): PlannedRow => ({
      table: "school",
      key: { id },
      before: { is_abled: !is_abled },
      after: { is_abled },
      ...{ label: name, person_id: null },
    }));
    requireRows(rows);
    const { rows: counted } = await sql<{ people: number }>`
      select count(distinct user_id)::integer as people from membership
      where is_abled and school_id = any (${schools.map(({ id }) => id)}::text[])`.execute(
      planning.db,
    );
    const names = schools.map(({ name }) => `“${name}”`).join("、");
    const hasDistrict = schools.some(({ kind }) => kind === "district");
    const many = `${schools.length} ${hasDistrict ? "个机构" : "所学校"}`;
    const act = `${is_abled ? "启用" : "停用"}${schools.length > MAX_NAMED ? ` ${many}` : names}`;
    const people = counted[0]?.people ?? 0;
    const school_id = placeOfAll(
      schools.map(({ id }) => id),
      planning,
    );
    return {
      ...{ rows, act, school_id },
      sentence: is_abled
        ? `将${act}，涉及 ${people} 人`
        : `将${act}，涉及 ${people} 人：他们在这里的身份立即不能再用，资料都保留${hasDistrict ? "；区域里的学校照常使用" : ""}`,
    };
  },
};

/** The most schools named in a button; more are counted. */
const MAX_NAMED = 3;

export const schoolMake: ChangeKindOf<Of<"school-make">> = {
  right: "school.write",
  async plan(planning, { district_id, name, stage_ids }) {
    if (district_id === undefined && planning.scope.kind !== "all") {
      refuse("district_id", "请选择学校所在的区域");
    }
    const district =
      district_id === undefined ? undefined : await findOne(planning, district_id, "district");
    const clean = requireName(name, "名称");
    const parent_id = district?.id ?? null;
    await requireFreeName(planning, clean, { kind: "school", parent_id });
    const row: PlannedRow = {
      table: "school",
      key: { id: randomUUID() },
      before: null,
      after: { name: clean, kind: "school", stage_ids, parent_id, is_abled: true },
      ...{ label: clean, person_id: null },
      ...(district && { words: { [district.id]: district.name } }),
    };
    const act = `新建“${clean}”`;
    const where = district === undefined ? "" : `，在“${district.name}”`;
    return { rows: [row], act, sentence: `将${act}${where}`, school_id: parent_id };
  },
};

export const districtMake: ChangeKindOf<Of<"district-make">> = {
  right: "school.write",
  async plan(planning, { name }) {
    if (planning.scope.kind !== "all") {
      throw new Refusal("notAllowed", { msg: "区域由平台管理员新建" });
    }
    const clean = requireName(name, "名称");
    await requireFreeName(planning, clean, { kind: "district", parent_id: null });
    const row: PlannedRow = {
      table: "school",
      key: { id: randomUUID() },
      before: null,
      after: { name: clean, kind: "district", stage_ids: [], parent_id: null, is_abled: true },
      ...{ label: clean, person_id: null },
    };
    const act = `新建区域“${clean}”`;
    return { rows: [row], act, sentence: `将${act}`, school_id: null };
  },
};

export const schoolMove: ChangeKindOf<Of<"school-move">> = {
  right: "school.write",
  async plan(planning, { school_id, district_id }) {
    const { db, scope, organisations } = planning;
    const school = await findOne(planning, school_id, "school");
    const district = await findOne(planning, district_id, "district");
    if (!isBelowScope(scope, school_id, organisations)) {
      throw new Refusal("notAllowed", { msg: "学校移到别的区域由上一级管理员处理" });
    }
    const row: PlannedRow = {
      table: "school",
      key: { id: school_id },
      before: { parent_id: school.parent_id },
      after: { parent_id: district_id },
      ...{ label: school.name, person_id: null },
    };
    requireRows(school.parent_id === district_id ? [] : [row]);
    await requireFreeName(planning, school.name, { ...school, parent_id: district_id });
    const effects = await effectsOfMove(db, { school_id, district_id }, organisations, planning);
    const { from, to } = effects;
    const words = { [to.id]: to.name, ...(from && { [from.id]: from.name }) };
    const act = `把“${school.name}”移到“${district.name}”`;
    return {
      ...{ rows: [{ ...row, words }], act, school_id: null },
      sentence: `将${act}：${effectsInWords(effects)}${school.source === null ? "" : OF_ROSTER}`,
    };
  },
};

/**
 * Returns the numbers of people and apps that are lost and gained, without names: plans are kept longer than people.
 */
function effectsInWords({ people_lost, people_gained, apps_lost, apps_gained }: SchoolMove) {
  const parts = [
    people_lost.count > 0 && `${people_lost.count} 人不再能管理它`,
    people_gained.count > 0 && `${people_gained.count} 人将能管理它`,
    apps_lost.count > 0 && `${apps_lost.count} 个应用不再能用`,
    apps_gained.count > 0 && `${apps_gained.count} 个应用将能用`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "管理它的人和能用的应用都不变" : parts.join("，");
}
