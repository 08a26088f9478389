import { useState } from "react";
import { type HomeNotices, markNoticesSeen } from "#contract";
import { send } from "../../../api/client.ts";
import { navigate } from "../../../platform/navigation.ts";
import { Button } from "../../../ui/button.tsx";
import css from "./card.module.css";
import { focusPage } from "./focus-page.ts";
import { erasureText } from "./rules.ts";

/** Shows erasures asked for the person's children, requests that wait (ID-11), and what others did to the account (AD-12). */
export function WaitingCards({ waiting }: { waiting: HomeNotices["waiting"] }) {
  return (
    <>
      {waiting.erasures_of_children.map((erasure) => (
        <Card
          key={erasure.id}
          label="孩子的账号"
          texts={[erasureText(erasure)]}
          button="看一看"
          to={`/module/profile/data/${encodeURIComponent(erasure.id)}`}
        />
      ))}
      {waiting.school_requests > 0 ? (
        <Card
          label="等您处理"
          texts={[`有 ${waiting.school_requests} 件申请等您处理，如更正姓名、删除学生账号。`]}
          button="去处理"
          to="/module/class-roster"
        />
      ) : null}
      {waiting.notices.length > 0 ? (
        <Card
          label="账号通知"
          texts={waiting.notices.map(({ text }) => text)}
          button="查看全部"
          to="/module/profile/security"
          // one that is not marked is shown again at the next sign-in
          onSeen={() => void markSeen(waiting.notices).catch(() => {})}
        />
      ) : null}
    </>
  );
}

function markSeen(notices: HomeNotices["waiting"]["notices"]) {
  const quiet = { quietGeneral: true, quietError: true } as const;
  return send(markNoticesSeen, { ids: notices.map(({ id }) => id) }, quiet);
}

function Card({
  label,
  texts,
  button,
  to,
  onSeen,
}: {
  label: string;
  texts: readonly string[];
  button: string;
  to: string;
  onSeen?: () => void;
}) {
  const [shown, setShown] = useState(true);
  if (!shown) return null;

  function close() {
    focusPage();
    setShown(false);
    onSeen?.();
  }

  return (
    <section className={css["card"]} aria-label={label}>
      <div className={css["words"]}>
        {texts.map((text, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two may say the same
          <p key={at}>{text}</p>
        ))}
      </div>
      <div className={css["keys"]}>
        <Button look="primary" onClick={() => navigate(to)}>
          {button}
        </Button>
        <Button look="quiet" onClick={close}>
          知道了
        </Button>
      </div>
    </section>
  );
}
