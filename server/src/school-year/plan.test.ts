import { describe, expect, test } from "vitest";
import type { YearDecisions } from "#contract";
import { draw, drawCode, listText } from "./draw.ts";
import { nameAfter } from "./names.ts";
import { planYear, type YearSchool } from "./plan.ts";
import { newClassId } from "./classes.ts";
import { applied, districtOf, modelOf, SYSTEMS } from "./year-model.fixture.ts";

const RULES = { year: 2026, system: "6-3", names: "grade", continues: false } as const;
const NONE: YearDecisions = { rules: RULES, classes: [], new_classes: [], pupils: [] };

function klass(id: string, name: string, grade_id: string, stage_id = "primary") {
  return { id, name, grade_id, stage_id };
}
function pupil(user_id: string, ...classes: string[]) {
  const gender = "female" as const;
  return {
    ...{ user_id, account: user_id, name: `学生${user_id}`, gender },
    classes: classes.map((class_id) => ({ class_id, source: "roster" })),
  };
}
function school(over: Partial<YearSchool>): YearSchool {
  return {
    ...{ school_id: "s", stage_ids: ["primary"], classes: [], pupils: [], teachers: [] },
    staff: new Map([
      ["t1", "王老师"],
      ["t2", "李老师"],
    ]),
    ...over,
  };
}
const plan = (over: Partial<YearSchool>, decisions: Partial<YearDecisions> = {}) =>
  planYear({ plan_id: "p", school: school(over), decisions: { ...NONE, ...decisions } });

describe("class names", () => {
  const GRADE_4 = { grade_id: "4", stage_id: "primary" };
  test.each([
    ["三年级3班", "grade", "四年级3班"],
    ["三年级（3）班", "grade", "四年级（3）班"],
    ["三(3)班", "grade", "四年级(3)班"],
    ["3.3班", "grade", "四年级3班"],
    ["2023级3班", "grade", "四年级3班"],
    ["三年级十二班", "grade", "四年级十二班"],
    ["三年级", "grade", "四年级"],
    ["三年级3班", "cohort", "2023级3班"],
    ["三年级3班", "keep", "三年级3班"],
    ["向日葵班", "grade", "向日葵班"],
    // a number alone says nothing of a grade
    ["12班", "grade", "12班"],
    ["二十班", "grade", "二十班"],
  ] as const)("%s by %s is then %s", (name, rule, then) => {
    expect(nameAfter(name, rule, GRADE_4, RULES)).toBe(then);
  });

  test.each([
    ["2026级3班", "3", "primary", 2028, "三年级3班"],
    ["小一班", "k2", "preschool", 2026, "中一班"],
    ["小班", "k2", "preschool", 2026, "中班"],
    ["初一（2）班", "8", "junior", 2026, "八年级（2）班"],
    ["高一3班", "11", "senior", 2026, "高二3班"],
    ["六年级1班", "7", "junior", 2026, "七年级1班"],
  ] as const)("%s in grade %s of %s in %i is %s", (name, grade_id, stage_id, year, then) => {
    expect(nameAfter(name, "grade", { grade_id, stage_id }, { ...RULES, year })).toBe(then);
  });

  test("a cohort counts from the stage's first grade, which depends on the school system", () => {
    const seventh = { grade_id: "7", stage_id: "junior" };
    const named = (rules: Parameters<typeof nameAfter>[3]) =>
      nameAfter("六年级1班", "cohort", seventh, rules);
    expect(named(RULES)).toBe("2026级1班");
    expect(named({ ...RULES, system: "5-4" })).toBe("2025级1班");
    // a nine-year school counts on, or its sixth and its first grade would be named alike
    expect(named({ ...RULES, continues: true })).toBe("2020级1班");
  });
});

describe("the draw of first-years", () => {
  const entrants = Array.from({ length: 97 }, (_one, index) => ({
    user_id: `u${index}`,
    gender: index % 11 === 0 ? null : index % 5 < 2 ? ("female" as const) : ("male" as const),
  }));
  const of = { school_id: "s", year: 2026, seed: "20260820 家长代表" };
  const classes = ["new-1", "new-2", "new-3", "new-4"];

  test("the same seed and list give the same classes, in whatever order the list comes", () => {
    const one = draw(entrants, classes, of);
    const other = draw(entrants.toReversed(), classes, of);
    expect(other).toEqual(one);
    expect(draw(entrants, classes, { ...of, seed: "另一个" }).lines).not.toEqual(one.lines);
  });

  test("classes differ by at most one pupil, and by one of each gender", () => {
    for (const count of [0, 1, 3, 30, 97]) {
      const { classes: drawn } = draw(entrants.slice(0, count), classes, of);
      expect(drawn.size).toBe(count);
      for (const gender of ["female", "male", null, undefined] as const) {
        const sizes = classes.map(
          (id) =>
            entrants.filter(
              (one) =>
                drawn.get(one.user_id) === id && (gender === undefined || one.gender === gender),
            ).length,
        );
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }
    }
  });

  test("the published list has codes in place of names, and its hash tells a list that was changed", () => {
    const { lines, list_hash } = draw(entrants, classes, of);
    expect(lines.map(({ code }) => code)).toContain(drawCode("s", 2026, "u5"));
    expect(listText(lines).split("\n")).toHaveLength(97);
    expect(draw(entrants.slice(1), classes, of).list_hash).not.toBe(list_hash);
  });

  test("a draw of four can be checked by hand", () => {
    const four = entrants.slice(1, 5);
    expect(draw(four, ["new-1", "new-2"], { ...of, seed: "1" }).lines).toMatchInlineSnapshot(`
      [
        {
          "class_id": "new-2",
          "code": "05f22bacf5",
          "gender": "male",
        },
        {
          "class_id": "new-1",
          "code": "3c1a5fa9fa",
          "gender": "male",
        },
        {
          "class_id": "new-2",
          "code": "9ba9e0d4ab",
          "gender": "male",
        },
        {
          "class_id": "new-1",
          "code": "cf94697b18",
          "gender": "female",
        },
      ]
    `);
  });
});

describe("a plan", () => {
  const TWO = [klass("c5", "五年级1班", "5"), klass("c6", "六年级1班", "6")];

  test("classes move up, the last grade leaves and is archived with its pupils", () => {
    const { rows, pupils, problems } = plan({
      classes: TWO,
      pupils: [pupil("a", "c5"), pupil("b", "c6")],
    });
    expect(problems).toEqual([]);
    expect(pupils.map(({ outcome }) => outcome)).toEqual(["up", "graduate"]);
    expect(rows).toMatchObject([
      {
        key: { id: "c5" },
        before: { name: "五年级1班", grade_id: "5" },
        after: { name: "六年级1班", grade_id: "6" },
      },
      {
        key: { id: "c6" },
        before: { name: "六年级1班", is_abled: true },
        after: { name: "六年级1班（2026届）", is_abled: false },
      },
      {
        table: "membership",
        key: { user_id: "b", identity: "student" },
        after: { is_abled: false },
      },
    ]);
  });

  test("a school of five and four years ends with the fifth grade; a nine-year school goes on", () => {
    const five = { rules: { ...RULES, system: "5-4" as const } };
    const classes = [klass("c5", "五年级1班", "5")];
    expect(plan({ classes }, five).classes[0]).toMatchObject({ act: "graduate" });
    const nine = { rules: { ...RULES, system: "5-4" as const, continues: true } };
    const both = { classes, stage_ids: ["primary", "junior"] };
    expect(plan(both, nine).classes[0]).toMatchObject({
      ...{ act: "up", after: { grade_id: "6", stage_id: "junior", name: "六年级1班" } },
    });
    expect(plan(both, five).classes[0]).toMatchObject({ act: "graduate" });
  });

  test("a pupil who repeats goes to the class of that grade with the same number", () => {
    const classes = [
      ...[klass("c4a", "四年级1班", "4"), klass("c4b", "四年级2班", "4")],
      klass("c5b", "五年级2班", "5"),
    ];
    const pupils = [pupil("a", "c5b"), pupil("b", "c4a")];
    const done = plan({ classes, pupils }, { pupils: [{ user_id: "a", act: "repeat" }] });
    expect(done.pupils[0]).toMatchObject({ outcome: "repeat", to: ["c4b"] });
    expect(done.rows.filter(({ table }) => table === "class_student")).toMatchObject([
      { key: { class_id: "c5b", user_id: "a" }, before: { source: "roster" }, after: null },
      { key: { class_id: "c4b", user_id: "a" }, before: null },
    ]);
    const first = plan(
      { classes: [klass("c1", "一年级1班", "1")], pupils: [pupil("a", "c1")] },
      { pupils: [{ user_id: "a", act: "repeat" }] },
    );
    expect(first.problems).toMatchObject([{ user_id: "a", blocks: true }]);
  });

  test("of a class of two years some move on and some leave, the others stay with it", () => {
    const classes = [
      klass("mixed", "复式班", "5"),
      klass("c5", "五年级1班", "5"),
      klass("c6", "六年级1班", "6"),
    ];
    const done = plan(
      { classes, pupils: [pupil("a", "mixed"), pupil("b", "mixed"), pupil("c", "mixed")] },
      {
        classes: [{ class_id: "mixed", act: "stay" }],
        pupils: [
          { user_id: "a", act: "move", class_id: "c5" },
          { user_id: "b", act: "graduate" },
        ],
      },
    );
    expect(done.problems).toEqual([]);
    expect(done.pupils).toMatchObject([
      { outcome: "up", to: ["c5"] },
      { outcome: "graduate", to: [] },
      { outcome: "stay", to: ["mixed"], reason: "班级留在原年级" },
    ]);
    expect(done.rows.filter(({ person_id }) => person_id === "b")).toMatchObject([
      { table: "class_student", after: null },
      { table: "membership", after: { is_abled: false } },
    ]);
  });

  test("classes are merged, new ones are made, heads are chosen, teachers go along or do not", () => {
    const classes = [klass("c1", "一年级1班", "1"), klass("c2", "一年级2班", "1")];
    const teacher = (class_id: string, user_id: string, subject_id: string, is_head: boolean) => ({
      ...{ class_id, user_id, subject_id, is_head, name: user_id, source: null },
    });
    const done = plan(
      {
        classes,
        pupils: [pupil("a", "c1"), pupil("b", "c2"), pupil("new")],
        teachers: [teacher("c1", "t1", "math", true), teacher("c1", "t3", "art", false)],
      },
      {
        classes: [
          { class_id: "c2", act: "merge", into_class_id: "c1" },
          { class_id: "c1", head_user_id: "t2", clears_teachers: true },
        ],
        new_classes: [
          {
            class_id: "new-1",
            grade_id: "1",
            stage_id: "primary",
            name: "一年级1班",
            head_user_id: "t1",
          },
        ],
        pupils: [{ user_id: "new", act: "move", class_id: "new-1" }],
      },
    );
    expect(done.problems).toEqual([]);
    const made = newClassId("p", "new-1");
    expect(done.pupils).toMatchObject([
      { outcome: "up", to: ["c1"] },
      { outcome: "up", to: ["c1"] },
      { outcome: "new", to: [made] },
    ]);
    const keys = done.rows
      .filter(({ table }) => table === "class_teacher")
      .map(({ key, after }) => [key["class_id"], key["user_id"], key["subject_id"], after]);
    expect(keys).toEqual([
      ["c1", "t1", "math", null],
      ["c1", "t3", "art", null],
      ["c1", "t2", "", { is_head: true, source: null }],
      [made, "t1", "", { is_head: true, source: null }],
    ]);
    expect(done.classes.map(({ pupils }) => pupils)).toEqual([2, 0, 1]);
  });

  test("what cannot be carried out is named", () => {
    const { problems } = plan(
      {
        classes: [...TWO, klass("x", "六年级1班", "5"), klass("?", "无年级", "")],
        pupils: [pupil("a", "c5", "c6"), pupil("b", "c5"), pupil("c", "c5"), pupil("d", "c5")],
      },
      {
        classes: [
          { class_id: "x", act: "merge", into_class_id: "c6" },
          { class_id: "c5", head_user_id: "gone" },
        ],
        pupils: [
          { user_id: "b", act: "move", class_id: "c6" },
          { user_id: "c", act: "stay" },
          { user_id: "d", act: "repeat", class_id: "c6" },
        ],
      },
    );
    expect(problems.map(({ sentence }) => sentence)).toEqual([
      "“无年级”没有写明年级，请选它的去向",
      "“六年级1班”要并入的班级不在了，请另选一个",
      "学生a：同时在“五年级1班”和“六年级1班”，去向不同，请选一个",
      "学生b：要去的班级不在了，请另选一个",
      "学生c：请写明不编班的原因",
      "学生d：“六年级1班（2026届）”不是留级的年级，请另选一个班",
      "“六年级1班”选定的班主任已经不是本校的老师，请另选一位",
    ]);
  });

  test("two classes of one name are named", () => {
    const classes = [klass("a", "三年级1班", "3"), klass("b", "2023级1班", "3")];
    expect(plan({ classes }).problems).toMatchObject([{ class_id: "b" }]);
  });
});

describe("a district against a model written apart from the planner", () => {
  test.each(Array.from({ length: 60 }, (_one, seed) => [seed]))(
    "district %i: each pupil is where the model says, and nobody is lost",
    (seed) => {
      for (const one of districtOf(seed)) {
        const planned = planYear({ plan_id: "p", school: one.school, decisions: one.decisions });
        expect(planned.problems).toEqual([]);
        // each enrolled pupil exactly once
        expect(planned.pupils.map(({ pupil: { user_id } }) => user_id).toSorted()).toEqual(
          one.school.pupils.map(({ user_id }) => user_id).toSorted(),
        );
        const model = modelOf(one);
        expect(applied(one.school, planned.rows)).toEqual(model.places);
        expect(
          Object.fromEntries(planned.pupils.map((after) => [after.pupil.user_id, after.outcome])),
        ).toEqual(model.outcomes);
      }
    },
  );

  test("the districts hold every kind of school and every outcome", () => {
    const schools = Array.from({ length: 60 }, (_one, seed) => districtOf(seed)).flat();
    const outcomes = schools.flatMap((one) => Object.values(modelOf(one).outcomes));
    expect(new Set(outcomes)).toEqual(new Set(["up", "repeat", "graduate", "stay", "new"]));
    expect(new Set(schools.map(({ kind }) => kind))).toEqual(new Set(Object.keys(SYSTEMS)));
  });
});
