import { lazy } from "react";
import { useModule } from "../../kit/react-module.tsx";
import { PeopleList } from "./people-list.tsx";

// the list comes first, and alone
const Person = lazy(async () => ({ default: (await import("../person/person.tsx")).Person }));
const Groups = lazy(async () => ({ default: (await import("../groups/groups.tsx")).Groups }));
const Duplicates = lazy(async () => ({ default: (await import("./duplicates.tsx")).Duplicates }));
const Leavers = lazy(async () => ({ default: (await import("./leavers.tsx")).Leavers }));
const Transfers = lazy(async () => ({ default: (await import("./transfers.tsx")).Transfers }));

/** The screen 人员: `/module/admin/people`, and `/module/admin/people/{user id}` for one of them (AD-01). */
export default function People() {
  const { place } = useModule();
  const [, id, group] = place.path;
  if (id === "leavers") return <Leavers />;
  if (id === "duplicates") return <Duplicates />;
  if (id === "transfers") return <Transfers />;
  if (id === "groups") return <Groups id={group} />;
  return id === undefined ? <PeopleList /> : <Person key={id} id={id} />;
}
