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
  brief: (person) =>
    [
      identitiesText(person.memberships),
      person.classes[0]?.name ?? schoolsText(person.memberships),
      stateOf(person).text,
    ]
      .filter(Boolean)
      .join(" · "),
};
