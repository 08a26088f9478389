import { useState } from "react";
import { confirmReview, type OwnProof, readReview, REFUSALS, REVIEW_UNUSED_DAYS } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { classNames } from "../../../web/src/ui/class-names.ts";
import { Failure } from "../../kit/failure.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { codeOf } from "../../kit/refusal.ts";
import { useAnswer } from "../../kit/use-answer.ts";
import list from "../list/list.module.css";
import { StateBadge } from "../shell/state-badge.tsx";
import { PersonLink } from "../shell/person-link.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { SidePanel } from "../shell/side-panel.tsx";
import { dayText, numberText } from "../shell/words.ts";
import { ProvenConfirm } from "../sheets/proven-confirm.tsx";
import css from "./rights.module.css";

/** This term's review of the holders of rights at the current place (GR-06). */
export function Review() {
  const { school } = usePlace();
  return school === undefined ? null : <ReviewOf key={school} school={school} />;
}

function ReviewOf({ school }: { school: string }) {
  const { send, notify } = useModule();
  const { data, error, reload } = useAnswer(readReview, { school_id: school });
  const [open, setOpen] = useState(false);
  if (data === undefined) {
    // who may not give rights here is asked nothing
    if (error === undefined || codeOf(error) === REFUSALS.notFound.code) return null;
    return (
      <section className={list["card"]} aria-labelledby="review">
        <h3 id="review" className={css["title"]}>
          本学期的权限确认
        </h3>
        <Failure error={error} onRetry={reload} />
      </section>
    );
  }
  const { term, confirmed, holders, unused } = data;
  const confirm = async (proof: OwnProof) => {
    await send(confirmReview, { school_id: school, ...proof });
    notify("已确认", "success");
    setOpen(false);
    reload();
  };
  return (
    <section className={list["card"]} aria-labelledby="review">
      <h3 id="review" className={css["title"]}>
        {term}的权限确认{" "}
        <StateBadge tone={confirmed === null ? "warning" : "good"}>
          {confirmed === null ? "还没有确认" : "已确认"}
        </StateBadge>
      </h3>
      <p>
        {confirmed === null
          ? holders === 0
            ? "这里还没有人有管理权限。"
            : `这里有 ${numberText(holders)} 人有管理权限。请看一遍下面的名单，收回不再需要的，然后确认。`
          : `${confirmed.by ?? "已注销的人"}在${dayText(confirmed.at)}确认过，共 ${numberText(holders)} 人有管理权限。`}
      </p>
      {unused.length === 0 ? null : (
        <>
          <p>有管理权限、但 {REVIEW_UNUSED_DAYS} 天没有使用的账号：</p>
          <ul className={classNames(css["rights"], css["unused"])} aria-label="很久没有使用的账号">
            {unused.map(({ id, name, account, last_seen_at }) => (
              <li key={id}>
                <PersonLink id={id} name={name} />（{account}
                {last_seen_at === null ? "" : `，${dayText(last_seen_at)}`}）
              </li>
            ))}
          </ul>
        </>
      )}
      {confirmed === null ? (
        <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          确认本学期的权限…
        </Button>
      ) : null}
      {open ? (
        <SidePanel title="确认本学期的权限" onClose={() => setOpen(false)}>
          <ProvenConfirm act={`确认${term}的权限`} ask={confirm} onCancel={() => setOpen(false)}>
            <p>表示您看过谁有哪些管理权限，他们现在都还需要。这会记入审计。</p>
          </ProvenConfirm>
        </SidePanel>
      ) : null}
    </section>
  );
}
