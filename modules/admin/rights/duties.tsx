import { BUNDLES, type Duty, type Holder, readDuties } from "#contract";
import { useAnswer } from "../../kit/use-answer.ts";
import list from "../list/list.module.css";
import { StateBadge } from "../shell/state-badge.tsx";
import { mayAnywhere, useOwnRights } from "../shell/own-rights.tsx";
import { PersonLink } from "../shell/person-link.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { Waiting } from "../shell/waiting-page.tsx";
import { HeldList } from "./held-list.tsx";
import css from "./rights.module.css";
import { conflictText, holdingText, vacancyText, wayOut } from "./rules.ts";

/** Shows who has which duty at the current place, and the people with the rights of two (GR-07). */
export function Duties({ onChanged }: { onChanged: () => void }) {
  const { school, one } = usePlace();
  const own = useOwnRights();
  const { data, error, reload } = useAnswer(
    readDuties,
    school === undefined ? {} : { school_id: school },
  );
  const gives = mayAnywhere(own, "grant.give");
  return (
    <section className={list["card"]} aria-labelledby="duties">
      <h3 id="duties" className={css["title"]}>
        三员分立
      </h3>
      <p className={css["soft"]}>
        系统管理员、安全管理员、审计管理员由不同的人担任，一个人只能有其中一种权限。
      </p>
      {data === undefined ? (
        <Waiting height={160} error={error} onRetry={reload} />
      ) : (
        <>
          {data.conflicts.map((conflict) => (
            <div
              key={conflict.id}
              className={css["conflict"]}
              role="group"
              aria-label={`${conflict.name}的权限不生效`}
            >
              <p>
                <StateBadge tone="danger">不生效</StateBadge>{" "}
                <PersonLink id={conflict.id} name={conflict.name} />（{conflict.account}）
                {conflictText(conflict)}
              </p>
              <p className={css["soft"]}>{wayOut(conflict, gives)}</p>
              <HeldList
                name={conflict.name}
                held={conflict.held}
                onChanged={() => {
                  reload();
                  onChanged();
                }}
              />
            </div>
          ))}
          <dl className={css["duties"]}>
            {data.duties.map(({ duty, holders }) => (
              <div key={duty}>
                <dt>{BUNDLES[duty].name}</dt>
                <dd>
                  {holders.length === 0 ? (
                    <p className={css["soft"]}>
                      {vacancyText(duty, { isSchool: one !== undefined, gives })}
                    </p>
                  ) : (
                    <HoldersOf duty={duty} holders={holders} isHere={school !== undefined} />
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}

function HoldersOf({
  duty,
  holders,
  isHere,
}: {
  duty: Duty;
  holders: readonly Holder[];
  /** True where all of them have it at one place, which needs no name. */
  isHere: boolean;
}) {
  return (
    <ul aria-label={BUNDLES[duty].name}>
      {holders.map(({ id, name, account, held }) => (
        <li key={id}>
          <PersonLink id={id} name={name} />{" "}
          <span className={css["soft"]}>
            {account} · {holdingText(held, isHere)}
          </span>
        </li>
      ))}
    </ul>
  );
}
