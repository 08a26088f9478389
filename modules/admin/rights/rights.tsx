import { useState } from "react";
import { readHolders, RIGHT_NAMES, RIGHTS, type Right } from "#contract";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { useAnswer } from "../../kit/use-answer.ts";
import list from "../list/list.module.css";
import { hrefOf, useQuery } from "../shell/address.ts";
import { Choice } from "../fields/choice.tsx";
import { Heading } from "../shell/heading.tsx";
import { mayAnywhere, useOwnRights } from "../shell/own-rights.tsx";
import { StateBadge } from "../shell/state-badge.tsx";
import { PersonLink } from "../shell/person-link.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { Waiting } from "../shell/waiting-page.tsx";
import { Duties } from "./duties.tsx";
import { GivePage } from "./give.tsx";
import { HeldList } from "./held-list.tsx";
import css from "./rights.module.css";
import { Review } from "./review.tsx";
import { holdersInOrder, ownConflictText, rightsByPlace } from "./rules.ts";

/**
 * The screen 权限: `/module/admin/rights` for the caller's rights and all holders; `/module/admin/rights/give/{user id?}`
 * to give some (GR-03, GR-04).
 */
export default function Rights() {
  const { place } = useModule();
  if (place.path[1] === "give") return <GivePage key={place.path[2]} user={place.path[2]} />;
  return <Overview />;
}

function Overview() {
  const own = useOwnRights();
  const [changes, setChanges] = useState(0);
  return (
    <>
      <Heading title="权限" place="rights">
        {mayAnywhere(own, "grant.give") ? (
          <a className={list["make"]} href={hrefOf(["rights", "give"])}>
            授权给…
          </a>
        ) : null}
      </Heading>
      <div className={css["parts"]}>
        {own.is_separate && mayAnywhere(own, "people.read") ? (
          <Duties onChanged={() => setChanges((count) => count + 1)} />
        ) : null}
        {mayAnywhere(own, "grant.give") ? <Review /> : null}
        <Own />
        {mayAnywhere(own, "people.read") ? <Holders key={changes} /> : null}
      </div>
    </>
  );
}

function Own() {
  const own = useOwnRights();
  return (
    <section className={list["card"]} aria-labelledby="own-rights">
      <h3 id="own-rights" className={css["title"]}>
        我的权限
      </h3>
      {own.conflict.length === 0 ? null : (
        <p role="status">
          <StateBadge tone="danger">不生效</StateBadge> {ownConflictText(own.conflict)}
        </p>
      )}
      <dl className={css["own"]}>
        {rightsByPlace(own.rights).map(({ where, rights }) => (
          <div key={where}>
            <dt>{where}</dt>
            <dd>
              <ul className={css["rights"]}>
                {rights.map((right) => (
                  <li key={right} title={RIGHT_NAMES[right].sentence}>
                    {RIGHT_NAMES[right].name}
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const RIGHT_OPTIONS = RIGHTS.map((value) => ({ value, label: RIGHT_NAMES[value].name }));

/** Lists the holders of rights in the caller's places. */
function Holders() {
  const { school } = usePlace();
  const [query, change] = useQuery();
  const right = query["right"] ?? "";
  const { data, error, reload } = useAnswer(readHolders, {
    ...(school !== undefined && { school_id: school }),
    ...(right !== "" && { right: right as Right }),
  });
  return (
    <section className={list["card"]} aria-labelledby="holders">
      <h3 id="holders" className={css["title"]}>
        谁有管理权限
      </h3>
      <div className={list["filters"]}>
        <Choice
          className={list["choice"]}
          label="哪项权限"
          options={RIGHT_OPTIONS}
          value={right}
          onChange={(chosen) => change({ right: chosen })}
        />
      </div>
      {data === undefined ? (
        <Waiting height={240} error={error} onRetry={reload} />
      ) : data.holders.length === 0 ? (
        <EmptyState role="status" title="没有人有这样的权限" help="rights">
          用“授权给…”把一项权限或一个权限组交给同事。
        </EmptyState>
      ) : (
        <ul>
          {holdersInOrder(data.holders).map(({ id, name, account, held }) => (
            <li key={id} className={css["holder"]}>
              <p className={css["holderName"]}>
                <PersonLink id={id} name={name} /> <span className={css["soft"]}>{account}</span>
              </p>
              <HeldList name={name} held={held} onChanged={reload} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
