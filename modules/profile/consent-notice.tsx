import { giveConsent, readPendingConsents } from "#contract";
import { Button } from "../../web/src/ui/button.tsx";
import { Card } from "../kit/card.tsx";
import { useModule } from "../kit/react-module.tsx";
import { useAct } from "../kit/use-act.ts";
import { useAnswer } from "../kit/use-answer.ts";
import form from "./form.module.css";
import css from "./list.module.css";

/** Names the children for whom nobody has consented to the child agreement yet (SE-08); hidden when there are none. */
export function ConsentNotice() {
  const { send, notify } = useModule();
  const { data, reload } = useAnswer(readPendingConsents, {});
  const { busy, fault, act } = useAct();
  const children = data?.children ?? [];
  if (children.length === 0) return null;
  return (
    <Card
      title="请您确认"
      hint="是否同意《儿童个人信息保护规则》。未满 14 岁的孩子，由监护人同意。同意之前，孩子不能上传头像和附件。"
    >
      <ul>
        {children.map(({ id, name, agreements }) => (
          <li key={id} className={css["item"]}>
            <p className={css["words"]}>
              {name}：
              {agreements.map(({ type, title }) => (
                <a key={type} href={`#/agreement/${type}`}>
                  《{title}》
                </a>
              ))}
            </p>
            <Button
              look="primary"
              busy={busy}
              aria-label={`替${name}同意`}
              onClick={() =>
                void act(async () => {
                  const versions = agreements.map(({ type, version }) => ({ type, version }));
                  await send(giveConsent, { child_id: id, agreements: versions });
                  notify(`已替${name}同意`, "success");
                  reload();
                })
              }
            >
              同意
            </Button>
          </li>
        ))}
      </ul>
      <p className={form["fault"]} role="alert">
        {fault}
      </p>
    </Card>
  );
}
