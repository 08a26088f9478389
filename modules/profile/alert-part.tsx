import { useEffect, useState } from "react";
import { readNoticeAlerts, saveNoticeAlert, type Channel, type NoticeAlerts } from "#contract";
import { Button } from "../../web/src/ui/button.tsx";
import { Checkbox } from "../../web/src/ui/checkbox.tsx";
import { Card } from "../kit/card.tsx";
import { useModule } from "../kit/react-module.tsx";
import { useAct } from "../kit/use-act.ts";
import { useAnswer } from "../kit/use-answer.ts";
import css from "./form.module.css";
import { canPush, PushRow } from "./push-row.tsx";

const WAYS = [
  { channel: "email", name: "邮件", contact: "邮箱" },
  { channel: "mobile", name: "短信", contact: "手机号" },
] as const;

/**
 * The choice of an e-mail, an SMS or a browser's own notification beside a notice (IN-05). Not there where there is none of
 * them, nor on a server that does not know it.
 */
export function AlertPart({
  turn,
  onWant,
}: {
  /** Changes when a contact was saved: it is read anew. */
  turn: number;
  onWant: (contact: Channel) => void;
}) {
  const { data, reload } = useAnswer(readNoticeAlerts, {});
  useEffect(() => {
    if (turn > 0) reload();
  }, [turn, reload]);
  const offered = WAYS.filter(({ channel }) => data?.[channel].is_offered === true);
  const pushes = canPush();
  if (data === undefined || (offered.length === 0 && !pushes)) return null;
  return (
    <Card
      title="消息提醒"
      hint="学校发来通知，或者提醒确认时，除了“消息”里的，还可以另外提醒：写明学校和通知的标题，短信只写学校。学生在晚上 9 点到早上 7 点之间收不到。"
    >
      {offered.map((way) => (
        <AlertRow
          key={way.channel}
          way={way}
          known={data[way.channel]}
          onSaved={reload}
          onWant={() => onWant(way.channel)}
        />
      ))}
      {pushes ? <PushRow known={data.push} onSaved={reload} /> : null}
    </Card>
  );
}

function AlertRow({
  way: { channel, name, contact },
  known: { shown, is_verified, is_on },
  onSaved,
  onWant,
}: {
  way: (typeof WAYS)[number];
  known: NoticeAlerts[Channel];
  onSaved: () => void;
  onWant: () => void;
}) {
  const { send, notify } = useModule();
  const [chosen, setChosen] = useState<boolean>();
  const { busy, fault, act } = useAct((text) => {
    setChosen(undefined);
    return text;
  });
  const missing = shown === null ? "填写" : "验证";
  const lead = is_on
    ? `${contact}还没有${missing}，现在收不到${name}。`
    : `先${missing}${contact}，才能用${name}提醒。`;

  function choose(next: boolean) {
    if (busy) return;
    setChosen(next);
    void act(async () => {
      await send(saveNoticeAlert, { channel, is_on: next });
      notify(next ? `已开启${name}提醒` : `已关闭${name}提醒`, "success");
      onSaved();
      return undefined;
    });
  }

  return (
    <div className={css["alert"]}>
      {is_verified || is_on ? (
        <Checkbox
          label={shown === null ? `${name}提醒` : `${name}提醒，发到 ${shown}`}
          checked={chosen ?? is_on}
          onChange={({ target }) => choose(target.checked)}
        />
      ) : null}
      {is_verified ? null : (
        <div className={css["row"]}>
          <p className={css["pair"]}>{lead}</p>
          <Button onClick={onWant}>
            去{missing}
            {contact}
          </Button>
        </div>
      )}
      {fault === undefined ? null : (
        <p className={css["fault"]} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
