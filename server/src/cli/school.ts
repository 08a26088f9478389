import { GRADES } from "#contract";
import { columns, command, read, required, text } from "./command.ts";

const SCHOOL = "编号、代码或名称";
const KINDS = { school: "学校", district: "区域" } as const;

/** Reads a grade by its id or its name. */
const grade = read(
  "年级",
  "如 三年级 或 3",
  (typed) => GRADES.find(({ id, name }) => id === typed || name === typed)?.id,
  ` ${GRADES.map(({ name }) => name).join("、")} 之一`,
);

export const SCHOOL_COMMANDS = [
  command("admin school list", {
    about: "列出学校和区域：编号、名册里的代码、名称、上级、人数",
    options: { name: text("名称", "名称里有这几个字") },
    run: async ({ name }, { onDatabase }) => {
      const { listSchools } = await import("../school/list.ts");
      const schools = await onDatabase((db) => listSchools(db, name));
      const rows = schools.map((one) => [
        one.id,
        one.code ?? "",
        KINDS[one.kind],
        one.name,
        one.parent ?? "",
        `${one.people} 人`,
        one.is_abled ? "" : "已停用",
      ]);
      return columns(["编号", "代码", "类型", "名称", "上级", "人数", ""], rows);
    },
  }),
  command("admin school rename", {
    about: "改一个机构的名称\n名册带来的机构，名称以名册为准，请在名册里改。",
    options: {
      school: required(text("机构", SCHOOL)),
      name: required(text("新名称", "改成什么")),
    },
    run: async ({ school, name }, { onDatabase }) => {
      const { renameSchool } = await import("../school/organise.ts");
      return onDatabase((db) => renameSchool(db, school, name));
    },
  }),
  command("admin school merge", {
    about:
      "把一个机构并入另一个\n人员的身份、下属机构、应用的设置都转到那一个，原来的随即删除；有班级、课程或反馈的不能并入。",
    options: {
      school: required(text("机构", `要并入别处的：${SCHOOL}`)),
      into: required(text("机构", `并入哪一个：${SCHOOL}`)),
    },
    run: async ({ school: from, into }, { onDatabase, now }) => {
      const { mergeSchool } = await import("../school/organise.ts");
      return onDatabase((db) => mergeSchool(db, { from, into }, now()));
    },
  }),
  command("admin school delete", {
    about: "删除一个空的机构：没有人员、班级、下属机构和内容",
    options: { school: required(text("机构", SCHOOL)) },
    run: async ({ school }, { onDatabase }) => {
      const { deleteSchool } = await import("../school/organise.ts");
      return onDatabase((db) => deleteSchool(db, school));
    },
  }),
  command("admin class list", {
    about: "列出班级：编号、名册里的代码、学校、年级、名称、学生人数",
    options: { school: text("学校", SCHOOL), grade },
    run: async ({ school, grade }, { onDatabase }) => {
      const { findSchool } = await import("../school/api.ts");
      const { listClasses } = await import("../school/list.ts");
      const names = new Map(GRADES.map(({ id, name }) => [id, name]));
      return onDatabase(async (db) => {
        const school_id = school === undefined ? undefined : (await findSchool(db, school)).id;
        const classes = await listClasses(db, { school_id, grade_id: grade });
        const rows = classes.map((one) => [
          one.id,
          one.code ?? "",
          one.school,
          names.get(one.grade_id) ?? one.grade_id,
          one.name,
          `${one.pupils} 人`,
          one.is_abled ? "" : "已停用",
        ]);
        return columns(["编号", "代码", "学校", "年级", "班级", "学生", ""], rows);
      });
    },
  }),
];
