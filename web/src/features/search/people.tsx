import type { ListedPerson } from "#contract";
import { findPeople, personPath, placeOf, readRights } from "../../session/found-people.ts";
import { Avatar } from "../../ui/avatar.tsx";
import css from "./people.module.css";

/** The greatest number of people above the results. */
const PEOPLE = 6;

export interface Found {
  people: readonly ListedPerson[];
  /** True when the list of people has more of them. */
  isPart: boolean;
}

/** Finds people for who may look at them (SF-02); null for nobody. */
export async function findFor(keyword: string): Promise<Found | null> {
  if (!(await readRights()).includes("people.read")) return null;
  const { people, next } = await findPeople(keyword, PEOPLE);
  return people.length === 0 ? null : { people, isPart: next !== null };
}

/** Lists people above the results; each leads to the page of the person. */
export function People({ found: { people, isPart }, keyword }: { found: Found; keyword: string }) {
  return (
    <section className={css["people"]} aria-labelledby="people-found">
      <h2 id="people-found" className={css["title"]}>
        人员
      </h2>
      <ul className={css["list"]}>
        {people.map((person) => (
          <li key={person.id}>
            <a className={css["person"]} href={`#${personPath(person)}`}>
              <Avatar name={person.name} src={person.avatar} />
              <span className={css["words"]}>
                {person.name}
                <small className={css["place"]}>{placeOf(person)}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
      {isPart ? (
        <a className={css["more"]} href={`#/module/admin/people?q=${encodeURIComponent(keyword)}`}>
          在人员列表里看更多
        </a>
      ) : null}
    </section>
  );
}
