import { GroupList } from "./group-list.tsx";
import { GroupPage } from "./group-page.tsx";

/** The screen 群组: `/module/admin/people/groups`, and `…/{group id}` for one of them (AD-16). */
export function Groups({ id }: { id: string | undefined }) {
  return id === undefined ? <GroupList /> : <GroupPage key={id} id={id} />;
}
