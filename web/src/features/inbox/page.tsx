import { useEffect } from "react";
import { useStore } from "zustand/react";
import { watchInbox } from "../../session/inbox.ts";
import { useSession } from "../../session/session.ts";
import { site } from "../../session/site.ts";
import { PageBar } from "../../ui/page-bar.tsx";
import css from "./inbox.module.css";
import { Item } from "./item.tsx";
import { InboxList } from "./list.tsx";

/** 消息 (IN-01): `/messages`, and `/messages/{id}` for one of them. */
export default function InboxPage({ id }: { id?: string }) {
  const brand = useStore(site);
  const identity = useSession((state) => state.identity);
  // another identity has another inbox
  useEffect(() => watchInbox(), [identity]);
  return (
    <div className={css["page"]}>
      <PageBar
        brand={brand}
        title="消息"
        {...(id === undefined ? {} : { back: { href: "#/messages", label: "全部消息" } })}
      />
      <main className={css["main"]}>
        {id === undefined ? (
          <InboxList key={identity} identity={identity} />
        ) : (
          <Item key={id} id={id} identity={identity} />
        )}
      </main>
    </div>
  );
}
