import { useEffect, useRef } from "react";
import { useStore } from "zustand/react";
import { IDENTITY_NAMES } from "#contract";
import { useSession } from "../../session/session.ts";
import { site } from "../../session/site.ts";
import { PageHead } from "../../ui/page-head.tsx";
import css from "./page.module.css";
import { topicsOf, type Topic } from "./topics.ts";

/** 帮助 (HO-08): `/help`, and `/help/{topic}` which begins there. What it tells is of the identity in use. */
export default function HelpPage({ topic }: { topic?: string }) {
  const identity = useSession((state) => state.identity) ?? "student";
  const topics = topicsOf(identity);
  const wanted = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (topic === undefined) return;
    wanted.current?.scrollIntoView();
    wanted.current?.focus({ preventScroll: true });
  }, [topic, identity]);
  return (
    <div className={css["page"]}>
      <PageHead title="帮助" />
      <main className={css["main"]}>
        <nav className={css["index"]} aria-label="帮助的内容">
          <p className={css["who"]}>{IDENTITY_NAMES[identity]}常做的事</p>
          <ul>
            {topics.map(({ id, title }) => (
              <li key={id}>
                <a
                  className={css["entry"]}
                  href={`#/help/${id}`}
                  aria-current={id === topic ? "true" : undefined}
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          {topics.map((one) => (
            <Told key={one.id} topic={one} heading={one.id === topic ? wanted : null} />
          ))}
          <Further isPupil={identity === "student"} />
        </div>
      </main>
    </div>
  );
}

function Told({
  topic: { id, title, steps, path, picture },
  heading,
}: {
  topic: Topic;
  heading: React.Ref<HTMLHeadingElement>;
}) {
  return (
    <section className={css["topic"]} aria-labelledby={`help-${id}`}>
      <div className={css["words"]}>
        <h2 id={`help-${id}`} className={css["title"]} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <ol className={css["steps"]}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {path === undefined ? null : (
          <a className={css["go"]} href={`#${path}`} aria-label={`现在就去：${title}`}>
            现在就去
          </a>
        )}
      </div>
      {picture === undefined ? null : (
        <img
          className={css["picture"]}
          src={`${import.meta.env.BASE_URL}help/${picture.file}.webp`}
          width={picture.width}
          height={picture.height}
          alt={picture.alt}
          loading="lazy"
        />
      )}
    </section>
  );
}

/** Says where to go on for who did not find it here: the operator's own help, where there is one, and feedback. */
function Further({ isPupil }: { isPupil: boolean }) {
  const { help_url, name } = useStore(site);
  return (
    <p className={css["further"]}>
      {isPupil ? "还是不会？问问老师，或者" : "没有找到答案？请"}
      <a href="#/feedback/new">写一条意见反馈</a>
      {help_url === "" ? null : (
        <>
          ，也可以看
          <a href={help_url} target="_blank" rel="noopener">
            {name}的帮助
          </a>
        </>
      )}
      。
    </p>
  );
}
