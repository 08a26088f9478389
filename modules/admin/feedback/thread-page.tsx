import {
  FEEDBACK_KIND_NAMES,
  FEEDBACK_STATUS_NAMES,
  IDENTITY_NAMES,
  readManagedThread,
  type AnswerOf,
  type FeedbackMessage,
  type FeedbackNote,
} from "#contract";
import { classNames } from "../../../web/src/ui/class-names.ts";
import said from "../../../web/src/ui/message.module.css";
import { useModule } from "../../kit/react-module.tsx";
import { useAnswer } from "../../kit/use-answer.ts";
import { Part } from "../person/part.tsx";
import page from "../person/person.module.css";
import { hrefOf } from "../shell/address.ts";
import { BackLink, Heading } from "../shell/heading.tsx";
import { StateBadge } from "../shell/state-badge.tsx";
import { momentText } from "../shell/words.ts";
import { WaitingPage } from "../shell/waiting-page.tsx";
import css from "./feedback.module.css";
import { noteText, STATUS_TONES } from "./rules.ts";
import { ThreadActs } from "./thread-acts.tsx";
import { AnswerForm, NoteForm } from "./thread-forms.tsx";

export type ManagedThreadRow = AnswerOf<typeof readManagedThread>;

/** Page of one thread: its messages, the colleagues' notes, and the acts on it. */
export function ThreadPage({ id }: { id: string }) {
  const { data, error, reload } = useAnswer(readManagedThread, { id });
  if (data !== undefined) return <Thread thread={data} onChanged={reload} />;
  return (
    <WaitingPage
      title="反馈"
      place={`feedback/${id}`}
      error={error}
      onRetry={reload}
      missing={{
        title: "没有这条反馈",
        list: "feedback",
        back: "返回反馈列表",
        why: "它可能已转给别的机构处理，或者不在您的权限范围内。",
      }}
    />
  );
}

function Thread({ thread, onChanged }: { thread: ManagedThreadRow; onChanged: () => void }) {
  const { id, title, kind, status, person_name, identity, school_name, assigned_school_name } =
    thread;
  return (
    <>
      <BackLink href={hrefOf(["feedback"])}>反馈</BackLink>
      <div className={page["top"]}>
        <div className={page["whoAlone"]}>
          <Heading title={title} place={`feedback/${id}`}>
            <StateBadge tone={STATUS_TONES[status]}>{FEEDBACK_STATUS_NAMES[status]}</StateBadge>
          </Heading>
          <p className={page["soft"]}>
            {FEEDBACK_KIND_NAMES[kind]} · {person_name}（{IDENTITY_NAMES[identity]}，{school_name}）
            · 由{assigned_school_name}处理 ·{" "}
            {thread.taken_by === null
              ? "还没有人受理"
              : `${thread.mine ? "我" : thread.taken_by.name}受理`}
          </p>
        </div>
        <ThreadActs thread={thread} onChanged={onChanged} />
      </div>
      <div className={page["below"]}>
        <Part title="往来" wide>
          <ol className={css["messages"]} aria-label="消息">
            {thread.messages.map((message) => (
              <Message key={message.seq} message={message} />
            ))}
          </ol>
          <AnswerForm id={id} closed={status === "closed"} onSent={onChanged} />
        </Part>
        <Part title="内部备注" wide>
          <p className={page["soft"]}>只有处理反馈的同事看得到，提出的人看不到。</p>
          <ol className={css["notes"]} aria-label="内部备注">
            {thread.notes.map((note) => (
              <Note key={note.id} note={note} />
            ))}
          </ol>
          <NoteForm id={id} onSent={onChanged} />
        </Part>
      </div>
    </>
  );
}

function Message({ message }: { message: FeedbackMessage }) {
  const { fileAddress } = useModule();
  const { side, name, mine, content, created_at, attachments } = message;
  return (
    <li className={classNames(said["message"], side === "staff" ? said["mine"] : css["theirs"])}>
      <p className={page["soft"]}>
        <span className={css["name"]}>{mine ? "我" : name}</span>
        {side === "staff" ? " 回复 " : " "}
        <time dateTime={created_at}>{momentText(created_at)}</time>
      </p>
      <p className={said["content"]}>{content}</p>
      {attachments.length === 0 ? null : (
        <ul className={said["attached"]}>
          {attachments.map(({ key, name: file, mime, url, width, height }) => (
            <li key={key}>
              <a
                className={css["file"]}
                href={fileAddress(url)}
                target="_blank"
                rel="noreferrer"
                aria-label={`打开 ${file}`}
              >
                {mime.startsWith("image/") ? (
                  <img
                    className={said["picture"]}
                    src={fileAddress(url)}
                    width={width ?? undefined}
                    height={height ?? undefined}
                    loading="lazy"
                    alt=""
                  />
                ) : (
                  file
                )}
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Note({ note }: { note: FeedbackNote }) {
  return (
    <li className={css["note"]}>
      <p className={page["soft"]}>
        {noteText(note)} · <time dateTime={note.created_at}>{momentText(note.created_at)}</time>
      </p>
      {note.content === "" ? null : <p className={said["content"]}>{note.content}</p>}
    </li>
  );
}
