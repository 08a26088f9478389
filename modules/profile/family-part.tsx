import { Fragment, type ReactNode } from "react";
import { classTitle, IDENTITY_NAMES, readUserDetail, type School, type User } from "#contract";
import { Avatar } from "../../web/src/ui/avatar.tsx";
import { Button } from "../../web/src/ui/button.tsx";
import { Skeleton } from "../../web/src/ui/skeleton.tsx";
import { Card } from "../kit/card.tsx";
import { Failure } from "../kit/failure.tsx";
import { useModule } from "../kit/react-module.tsx";
import { ResetPupil } from "../kit/reset-pupil.tsx";
import { useAnswer } from "../kit/use-answer.ts";
import { ChildTools, toolOf } from "./child-tools.tsx";
import { ConsentNotice } from "./consent-notice.tsx";
import css from "./list.module.css";
import { RedeemCode } from "./redeem-code.tsx";

const ASKED = {
  fields: "identity,school,schools,children,parents,charge_classes",
  identity: "all",
} as const;

/** Lists children or parents, schools and the person's identities there. */
export function FamilyPart() {
  const { place } = useModule();
  const [, wantedChild, wanted] = place.path;
  const { data: user, error, reload } = useAnswer(readUserDetail, ASKED);
  if (user === undefined) {
    if (error !== undefined) return <Failure error={error} onRetry={reload} />;
    return <Skeleton height={160} />;
  }
  const { children = [], parents = [], schools = [] } = user;
  return (
    <>
      {children.length > 0 && wanted === undefined ? <ConsentNotice /> : null}
      {children.length > 0 ? (
        <Card title="我的孩子">
          <ul>
            {children.map((child) => {
              const where = [child.school?.name, ...child.classes.map(classTitle)];
              return (
                <Person key={child.id} {...child} details={where.filter((one) => one != null)}>
                  {user.identity === "parent" ? (
                    <ResetPupil id={child.id} name={child.name} />
                  ) : null}
                  <ChildTools
                    id={child.id}
                    name={child.name}
                    first={wantedChild === child.id ? toolOf(wanted) : undefined}
                  />
                </Person>
              );
            })}
          </ul>
        </Card>
      ) : null}
      {/* who came for a child's tool finds that first, and it does not move */}
      {children.length > 0 && wanted !== undefined ? <ConsentNotice /> : null}
      {parents.length > 0 ? (
        <Card title="我的家长">
          <ul>
            {parents.map(({ id, name, relation, mobile }) => (
              <Person key={id} name={name} tag={relation} details={[mobile ?? "未填写手机号"]} />
            ))}
          </ul>
        </Card>
      ) : null}
      <Card title={bindsChildren(user) ? "绑定孩子，或加入学校" : "加入学校或班级"}>
        <RedeemCode bindsChildren={bindsChildren(user)} onGained={reload} />
      </Card>
      {user.identity === "manager" || (user.charge_classes ?? []).length > 0 ? (
        <Card title="我管理的班级">
          <RosterLink />
        </Card>
      ) : null}
      <Card title="我的身份与学校">
        {schools.length === 0 ? (
          <p className={css["soft"]}>还没有加入学校。有疑问请联系学校管理员。</p>
        ) : (
          <ul>
            {schools.map((school) => (
              <Membership key={`${school.id}/${school.identity}`} school={school} user={user} />
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}

/** Returns whether the person can bind children: pupils cannot. */
function bindsChildren({ schools = [] }: User): boolean {
  return schools.every(({ identity }) => identity !== "student");
}

function Person({
  name,
  avatar,
  tag,
  details,
  children,
}: {
  name: string;
  avatar?: string | null;
  tag?: string;
  details: readonly string[];
  /** Buttons for this person. */
  children?: ReactNode;
}) {
  return (
    <li className={css["item"]}>
      <div className={css["person"]}>
        <Avatar name={name} src={avatar} size={44} />
        <div className={css["words"]} style={{ marginLeft: 12 }}>
          <p>
            <span>{name}</span>
            {tag === undefined ? null : <span className={css["tag"]}>{tag}</span>}
          </p>
          <p className={css["details"]}>
            {details.map((one) => (
              <Fragment key={one}>
                <span className={css["whole"]}>{one}</span>{" "}
              </Fragment>
            ))}
          </p>
        </div>
      </div>
      {children}
    </li>
  );
}

/** Link to the pupils of the person's classes, where a forgotten password is reset (SE-11). */
function RosterLink() {
  const { navigate } = useModule();
  return (
    <div className={css["item"]}>
      <p className={css["words"]}>看班里的学生，为忘记密码的学生设一个临时密码。</p>
      <Button onClick={() => navigate("/module/class-roster")}>班级学生</Button>
    </div>
  );
}

function Membership({ school, user }: { school: School; user: User }) {
  const current = school.identity === user.identity && school.id === user.school?.id;
  return (
    <li className={css["item"]}>
      <div className={css["words"]}>
        <p>{school.name}</p>
        <p className={css["soft"]}>{IDENTITY_NAMES[school.identity]}</p>
      </div>
      {current ? <span className={css["tag"]}>当前</span> : null}
      {school.is_abled ? null : <span className={`${css["tag"]} ${css["off"]}`}>已停用</span>}
    </li>
  );
}
