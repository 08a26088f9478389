import { useState } from "react";
import type { HomeNotices } from "#contract";
import { navigate } from "../../../platform/navigation.ts";
import { Button } from "../../../ui/button.tsx";
import css from "./card.module.css";
import { erasureText } from "./rules.ts";

/** Shows erasures asked for the person's children, and requests that wait for the person's decision (ID-11). */
export function WaitingCards({ waiting }: { waiting: HomeNotices["waiting"] }) {
  return (
    <>
      {waiting.erasures_of_children.map((erasure) => (
        <Card
          key={erasure.id}
          label="孩子的账号"
          text={erasureText(erasure)}
          button="看一看"
          to={`/module/profile/data/${encodeURIComponent(erasure.id)}`}
        />
      ))}
      {waiting.school_requests > 0 ? (
        <Card
          label="等你处理"
          text={`有 ${waiting.school_requests} 件申请等你处理，如更正姓名、删除学生账号。`}
          button="去处理"
          to="/module/class-roster"
        />
      ) : null}
    </>
  );
}

function Card({
  label,
  text,
  button,
  to,
}: {
  label: string;
  text: string;
  button: string;
  to: string;
}) {
  const [shown, setShown] = useState(true);
  if (!shown) return null;
  return (
    <section className={css["card"]} aria-label={label}>
      <p className={css["words"]}>{text}</p>
      <div className={css["keys"]}>
        <Button look="primary" onClick={() => navigate(to)}>
          {button}
        </Button>
        <Button look="quiet" onClick={() => setShown(false)}>
          知道了
        </Button>
      </div>
    </section>
  );
}
