import { IDENTITY_NAMES, readClassReads, type ClassRead } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { PagedList } from "../list/paged-list.tsx";
import { usePages } from "../list/use-pages.ts";
import { Part } from "../person/part.tsx";
import page from "../person/person.module.css";
import { PersonLink } from "../shell/person-link.tsx";
import { momentText } from "../shell/words.ts";
import css from "./audit.module.css";

/** Lists the staff who looked at a class or its pupils (AD-21). */
export function ClassReads({ school, id }: { school: string; id: string }) {
  const { send } = useModule();
  const asked = { school_id: school, class_id: id };
  const pages = usePages(async (after) => {
    const answer = await send(readClassReads, after === undefined ? asked : { ...asked, after });
    return { rows: answer.reads, next: answer.next };
  }, `${school}/${id}`);
  return (
    <Part title="谁看过这个班" wide>
      <PagedList
        pages={pages}
        loading="正在加载"
        height={80}
        empty={<p className={page["soft"]}>还没有人看过。</p>}
      >
        <ul className={css["reads"]}>
          {pages.rows.map((read) => (
            <li key={read.id}>
              <Who read={read} /> 看了{read.what}
              <span className={page["soft"]}> · {momentText(read.at)}</span>
            </li>
          ))}
        </ul>
        {pages.done || pages.error !== undefined ? null : (
          <Button onClick={pages.more}>更早的</Button>
        )}
      </PagedList>
    </Part>
  );
}

function Who({ read: { by, by_identity } }: { read: ClassRead }) {
  const identity = by_identity === null ? "" : IDENTITY_NAMES[by_identity];
  if (by === null) return <>{identity || "已不在本校的人"}</>;
  return (
    <>
      <PersonLink id={by.id} name={by.name} />
      {identity === "" ? "" : `（${identity}）`}
    </>
  );
}
