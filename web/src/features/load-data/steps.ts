import { readApps, readTagRelations } from "#contract";
import { send } from "../../api/client.ts";
import { setQuery } from "../../api/query.ts";
import { session } from "../../session/session.ts";
import { startSharing } from "../../session/shared-data.ts";
import { APPS_QUERY, readUser } from "../../session/user-queries.ts";

/** One thing to load; `load` resolves to a text about the result. */
export interface Step {
  name: string;
  load(): Promise<string>;
}

/** The page itself shows what failed. */
const QUIET = { quietGeneral: true, quietError: true } as const;

/** The public data, in the order in which it is needed (RT-07). */
export const STEPS: readonly Step[] = [
  {
    name: "个人信息",
    async load() {
      const { identity, token } = session.getState();
      const user = await readUser(identity, QUIET);
      if (session.getState().token === token) session.setState({ user });
      return user.name ?? "已载入";
    },
  },
  {
    name: "应用",
    async load() {
      const { identity } = session.getState();
      const answer = await send(readApps, { identity: `${identity ?? ""},all` }, QUIET);
      setQuery(`${APPS_QUERY}${identity ?? ""}`, answer);
      return `${answer.apps.length} 个`;
    },
  },
  {
    name: "年级与学科",
    async load() {
      const tagRelations = await send(readTagRelations, {}, QUIET);
      startSharing().share({ tagRelations });
      const grades = tagRelations.stages.flatMap((stage) => stage.grades);
      return `${grades.length} 个年级，${tagRelations.subjects.length} 个学科`;
    },
  },
];
