import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { MAX_TEACHING_CELLS } from "./class-change.ts";
import { Id } from "./schema.ts";

/** The teaching in a school's classes, as a grid of classes and subjects (AD-09). */

const Named = Type.Object({ id: Id, name: Type.String() });

/** The teachers of a subject in a class; with an empty subject its head-teachers. */
export const TeachingCell = Type.Object({
  class_id: Id,
  subject_id: Type.String({ description: "学科；为空表示班主任" }),
  teachers: Type.Array(Type.Object({ ...Named.properties, account: Type.String() })),
});
export type TeachingCell = Static<typeof TeachingCell>;

export const readTeaching = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/teaching",
  who: { right: "class.write" },
  summary: "一所学校里归我管的班级由谁任教",
  feature: "administration",
  input: Type.Object({
    school_id: Id,
    class_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: "只看一个班级" }),
    ),
  }),
  answer: Type.Object({
    subjects: Type.Array(Named, { description: "所有学科" }),
    cells: Type.Array(TeachingCell, { description: "有人的格子" }),
  }),
});

/** Finds the staff whose names, accounts or numbers were typed or pasted; what is nobody's or several people's is answered so. */
export const matchTeachers = declareCall({
  method: "POST",
  keepsNothing: true,
  path: "/dt-platform/v1/administration/teaching/match",
  who: { right: "class.write" },
  summary: "按姓名、账号或工号找一所学校的教师",
  feature: "administration",
  input: Type.Object(
    {
      school_id: Id,
      texts: Type.Array(Type.String({ maxLength: 100 }), {
        minItems: 1,
        maxItems: MAX_TEACHING_CELLS,
        description: "姓名、账号或工号",
      }),
    },
    { additionalProperties: false },
  ),
  answer: Type.Object({
    matches: Type.Array(
      Type.Object({
        text: Type.String({ description: "要找的内容" }),
        people: Type.Array(Type.Object({ id: Id, name: Type.String(), account: Type.String() }), {
          description: "对应的人：没有，一个，或者几个重名的",
        }),
      }),
      { description: "与 texts 一一对应" },
    ),
  }),
});
