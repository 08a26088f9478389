import { GRADE_NAMES } from "#contract";
import type { Homeroom } from "./model.ts";
import type { Random } from "./random.ts";

export const DISTRICT_ID = "district-chenxi";

export interface SchoolPlan {
  id: string;
  name: string;
  /** The school's letter in the ids of its classes and courses. */
  letter: "p" | "j" | "o";
  isAbled: boolean;
  grades: readonly number[];
  classesPerGrade: number;
  pupils: number;
  /** The number of teachers by subject; 综合实践 and the like are taught by head-teachers. */
  teachers: Readonly<Record<string, number>>;
}

/** Subjects by name: the code, and the grades that have it. */
export const SUBJECTS: Readonly<Record<string, { code: string; grades: readonly number[] }>> = {
  语文: { code: "chinese", grades: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
  数学: { code: "mathematics", grades: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
  英语: { code: "english", grades: [3, 4, 5, 6, 7, 8, 9] },
  道德与法治: { code: "morality", grades: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
  科学: { code: "science", grades: [1, 2, 3, 4, 5, 6] },
  历史: { code: "history", grades: [7, 8, 9] },
  地理: { code: "geography", grades: [7, 8] },
  生物学: { code: "biology", grades: [7, 8] },
  物理: { code: "physics", grades: [8, 9] },
  化学: { code: "chemistry", grades: [9] },
  信息科技: { code: "informatics", grades: [3, 4, 5, 6, 7, 8] },
  体育与健康: { code: "sport", grades: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
  音乐: { code: "music", grades: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
  美术: { code: "art", grades: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
};

export const PRIMARY: SchoolPlan = {
  id: "school-qiming-primary",
  name: "启明小学",
  letter: "p",
  isAbled: true,
  grades: [1, 2, 3, 4, 5, 6],
  classesPerGrade: 6,
  pupils: 1440,
  teachers: {
    语文: 36,
    数学: 20,
    英语: 8,
    道德与法治: 6,
    科学: 6,
    信息科技: 3,
    体育与健康: 8,
    音乐: 5,
    美术: 5,
  },
};

export const JUNIOR: SchoolPlan = {
  id: "school-qiming-junior",
  name: "启明中学",
  letter: "j",
  isAbled: true,
  grades: [7, 8, 9],
  classesPerGrade: 7,
  pupils: 900,
  teachers: {
    语文: 11,
    数学: 11,
    英语: 11,
    道德与法治: 6,
    历史: 5,
    地理: 4,
    生物学: 4,
    物理: 6,
    化学: 4,
    信息科技: 3,
    体育与健康: 6,
    音乐: 3,
    美术: 3,
  },
};

export const OLD: SchoolPlan = {
  id: "school-jiucheng-primary",
  name: "旧城小学",
  letter: "o",
  isAbled: false,
  grades: [4, 5, 6],
  classesPerGrade: 1,
  pupils: 60,
  teachers: { 语文: 3, 数学: 2, 英语: 1, 体育与健康: 1 },
};

export const SCHOOLS: readonly SchoolPlan[] = [PRIMARY, JUNIOR, OLD];

/** The current school year of the district, which begins on its first of September. */
export const SCHOOL_YEAR = 2026;

/** Makes a school's homerooms, of sizes that differ by a few and add up to its number of pupils. */
export function makeHomerooms(random: Random, school: SchoolPlan): Homeroom[] {
  const homerooms = school.grades.flatMap((grade) =>
    Array.from({ length: school.classesPerGrade }, (_, index) => ({
      id: `class-${school.letter}-${grade}-${index + 1}`,
      title: `${GRADE_NAMES[grade]}（${index + 1}）班`,
      schoolId: school.id,
      grade,
      size: Math.floor(school.pupils / (school.grades.length * school.classesPerGrade)),
    })),
  );
  let missing = school.pupils - homerooms.reduce((sum, { size }) => sum + size, 0);
  while (missing > 0) {
    random.pick(homerooms).size += 1;
    missing -= 1;
  }
  for (let moves = 0; moves < homerooms.length; moves += 1) {
    const [from, to] = [random.pick(homerooms), random.pick(homerooms)];
    if (to.size - from.size > 3) continue;
    from.size -= 1;
    to.size += 1;
  }
  return homerooms;
}

export function schoolOf(homeroom: Homeroom): SchoolPlan {
  const school = SCHOOLS.find(({ id }) => id === homeroom.schoolId);
  if (!school) throw new Error(`No school ${homeroom.schoolId}`);
  return school;
}
