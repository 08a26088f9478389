import { useModule } from "../../kit/react-module.tsx";
import { Groups } from "../groups/groups.tsx";
import { Person } from "../person/person.tsx";
import { Duplicates } from "./duplicates.tsx";
import { Leavers } from "./leavers.tsx";
import { PeopleList } from "./people-list.tsx";

/** The screen 人员: `/module/admin/people`, and `/module/admin/people/{user id}` for one of them (AD-01). */
export default function People() {
  const { place } = useModule();
  const [, id, group] = place.path;
  if (id === "leavers") return <Leavers />;
  if (id === "duplicates") return <Duplicates />;
  if (id === "groups") return <Groups id={group} />;
  return id === undefined ? <PeopleList /> : <Person key={id} id={id} />;
}
