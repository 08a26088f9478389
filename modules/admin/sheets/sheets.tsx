import { useRef, useState } from "react";
import {
  openPasswordSheet,
  readPasswordSheets,
  type OwnProof,
  type PasswordSheet,
} from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { ProofAsk, useProvenAct } from "../../kit/proof-ask.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { useAnswer } from "../../kit/use-answer.ts";
import { SidePanel } from "../shell/side-panel.tsx";
import { momentText } from "../shell/words.ts";
import { Waiting } from "../shell/waiting-page.tsx";
import { SheetView } from "./sheet-view.tsx";
import css from "./sheets.module.css";

/** 「密码条」: the sheets that the person has made within a day, to open again (AD-11). */
export function SheetsButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        密码条…
      </Button>
      {open ? (
        <SidePanel title="密码条" onClose={() => setOpen(false)}>
          <Sheets />
        </SidePanel>
      ) : null}
    </>
  );
}

function Sheets() {
  const { send } = useModule();
  const { data, error, reload } = useAnswer(readPasswordSheets, {});
  const chosen = useRef("");
  const [sheet, setSheet] = useState<PasswordSheet>();
  const ask = async (proof: OwnProof) =>
    setSheet(await send(openPasswordSheet, { sheet_id: chosen.current, ...proof }));
  const { fault, wanted, start, drop } = useProvenAct(ask);

  if (sheet !== undefined) return <SheetView sheet={sheet} />;
  if (data === undefined) {
    return <Waiting height={120} error={error} onRetry={reload} />;
  }
  if (data.sheets.length === 0) {
    return (
      <EmptyState icon="box" title="没有密码条">
        在人员里选好人，用“设临时密码”来做；做好以后 24 小时内可以在这里再次打开和打印。
      </EmptyState>
    );
  }
  if (wanted !== undefined) {
    return (
      <ProofAsk title="再次确认身份" button="打开" wanted={wanted} ask={ask} onCancel={drop} />
    );
  }
  return (
    <>
      <p role="alert" className={css["fault"]}>
        {fault}
      </p>
      <ul className={css["sheets"]}>
        {data.sheets.map(({ sheet_id, people, made_at, open_until }) => (
          <li key={sheet_id}>
            <span>
              {people} 人 · {momentText(made_at)}
              <span className={css["soft"]}> {momentText(open_until)} 前可以打开</span>
            </span>
            <Button
              aria-label={`打开 ${momentText(made_at)} 的密码条`}
              onClick={() => {
                chosen.current = sheet_id;
                start();
              }}
            >
              打开
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
