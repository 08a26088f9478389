import { readRightsOf, readWhoMay, RIGHT_NAMES, type PersonWhole } from "#contract";
import { useAnswer } from "../../kit/use-answer.ts";
import { HeldList } from "../rights/held-list.tsx";
import { hrefOf } from "../shell/address.ts";
import { mayAnywhere, useOwnRights } from "../shell/own-rights.tsx";
import { PersonLink } from "../shell/person-link.tsx";
import { Waiting } from "../shell/waiting-page.tsx";
import { Part } from "./part.tsx";
import css from "./person.module.css";

/** Shows what a person may do in administration, and who may do what to them (GR-04). */
export function RightsPart({ person: { id, name } }: { person: Pick<PersonWhole, "id" | "name"> }) {
  const own = useOwnRights();
  const held = useAnswer(readRightsOf, { user_id: id });
  const whoMay = useAnswer(readWhoMay, { user_id: id });
  const reload = () => {
    held.reload();
    // a right of one's own may reach the own account
    whoMay.reload();
  };
  const give = mayAnywhere(own, "grant.give") ? (
    <a className={css["keyLink"]} href={hrefOf(["rights", "give", id])}>
      授权…
    </a>
  ) : null;
  return (
    <>
      <Part title="管理权限" acts={give}>
        {held.data === undefined ? (
          <Waiting height={80} error={held.error} onRetry={held.reload} />
        ) : held.data.held.length === 0 ? (
          <p className={css["soft"]}>没有管理权限。</p>
        ) : (
          <HeldList name={name} held={held.data.held} onChanged={reload} />
        )}
      </Part>
      <WhoMay answer={whoMay} />
    </>
  );
}

function WhoMay({
  answer: { data, error, reload },
}: {
  answer: ReturnType<typeof useAnswer<typeof readWhoMay>>;
}) {
  return (
    <Part title="谁可以管理这个账号">
      {data === undefined ? (
        <Waiting height={80} error={error} onRetry={reload} />
      ) : (
        <>
          <ul className={css["list"]}>
            {data.holders.map((holder) => (
              <li key={`${holder.id}/${holder.because}`} className={css["item"]}>
                <div className={css["words"]}>
                  <p>
                    <PersonLink id={holder.id} name={holder.name} /> · {holder.because}
                  </p>
                  <p className={css["soft"]}>
                    {holder.rights.map((right) => RIGHT_NAMES[right].name).join("、")}
                  </p>
                </div>
              </li>
            ))}
          </ul>
          {data.above ? <p className={css["soft"]}>上级区域和平台的管理员也可以。</p> : null}
        </>
      )}
    </Part>
  );
}
