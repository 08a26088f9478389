import { readAppsSeenBy, readPersonWhole, REFUSALS, type PersonWhole } from "#contract";
import { Avatar } from "../../../web/src/ui/avatar.tsx";
import { iconAddress } from "../../kit/icon-address.ts";
import { useModule } from "../../kit/react-module.tsx";
import { codeOf } from "../../kit/refusal.ts";
import { useAnswer } from "../../kit/use-answer.ts";
import { SeenList } from "../apps/seen-list.tsx";
import { stateOf } from "../people/rules.ts";
import { hrefOf } from "../shell/address.ts";
import { BackLink, Heading } from "../shell/heading.tsx";
import { StateBadge } from "../shell/state-badge.tsx";
import { mayAnywhere, useOwnRights } from "../shell/own-rights.tsx";
import { dayText } from "../shell/words.ts";
import { Waiting, WaitingPage } from "../shell/waiting-page.tsx";
import { HeadActs } from "./head-acts.tsx";
import { HistoryPart } from "./history-part.tsx";
import { Part } from "./part.tsx";
import { ClassesPart, FamilyPart, MembershipsPart } from "./parts.tsx";
import css from "./person.module.css";
import { BasicPart, ConsentsPart, SignInPart } from "./plain-parts.tsx";
import { RightsPart } from "./rights-part.tsx";

/** Page of a person with everything that the caller may see of them (AD-02). */
export function Person({ id }: { id: string }) {
  const { data: person, error, reload } = useAnswer(readPersonWhole, { user_id: id });
  if (person === undefined) {
    return (
      <WaitingPage
        title="人员"
        place={`people/${id}`}
        error={error}
        onRetry={reload}
        missing={{
          title: "没有这个人",
          list: "people",
          back: "返回人员列表",
          why: "地址可能输错了，或者这个人不在您管理的范围内。",
        }}
      />
    );
  }
  return <Whole person={person} onChanged={reload} />;
}

export interface PartOf {
  person: PersonWhole;
  onChanged: () => void;
}

function Whole({ person, onChanged }: PartOf) {
  const module = useModule();
  const mark = stateOf(person);
  const { avatar, erasure_due_at, locked } = person;
  return (
    <>
      <BackLink href={hrefOf(["people"])}>人员</BackLink>
      <div className={css["top"]}>
        <Avatar
          name={person.name}
          src={avatar === null ? null : iconAddress(module, avatar)}
          size={64}
        />
        <div className={css["who"]}>
          <Heading title={person.name} place={`people/${person.id}`}>
            <StateBadge tone={mark.tone}>{mark.text}</StateBadge>
          </Heading>
          <p className={css["soft"]}>账号 {person.account}</p>
          {locked === null ? null : (
            <p className={css["soft"]}>
              {locked.until === null ? "一直锁定，直到解锁" : `锁定到${dayText(locked.until)}`}
              {locked.reason === "" ? "" : `；原因：${locked.reason}`}
            </p>
          )}
          {erasure_due_at === null ? null : (
            <p className={css["soft"]}>已申请注销，{dayText(erasure_due_at)}执行</p>
          )}
        </div>
        <HeadActs person={person} onChanged={onChanged} />
      </div>
      <div className={css["parts"]}>
        <BasicPart person={person} onChanged={onChanged} />
        <MembershipsPart person={person} onChanged={onChanged} />
        <ClassesPart person={person} onChanged={onChanged} />
        <FamilyPart person={person} onChanged={onChanged} />
        <SignInPart person={person} onChanged={onChanged} />
        <ConsentsPart person={person} onChanged={onChanged} />
        <RightsPart person={person} />
      </div>
      <AppsPart id={person.id} />
      <HistoryPart person={person} />
    </>
  );
}

/** Lists the apps that this person sees, and why not the others (AD-02, AD-17). */
function AppsPart({ id }: { id: string }) {
  const may = mayAnywhere(useOwnRights(), "app.manage");
  const { data, error, reload } = useAnswer(readAppsSeenBy, may ? { user_id: id } : null);
  if (!may) return null;
  // managed elsewhere than the people of this place are
  if (codeOf(error) === REFUSALS.notFound.code) return null;
  return (
    <Part title="应用">
      {data === undefined ? (
        <Waiting height={80} error={error} onRetry={reload} />
      ) : (
        data.memberships.map((membership) => (
          <SeenList
            key={`${membership.school_id}/${membership.identity}`}
            user={id}
            membership={membership}
          />
        ))
      )}
      <p className={css["soft"]}>与这个人的首页用的是同一套规则；按网页计算。</p>
    </Part>
  );
}
