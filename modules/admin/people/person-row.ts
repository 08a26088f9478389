import type { ListedPerson } from "#contract";
import type { RowKind } from "../list/grid.tsx";
import { hrefOf } from "../shell/address.ts";
import { identitiesText, schoolsText, stateOf } from "./rules.ts";

/** A person in a list, whose name leads to their page. */
export const PERSON: RowKind<ListedPerson> = {
  idOf: ({ id }) => id,
  labelOf: ({ name }) => name,
  hrefOf: ({ id }) => hrefOf(["people", id]),
  nameTitle: "姓名",
  nameSort: "name",
  name: ({ name }) => name,
  brief: (person) => [...placeOf(person), stateOf(person).text].filter(Boolean).join(" · "),
  apart: {
    shownOf: (person) => [person.name, ...placeOf(person)].join("\n"),
    factsOf: ({ student_number, mobile_masked, account }) => [
      student_number ?? "",
      mobile_masked ?? "",
      account,
    ],
  },
};

function placeOf({ memberships, classes }: ListedPerson): string[] {
  return [identitiesText(memberships), classes[0]?.name ?? schoolsText(memberships)];
}
