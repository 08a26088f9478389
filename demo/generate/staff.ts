import { dayBetween } from "./calendar.ts";
import type { District, Homeroom, Person } from "./model.ts";
import { NAMED_HEADS, NAMED_LESSONS, namedId } from "./named-people.ts";
import type { Random } from "./random.ts";
import type { Registry } from "./registry.ts";
import { SCHOOLS, SUBJECTS, type SchoolPlan } from "./schools.ts";

/** Makes the teachers of every subject with their lessons, the head of each class, and each school's principal. */
export function makeStaff(
  random: Random,
  registry: Registry,
  homerooms: readonly Homeroom[],
): Pick<District, "lessons" | "heads"> {
  const lessons: District["lessons"] = [];
  for (const school of SCHOOLS) {
    makePrincipal(random, registry, school);
    const own = homerooms.filter(({ schoolId }) => schoolId === school.id);
    for (const [subject, teachers] of Object.entries(school.teachers)) {
      const taught = own.filter(({ grade }) => SUBJECTS[subject]?.grades.includes(grade));
      for (const [index, share] of sharesOf(taught, teachers).entries()) {
        const teacherId =
          namedTeacher(share, subject) ??
          makeTeacher(random, registry, school, `${SUBJECTS[subject]?.code}-${index + 1}`).id;
        for (const homeroom of share) {
          lessons.push({
            id: `${homeroom.id}-${SUBJECTS[subject]?.code}`,
            homeroom,
            subject,
            teacherId,
          });
        }
      }
    }
  }
  return { lessons, heads: chooseHeads(homerooms, lessons) };
}

/** Splits the classes among that many teachers, each with classes next to each other. */
function sharesOf(homerooms: readonly Homeroom[], teachers: number): Homeroom[][] {
  const shares: Homeroom[][] = Array.from({ length: teachers }, () => []);
  for (const [index, homeroom] of homerooms.entries()) {
    shares[Math.floor((index * teachers) / homerooms.length)]?.push(homeroom);
  }
  return shares;
}

function namedTeacher(share: readonly Homeroom[], subject: string): string | undefined {
  const accounts = share.map(({ id }) => NAMED_LESSONS.get(`${id}/${subject}`));
  const account = accounts.find((found) => found !== undefined);
  return account === undefined ? undefined : namedId(account);
}

function makeTeacher(
  random: Random,
  registry: Registry,
  school: SchoolPlan,
  place: string,
): Person {
  const teacher = registry.add({
    id: `teacher-${school.letter}-${place}`,
    gender: random.chance(72) ? "female" : "male",
    birthDate: dayBetween(random, "1967-01-01", "2002-12-31"),
    reach: "mobile-and-email",
  });
  teacher.roles.push({ role: "teacher", orgId: school.id });
  return teacher;
}

function makePrincipal(random: Random, registry: Registry, school: SchoolPlan): void {
  const principal = registry.add({
    id: `principal-${school.letter}`,
    gender: random.chance(50) ? "female" : "male",
    birthDate: dayBetween(random, "1968-01-01", "1980-12-31"),
    reach: "mobile-and-email",
  });
  principal.roles.push({ role: "principal", orgId: school.id });
}

/** Chooses the heads of classes: each teaches the class 语文, 英语 or 数学, and heads no other. */
function chooseHeads(
  homerooms: readonly Homeroom[],
  lessons: District["lessons"],
): Map<string, string> {
  const busy = new Set([...NAMED_LESSONS.values()].map(namedId));
  const heads = new Map<string, string>();
  for (const homeroom of homerooms) {
    const named = NAMED_HEADS.get(homeroom.id);
    const candidates = ["语文", "英语", "数学"].flatMap((subject) =>
      lessons.filter((lesson) => lesson.homeroom === homeroom && lesson.subject === subject),
    );
    const head =
      named === undefined
        ? candidates.find(({ teacherId }) => !busy.has(teacherId))?.teacherId
        : namedId(named);
    if (head === undefined) throw new Error(`${homeroom.id} has nobody to be its head`);
    busy.add(head);
    heads.set(homeroom.id, head);
  }
  return heads;
}
