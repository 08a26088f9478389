import type { RosterFault, RosterSheet } from "#contract";
import { sharedMobileText } from "../roster-file/api.ts";
import { plainName } from "./match.ts";
import type { MatchedRoster } from "./matched.ts";

/**
 * Returns warnings of teachers whose mobile number would be that of another teacher of the school as well: of new ones, and of
 * those who have none yet, as an import changes no number that there is.
 */
export function warningsOfKnownMobiles(
  { draft, known, lines }: MatchedRoster,
  sheets: readonly RosterSheet[],
): RosterFault[] {
  if (draft.kind !== "teacher") return [];
  const holders = new Map(
    [...known.people.values()].flatMap((one) =>
      one.mobile !== null && one.memberships.some(isTeaching) ? [[one.mobile, one] as const] : [],
    ),
  );
  return lines.flatMap(({ person, user_id, ask }) => {
    const holder = holders.get(person.mobile ?? "");
    if (holder === undefined || holder.id === user_id) return [];
    const isAsked = ask?.candidates.some((one) => one.user_id === holder.id) === true;
    const present = known.people.get(user_id ?? "")?.mobile ?? null;
    if (isAsked || present !== null || plainName(holder.name) === plainName(person.name)) return [];
    const { sheet, row, name } = person;
    const column = sheets
      .find((one) => one.name === sheet)
      ?.columns.find(({ meaning }) => meaning?.field === "mobile");
    return {
      ...{ sheet, row, column: column?.letter ?? null, head: column?.head ?? null },
      ...({ field: "mobile", name, is_warning: true } as const),
      message: sharedMobileText(`学校里的“${holder.name}”（${holder.account}）`),
    };
  });
}

const isTeaching = ({ identity, is_abled }: { identity: string; is_abled: boolean }) =>
  is_abled && (identity === "teacher" || identity === "manager");
