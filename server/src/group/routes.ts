import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Insertable } from "kysely";
import {
  type GroupRule,
  type PeopleGroup,
  previewGroup,
  readGroup,
  readGroups,
  removeGroup,
  saveGroup,
} from "#contract";
import type { PeopleGroupTable } from "../database/tables/group.ts";
import type { Queryable } from "../database/database.ts";
import { appsNamingGroup } from "../catalogue/api.ts";
import { badField, Refusal } from "../http/refusal.ts";
import { requireName } from "../http/require-name.ts";
import { serve } from "../http/serve.ts";
import { isSchoolWithin, type Scope } from "../rights/rules.ts";
import type { RightsCaller } from "../session/caller.ts";
import { groupWithin } from "./api.ts";
import type { GroupTerms } from "./membership.ts";
import {
  classesNamed,
  countByIdentity,
  countPeopleOf,
  findGroups,
  type GroupRow,
  namesOf,
  ruleOf,
} from "./queries.ts";
import { groupInWords } from "./words.ts";

/** Groups are read and kept by who has people.read and people.write at their school or district as a whole. */
const ACROSS = { across: "administration" } as const;

/** Groups of people: kept here, and asked wherever an audience is chosen (AD-16). */
export async function groupRoutes(app: FastifyInstance): Promise<void> {
  serve(
    app,
    readGroups,
    async ({ input: { school_id }, caller }) => {
      const { scope } = caller;
      if (school_id !== undefined) await requirePlace(scope, school_id);
      const places =
        school_id !== undefined ? [school_id] : scope.kind === "all" ? "all" : scope.schools;
      const [groups, subjects] = await Promise.all([
        findGroups(app.db, { places }),
        app.db.selectFrom("subject").select(["id", "name"]).orderBy("sort").orderBy("id").execute(),
      ]);
      return { groups: await shown(groups, caller), subjects };
    },
    ACROSS,
  );

  serve(
    app,
    readGroup,
    async ({ input: { group_id }, caller }) => one(await found(caller.scope, group_id), caller),
    ACROSS,
  );

  serve(
    app,
    saveGroup,
    async ({ input, caller, request }) => {
      const { group_id, school_id, rule = null, as_of } = input;
      const name = requireName(input.name, "群组的名称");
      const description = input.description.normalize("NFC").trim();
      const kept = group_id === undefined ? undefined : await found(caller.scope, group_id);
      if (kept !== undefined && as_of !== undefined && kept.updated_at.toISOString() !== as_of) {
        throw changedMeanwhile();
      }
      const place = kept?.school_id ?? school_id;
      if (place === undefined) throw badField("school_id", "请选择群组所在的学校或区域");
      await requirePlace(caller.scope, place);
      const kind = rule === null ? "hand" : "rule";
      if (kept !== undefined && kept.kind !== kind) {
        throw badField("rule", "按规则的群组和手工挑选的群组不能互换，请另建一个");
      }
      if (rule !== null) await requireRule(caller.scope, place, rule);
      const id = group_id ?? randomUUID();
      const now = app.now();
      const values = { name, description, ...rule, updated_at: now };
      await app.db.transaction().execute(async (trx) => {
        // one after the other at a place: a name is given once
        await trx.selectFrom("school").select("id").where("id", "=", place).forUpdate().execute();
        await requireFreeName(trx, place, name, group_id ?? "");
        if (kept === undefined) {
          const made = { id, school_id: place, created_by: caller.user_id, created_at: now };
          const row: Insertable<PeopleGroupTable> = { ...made, ...values, kind, retired_at: null };
          await trx.insertInto("people_group").values(row).execute();
        } else {
          const { numUpdatedRows } = await trx
            .updateTable("people_group")
            .set(values)
            .where("id", "=", id)
            .where("retired_at", "is", null)
            .where("updated_at", "=", kept.updated_at)
            .executeTakeFirst();
          if (numUpdatedRows === 0n) throw changedMeanwhile();
        }
        const detail = { act: kept === undefined ? "make" : "edit", kind };
        const object = { kind: "group", id };
        await app.audit.record(request, { action: "group-change", object, detail }, trx);
      });
      return one(await found(caller.scope, id), caller);
    },
    ACROSS,
  );

  serve(
    app,
    removeGroup,
    async ({ input: { group_id }, caller, request }) => {
      await found(caller.scope, group_id);
      await app.db.transaction().execute(async (trx) => {
        const retired_at = app.now();
        // first: whoever puts people into it, or names it in an app, at this moment is waited for
        const { numUpdatedRows } = await trx
          .updateTable("people_group")
          .set({ retired_at })
          .where("id", "=", group_id)
          .where("retired_at", "is", null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new Refusal("notFound");
        const apps = await appsNamingGroup(trx, group_id);
        if (apps > 0) {
          const msg = `还有 ${apps} 个应用用它来限定谁能看见，请先改那些应用`;
          throw new Refusal("conflict", { msg, data: {} });
        }
        await trx.deleteFrom("people_group_member").where("group_id", "=", group_id).execute();
        const object = { kind: "group", id: group_id };
        const detail = { act: "remove" };
        await app.audit.record(request, { action: "group-change", object, detail }, trx);
      });
      return {};
    },
    ACROSS,
  );

  serve(
    app,
    previewGroup,
    async ({ input: { school_id, rule }, caller: { scope } }) => {
      await requirePlace(scope, school_id);
      await requireRule(scope, school_id, rule);
      const group: GroupTerms = { id: "", school_id, kind: "rule", ...rule };
      const sentence = groupInWords(group, await namesOf(app.db, [group]));
      return { sentence, ...(await countByIdentity(app.db, group, app.now())) };
    },
    ACROSS,
  );

  async function found(scope: Scope, id: string): Promise<GroupRow> {
    const group = await groupWithin(app.db, scope, id);
    if (group === undefined) throw new Refusal("notFound");
    return group;
  }

  async function requirePlace(scope: Scope, id: string): Promise<void> {
    const isThere = (await app.organisations.tree()).has(id);
    if (!isThere || !isSchoolWithin(scope, id)) throw new Refusal("notFound");
  }

  /** Refuses a rule that can bring nobody together, or names a class that is not of its place. */
  async function requireRule(scope: Scope, place: string, rule: GroupRule): Promise<void> {
    const { part, identities, subject_ids, class_ids } = rule;
    if (part === "everybody" && identities.length === 0) throw badField("identities", "请选择身份");
    if (part === "year-heads" && class_ids.length + subject_ids.length > 0) {
      throw badField("part", "年级组长只能按年级来限定");
    }
    if (part === "heads" && subject_ids.length > 0)
      throw badField("subject_ids", "班主任不能再按学科限定");
    const isStaff = identities.every((one) => one === "teacher" || one === "manager");
    if (subject_ids.length > 0 && !isStaff) throw badField("subject_ids", "学科只能限定教师");
    const known = await classesNamed(app.db, place, class_ids);
    const ids = new Set(known.map(({ key }) => key));
    if (!class_ids.every((id) => ids.has(id)) || !isSchoolWithin(scope, place)) {
      throw new Refusal("notFound");
    }
  }

  async function requireFreeName(
    trx: Queryable,
    school_id: string,
    name: string,
    id: string,
  ): Promise<void> {
    const taken = await trx
      .selectFrom("people_group")
      .select("id")
      .where("school_id", "=", school_id)
      .where("name", "=", name)
      .where("retired_at", "is", null)
      .where("id", "!=", id)
      .executeTakeFirst();
    if (taken !== undefined) throw badField("name", `已经有一个群组叫“${name}”了`);
  }

  async function one(group: GroupRow, caller: RightsCaller): Promise<PeopleGroup> {
    const [answer] = await shown([group], caller);
    if (answer === undefined) throw new Refusal("notFound");
    return answer;
  }

  async function shown(groups: readonly GroupRow[], caller: RightsCaller): Promise<PeopleGroup[]> {
    const [people, names, { apps }] = await Promise.all([
      countPeopleOf(app.db, groups, app.now()),
      namesOf(app.db, groups),
      app.catalogue.contents(),
    ]);
    const writes = caller.scopeOf("people.write");
    return groups.map((group) => ({
      ...{ id: group.id, school_id: group.school_id, place_name: group.place_name },
      ...{ name: group.name, description: group.description, rule: ruleOf(group) },
      sentence: groupInWords(group, names),
      people: people.get(group.id) ?? 0,
      apps: apps
        .filter((app) => [...app.allow_group_ids, ...app.deny_group_ids].includes(group.id))
        .map((app) => app.name),
      may_edit: writes !== undefined && isSchoolWithin(writes, group.school_id),
      updated_at: group.updated_at.toISOString(),
    }));
  }
}

function changedMeanwhile(): Refusal {
  return new Refusal("conflict", { msg: "这个群组刚刚被别人改过", data: {} });
}
