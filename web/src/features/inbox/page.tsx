import { useSession } from "../../session/session.ts";
import { lazy } from "../../ui/lazy.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import css from "./inbox.module.css";
import { InboxList } from "./list.tsx";

const Item = lazy(() => import("./item.tsx"), <Skeleton height={320} />);

/** 消息 (IN-01): `/messages`, and `/messages/{id}` for one of them. */
export default function InboxPage({ id }: { id?: string }) {
  const identity = useSession((state) => state.identity);
  return (
    <div className={css["page"]}>
      <PageHead
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
