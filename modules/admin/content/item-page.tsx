import { useState } from "react";
import {
  CONTENT_FIELD_NAMES,
  MEDIA_TYPE_NAMES,
  readManagedContent,
  readTagRelations,
  type ManagedContent,
  type TagRelations,
} from "#contract";
import { useAnswer } from "../../kit/use-answer.ts";
import { forgetLists } from "../list/kept-lists.ts";
import { Part } from "../person/part.tsx";
import page from "../person/person.module.css";
import { hrefOf, useQuery } from "../shell/address.ts";
import { BackLink, Heading } from "../shell/heading.tsx";
import { StateBadge } from "../shell/state-badge.tsx";
import { WaitingPage } from "../shell/waiting-page.tsx";
import { dayText, momentText, numberText } from "../shell/words.ts";
import css from "./content.module.css";
import { EditForm } from "./edit-form.tsx";
import { ItemActs } from "./item-acts.tsx";
import { namedBy } from "./rules.ts";

/** Page of one item: its fields to change, and what can be done with it. */
export function ItemPage({ id }: { id: string }) {
  const [query] = useQuery();
  const owner = query["owner"] ?? "";
  const item = useAnswer(readManagedContent, namedBy(id, owner === "" ? null : owner));
  const tags = useAnswer(readTagRelations, {});
  if (item.data !== undefined && tags.data !== undefined) {
    return <Item key={owner} first={item.data} tags={tags.data} />;
  }
  return (
    <WaitingPage
      title="课程或资源"
      place={`content/${id}`}
      error={item.error ?? tags.error}
      onRetry={() => {
        item.reload();
        tags.reload();
      }}
      missing={{
        title: "没有这个课程或资源",
        list: "content",
        back: "返回内容列表",
        why: "它可能已被删除，或者不归您管理。",
      }}
    />
  );
}

function Item({ first, tags }: { first: ManagedContent; tags: TagRelations }) {
  const [item, setItem] = useState(first);
  const onChanged = (changed: ManagedContent) => {
    forgetLists();
    setItem(changed);
  };
  const { id, title, is_shown, school_id, owner_name } = item;
  return (
    <>
      <BackLink href={hrefOf(["content"])}>内容</BackLink>
      <div className={page["top"]}>
        <div className={page["whoAlone"]}>
          <Heading title={title} place={`content/${id}`}>
            {is_shown ? null : <StateBadge tone="warning">已隐藏</StateBadge>}
          </Heading>
          <p className={page["soft"]}>
            {[
              item.type_name,
              item.grade_name,
              item.subject_name,
              school_id === null ? "给所有人" : `给${owner_name}`,
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </div>
        <ItemActs item={item} onChanged={onChanged} />
      </div>
      <div className={page["below"]}>
        <Part title="修改" wide>
          <EditForm item={item} tags={tags} onChanged={onChanged} />
        </Part>
        <Part title="基本情况" wide>
          <Facts item={item} />
        </Part>
      </div>
    </>
  );
}

function Facts({ item }: { item: ManagedContent }) {
  const { id, views, published_at, updated_at, values, media, sections } = item;
  const facts = [
    ["编号", id],
    ["浏览", `${numberText(views)} 次`],
    ["发布", published_at === null ? "还没有发布过" : dayText(published_at)],
    ["最近修改", momentText(updated_at)],
    ...(values.text === undefined ? [[CONTENT_FIELD_NAMES.text, `${sections.length} 节`]] : []),
    ...(values.media_url === undefined
      ? [["媒体", media.map(({ name, type }) => `${name}（${MEDIA_TYPE_NAMES[type]}）`).join("、")]]
      : []),
  ];
  const isPartly = values.text === undefined || values.media_url === undefined;
  return (
    <>
      <dl className={page["facts"]}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={css["media"]}>{value}</dd>
          </div>
        ))}
      </dl>
      {isPartly ? (
        <p className={page["soft"]}>分几节的正文，几个媒体或带字幕的媒体，用导入文件来改。</p>
      ) : null}
    </>
  );
}
