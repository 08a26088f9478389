import type { ReactNode } from "react";
import { readSentNotice, type SentNoticeWhole } from "#contract";
import { useModule } from "../../kit/react-module.tsx";
import { useAnswer, useReadAgain } from "../../kit/use-answer.ts";
import { Part } from "../person/part.tsx";
import page from "../person/person.module.css";
import { hrefOf } from "../shell/address.ts";
import { BackLink, Heading } from "../shell/heading.tsx";
import { StateBadge } from "../shell/state-badge.tsx";
import { WaitingPage } from "../shell/waiting-page.tsx";
import { momentText, numberText } from "../shell/words.ts";
import { ChangeButton, RemindButton, TakeBackButton } from "./notice-acts.tsx";
import { NoticeBody } from "./preview.tsx";
import { CONFIRM_NAMES, GUARDIANS_NAMES, stateOf } from "./rules.ts";
import { Unconfirmed } from "./unconfirmed.tsx";

/** Milliseconds between an answer and the next look while a notice is being sent. */
const LOOK_AGAIN_MS = 1500;

/** Page of a notice: its text, who has read and confirmed it, and the acts on it (IN-02, IN-03). */
export function NoticePage({ id }: { id: string }) {
  const answer = useAnswer(readSentNotice, { notice_id: id });
  const { data, error, reload } = answer;
  const { now } = useModule();
  useReadAgain(answer, data !== undefined && isUnderWay(data, now()), LOOK_AGAIN_MS);
  if (data !== undefined) return <Notice notice={data} onChanged={reload} />;
  return (
    <WaitingPage
      title="通知"
      place={`notices/${id}`}
      error={error}
      onRetry={reload}
      missing={{
        title: "没有这条通知",
        list: "notices",
        back: "返回通知列表",
        why: "地址可能输错了，通知可能已经过期删除，或者不在您管理的范围内。",
      }}
    />
  );
}

/** Returns whether it is being sent, or about to be: not one that waits for its hour. */
function isUnderWay({ state, send_at }: SentNoticeWhole, now: Date): boolean {
  return state === "sending" || (state === "planned" && Date.parse(send_at) <= now.getTime());
}

function Notice({ notice, onChanged }: { notice: SentNoticeWhole; onChanged: () => void }) {
  const { id, title, state, place_name, by_name, who, sentence, text, files, version } = notice;
  const { text: stateText, tone } = stateOf(notice);
  const asks = notice.confirm === "received" || notice.confirm === "choice";
  const isOut = state === "sent" || state === "taken-back";
  return (
    <>
      <BackLink href={hrefOf(["notices"])}>通知</BackLink>
      <div className={page["top"]}>
        <div className={page["whoAlone"]}>
          <Heading title={title} place={`notices/${id}`}>
            <StateBadge tone={tone}>{stateText}</StateBadge>
          </Heading>
          <p className={page["soft"]}>
            {[place_name, by_name, whenText(notice)].filter(Boolean).join(" · ")}
          </p>
        </div>
        <div className={page["keys"]}>
          {state === "sent" && notice.confirm !== "none" ? (
            <RemindButton notice={notice} onChanged={onChanged} />
          ) : null}
          {state === "sent" || state === "planned" ? (
            <ChangeButton key={version} notice={notice} onChanged={onChanged} />
          ) : null}
          {state === "taken-back" ? null : <TakeBackButton notice={notice} onChanged={onChanged} />}
        </div>
      </div>
      <div className={page["parts"]}>
        <Part title="正文">
          <NoticeBody text={text} files={files} />
        </Part>
        <Part title={isOut ? "多少人看过、确认过" : "收件人"}>
          <dl className={page["facts"]}>
            <Fact name="写给谁">
              {who}：{sentence}
            </Fact>
            <Fact name="要怎样确认">
              {CONFIRM_NAMES[notice.confirm]}
              {notice.confirm === "none" ? "" : `，${GUARDIANS_NAMES[notice.guardians]}`}
            </Fact>
            {isOut ? (
              <Fact name="看过">
                {numberText(notice.read)} / {numberText(notice.people)} 人
              </Fact>
            ) : null}
            {isOut && asks ? (
              <Fact name="已确认">
                {numberText(notice.confirmed)} / {numberText(notice.expected)} 份
              </Fact>
            ) : null}
            {notice.reminded_at === null ? null : (
              <Fact name="上次提醒">{momentText(notice.reminded_at)}</Fact>
            )}
            {isOut && notice.confirm === "choice" ? <Answers notice={notice} /> : null}
            {notice.without_guardian === 0 ? null : (
              <Fact name="收不到">
                {numberText(notice.without_guardian)} 位学生没有能收到通知的家长
              </Fact>
            )}
          </dl>
        </Part>
      </div>
      {state === "sent" && notice.confirm !== "none" ? (
        <div className={page["below"]}>
          <Unconfirmed key={`${notice.confirmed} ${version}`} notice={notice} />
        </div>
      ) : null}
    </>
  );
}

function Answers({ notice: { answers, differing } }: { notice: SentNoticeWhole }) {
  const given = answers.map(({ choice, count }) => `${choice} ${numberText(count)} 份`);
  return (
    <Fact name="回答">
      {given.join("，")}
      {differing === 0 ? "" : `，几位家长不一致 ${numberText(differing)} 份`}
    </Fact>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function whenText({ state, send_at, sent_at, changed_at, taken_back_at }: SentNoticeWhole): string {
  if (taken_back_at !== null) return `${momentText(taken_back_at)} 撤回`;
  if (changed_at !== null) return `${momentText(changed_at)} 修改`;
  if (sent_at !== null) return `${momentText(sent_at)} 发送`;
  return state === "planned" ? `定于 ${momentText(send_at)} 发送` : "正在发送";
}
