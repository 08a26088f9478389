import {
  GRADE_NAMES,
  IDENTITY_NAMES,
  readHolders,
  type AdministeredSchool,
  type Holder,
} from "#contract";
import { useAnswer } from "../../kit/use-answer.ts";
import { namesakes } from "../list/namesakes.ts";
import { Part } from "../person/part.tsx";
import page from "../person/person.module.css";
import { PLACE_PARAMETER, hrefOf } from "../shell/address.ts";
import { StateBadge } from "../shell/state-badge.tsx";
import { useOwnRights } from "../shell/own-rights.tsx";
import { PersonLink } from "../shell/person-link.tsx";
import { numberText } from "../shell/words.ts";
import { Waiting } from "../shell/waiting-page.tsx";
import css from "./schools.module.css";

/** Section with the number of people by identity. */
export function People({ school: { id, kind, people } }: { school: AdministeredSchool }) {
  const { is_separate } = useOwnRights();
  return (
    <Part title="人员" acts={<a href={hrefOf(["people"], { [PLACE_PARAMETER]: id })}>查看人员</a>}>
      {people.length === 0 ? (
        <p className={page["soft"]}>
          {kind === "district"
            ? is_separate
              ? "还没有人。由安全管理员在“权限”里授予系统管理员。"
              : "还没有人。在“人员”里为一个人加上身份“区域管理员”。"
            : "还没有人。导入名册，或者发出邀请码。"}
        </p>
      ) : (
        <dl className={page["facts"]}>
          {people.map(({ identity, enabled, disabled }) => (
            <div key={identity}>
              <dt>{IDENTITY_NAMES[identity]}</dt>
              <dd>
                {numberText(enabled)} 人
                {disabled === 0 ? "" : `，另有 ${numberText(disabled)} 人已停用`}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Part>
  );
}

/** Section with the classes of each grade, and those that nobody heads. */
export function Grades({ school: { id, grades } }: { school: AdministeredSchool }) {
  return (
    <Part title="班级" acts={<a href={hrefOf(["classes"], { [PLACE_PARAMETER]: id })}>查看班级</a>}>
      {grades.length === 0 ? (
        <p className={page["soft"]}>还没有班级。</p>
      ) : (
        <table className={css["table"]} aria-label="各年级的班级">
          <thead>
            <tr>
              <th scope="col">年级</th>
              <th scope="col">班级</th>
              <th scope="col">学生</th>
              <th scope="col">没有班主任</th>
            </tr>
          </thead>
          <tbody>
            {grades.map(({ grade_id, classes, pupils, without_head }) => (
              <tr key={grade_id}>
                <th scope="row">
                  <a href={hrefOf(["classes"], { [PLACE_PARAMETER]: id, grade: grade_id })}>
                    {GRADE_NAMES[grade_id] ?? grade_id}
                  </a>
                </th>
                <td>{numberText(classes)}</td>
                <td>{numberText(pupils)}</td>
                <td>
                  {without_head === 0 ? (
                    "—"
                  ) : (
                    <StateBadge tone="warning">{numberText(without_head)} 个班</StateBadge>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Part>
  );
}

/** Section with those who administer a school or district. */
export function Administrators({ school: { id: school, kind } }: { school: AdministeredSchool }) {
  const { data, error, reload } = useAnswer(readHolders, { school_id: school });
  const holders = (data?.holders ?? []).flatMap((holder) => {
    const why = reasonsOf(holder);
    return why === "" ? [] : [{ ...holder, why }];
  });
  const told = namesakes(holders, {
    shownOf: ({ name, why }) => `${name}\n${why}`,
    factsOf: ({ account }) => [account],
  });
  return (
    <Part
      title="管理人员"
      acts={<a href={hrefOf(["rights"], { [PLACE_PARAMETER]: school })}>权限</a>}
    >
      {data === undefined ? (
        <Waiting height={80} error={error} onRetry={reload} />
      ) : holders.length === 0 ? (
        <p>
          <StateBadge tone="warning">
            还没有{kind === "district" ? "区域" : "学校"}管理员
          </StateBadge>
        </p>
      ) : (
        <ul>
          {holders.map((holder) => (
            <li key={holder.id} className={page["item"]}>
              <div className={page["words"]}>
                <p>
                  <PersonLink id={holder.id} name={holder.name} />
                </p>
                <p className={page["soft"]}>
                  {[told.get(holder), holder.why].filter(Boolean).join(" · ")}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

/** Returns in words what a person has at a school, except heading a class. */
function reasonsOf({ held }: Holder): string {
  const named = held
    .filter(({ source, in_force }) => source !== "head-teacher" && in_force)
    .map(({ bundle, place }) =>
      [bundle ?? "单项权限", place.school_name === "" ? "" : place.name]
        .filter(Boolean)
        .join(" · "),
    );
  return [...new Set(named)].join("，");
}
