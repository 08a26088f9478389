import type { RosterAsk, RosterCandidate, RosterDraft, RosterNewClass } from "#contract";
import { nearClasses } from "./match-classes.ts";
import { missingPeople } from "./ends.ts";
import type { KnownPerson, KnownSchool } from "./known.ts";
import { numberToKeep, type Why } from "./match.ts";
import { isOpenClass, isReady, type MatchedLine, type MatchedRoster } from "./matched.ts";

const WHY: Readonly<Record<Why, string>> = {
  number: "学号或工号相同，姓名不同",
  "id-card": "身份证号相同，姓名不同",
  birth: "姓名和出生日期相同，学号不同",
  mobile: "姓名和手机号相同",
  class: "姓名和班级相同",
  name: "姓名相同",
  answer: "以前这样回答过",
};

/** Lines, and classes, that are asked about at once; the next ones follow when these are answered. */
const ASKED_AT_ONCE = 500;

/** Returns a draft as the page shows it: who was found, what is new, and what must be asked. */
export function draftView(roster: MatchedRoster, grade_ids: readonly string[]): RosterDraft {
  const { draft, lines, classes } = roster;
  const [asked, laterAsked] = atOnce(lines.filter(({ ask }) => ask !== null));
  const [arriving, laterArriving] = atOnce(lines.filter(({ isArrival }) => isArrival));
  const missing = [...new Set(classes.values())].filter(({ known }) => known === null);
  const [open, laterOpen] = atOnce(missing.filter((one) => isOpenClass(roster, one)));
  const answered = missing.filter((one) => !isOpenClass(roster, one));
  const count = (scope: "classes" | "school") => missingPeople(roster, scope).length;
  return {
    draft_id: draft.id,
    ...{ school_id: draft.school_id, kind: draft.kind, source: draft.source },
    people: lines.length + roster.waiting.length,
    found: lines.filter(({ user_id }) => user_id !== null).length,
    made: lines.filter((one) => one.user_id === null && one.ask === null && !one.isArrival).length,
    asks: asked.map((line) => askView(line, roster.known)),
    arrivals: arriving.map(({ seq, person }) => ({
      ...{ seq, row: person.row, name: person.name, number: numberToKeep(person) ?? null },
      ...{ class_name: person.class_name ?? "", proposal: true },
    })),
    waiting: roster.waiting.length,
    classes: [...open, ...answered].map((one): RosterNewClass => {
      const proposal = roster.proposals.get(one.key);
      return {
        ...{ key: one.key, name: one.name, grade_id: one.grade_id, pupils: one.pupils },
        first: { sheet: one.first.sheet, row: one.first.row, name: one.first.name },
        near:
          draft.kind === "student"
            ? []
            : nearClasses(one.key, roster.known.classes).map(({ id, name }) => ({
                class_id: id,
                name,
              })),
        is_open: isOpenClass(roster, one),
        proposal:
          proposal === undefined
            ? null
            : { class_id: proposal.known.id, name: proposal.known.name, pupils: proposal.pupils },
        answer: one.answer === undefined || isOpenClass(roster, one) ? null : one.answer,
      };
    }),
    later: laterAsked + laterArriving + laterOpen,
    grade_ids: [...grade_ids],
    gone: { classes: count("classes"), school: count("school") },
    is_ready: isReady(roster),
  };
}

/** Returns those who are asked about now, and the number of the others. */
function atOnce<T>(all: readonly T[]): [now: T[], later: number] {
  return [all.slice(0, ASKED_AT_ONCE), Math.max(0, all.length - ASKED_AT_ONCE)];
}

function askView({ seq, person, ask }: MatchedLine, known: KnownSchool): RosterAsk {
  const candidates = (ask?.candidates ?? []).flatMap(({ user_id, why }) => {
    const one = known.people.get(user_id);
    return one === undefined ? [] : [candidateView(one, WHY[why], known)];
  });
  return {
    ...{ seq, sheet: person.sheet, row: person.row, name: person.name },
    ...{ number: numberToKeep(person) ?? null, birth_date: person.birth_date ?? null },
    ...{ class_name: person.class_name ?? "", candidates, proposal: ask?.proposal ?? null },
  };
}

function candidateView(one: KnownPerson, why: string, known: KnownSchool): RosterCandidate {
  const seats = known.seats.get(one.id) ?? [];
  const names = seats.flatMap(
    ({ class_id }) => known.classes.find(({ id }) => id === class_id)?.name ?? [],
  );
  return {
    ...{ user_id: one.id, name: one.name, account: one.account, number: one.number },
    ...{ birth_date: one.birth_date, class_name: names.join("、"), why },
    is_present: one.memberships.some(({ is_abled }) => is_abled),
  };
}
