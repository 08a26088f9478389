import { sql } from "kysely";
import type { FastifyInstance } from "fastify";
import type { Queryable } from "../../database/database.ts";
import { subjectFor } from "../claims.ts";
import type { ToolContext } from "./contexts.ts";
import { nextPage, pageOf, sendPage, serviceCall, text, type PageOf } from "./service.ts";
import { INSTRUCTOR, LEARNER, MEDIA, SCOPES } from "./vocabulary.ts";

export type MemberRole = "student" | "teacher";

const ROLES: Readonly<Record<MemberRole, string>> = { student: LEARNER, teacher: INSTRUCTOR };

export interface Member {
  user_id: string;
  name: string;
  role: MemberRole;
}

/** Serves the members of a class, as far as the school allows this tool (Names and Role Provisioning Services 2.0). */
export function serveMembers(scope: FastifyInstance): void {
  scope.get("/lti/contexts/:context/members", async (request, reply) => {
    const { tool, context, address } = await serviceCall(scope, request, [SCOPES.members]);
    const query = request.query as Record<string, unknown>;
    const page = pageOf(query);
    const role = roleNamed(text(query, "role"));
    const people =
      role === null ? [] : await readMembers(scope.db, context, { role, page, more: 1 });
    const { claims, id } = tool.entry;
    const members = [];
    for (const { user_id, name, role: held } of people.slice(0, page.limit)) {
      members.push({
        status: "Active",
        user_id: await subjectFor(scope, id, user_id),
        roles: claims.includes("identity") ? [ROLES[held]] : [],
        ...(claims.includes("name") && { name }),
      });
    }
    await scope.audit.record(request, {
      action: "app-told",
      actor: { app_id: id, school_id: context.school_id },
      object: { kind: "class", id: context.class_id },
      detail: { kind: "lti", people: members.length, claims },
    });
    const list = `${address}/members`;
    return sendPage(reply, {
      media: MEDIA.members,
      body: {
        id: list,
        context: { id: context.id, label: context.title, title: context.title },
        members,
      },
      next: people.length > page.limit ? nextPage(list, query, page) : undefined,
    });
  });
}

/** Returns the pupils of a class by the tool's own subject of each. */
export async function learnersBySubject(
  app: FastifyInstance,
  app_id: string,
  context: ToolContext,
): Promise<Map<string, string>> {
  const page = { limit: 10_000, offset: 0, page: 1 };
  const people = await readMembers(app.db, context, { role: "student", page, more: 0 });
  const named = await Promise.all(
    people.map(async ({ user_id }) => [await subjectFor(app, app_id, user_id), user_id] as const),
  );
  return new Map(named);
}

/** Returns the role of a name, whole or its last word; null when nobody in a class has it. */
function roleNamed(role: string | undefined): MemberRole | undefined | null {
  if (role === undefined) return undefined;
  for (const [held, name] of Object.entries(ROLES)) {
    if (role === name || role === name.split("#")[1]) return held as MemberRole;
  }
  return null;
}

async function readMembers(
  db: Queryable,
  { school_id, class_id }: ToolContext,
  { role, page, more }: { role: MemberRole | undefined; page: PageOf; more: number },
): Promise<Member[]> {
  const students = db
    .selectFrom("class_student as x")
    .select(["x.user_id", sql<MemberRole>`'student'`.as("role")])
    .where("x.school_id", "=", school_id)
    .where("x.class_id", "=", class_id);
  const teachers = db
    .selectFrom("class_teacher as x")
    .select(["x.user_id", sql<MemberRole>`'teacher'`.as("role")])
    .distinct()
    .where("x.school_id", "=", school_id)
    .where("x.class_id", "=", class_id);
  let query = db
    .selectFrom(students.unionAll(teachers).as("p"))
    .innerJoin("user as u", "u.id", "p.user_id")
    .innerJoin("membership as m", (join) =>
      join
        .onRef("m.user_id", "=", "p.user_id")
        .onRef("m.identity", "=", "p.role")
        .on("m.school_id", "=", school_id),
    )
    .where("u.is_abled", "=", true)
    .where("m.is_abled", "=", true)
    .select(["u.id as user_id", "u.name", "p.role"]);
  if (role !== undefined) query = query.where("p.role", "=", role);
  return query
    .orderBy("p.role", "desc")
    .orderBy("u.id")
    .limit(page.limit + more)
    .offset(page.offset)
    .execute();
}
