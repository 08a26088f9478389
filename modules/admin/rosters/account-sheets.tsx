import { useLayoutEffect, useRef, useState } from "react";
import {
  type OwnProof,
  PASSWORDS_AT_ONCE,
  type PasswordSheet,
  readRosterAccounts,
  resetPasswords,
} from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { useAct } from "../../kit/use-act.ts";
import { useAnswer } from "../../kit/use-answer.ts";
import { useFocusBack } from "../../kit/use-focus-back.ts";
import { saveSpreadsheet, type SheetColumn, sheetName } from "../list/spreadsheet.ts";
import { mayAnywhere, useOwnRights } from "../shell/own-rights.tsx";
import { numberText } from "../shell/words.ts";
import { ProvenConfirm } from "../sheets/proven-confirm.tsx";
import { SheetView } from "../sheets/sheet-view.tsx";
import css from "./rosters.module.css";

type Made = PasswordSheet & { left_out: number };
type Row = PasswordSheet["rows"][number];
const COLUMNS: readonly SheetColumn<Row>[] = [
  { title: "姓名", width: 16, text: ({ name }) => name },
  { title: "学校", width: 24, text: ({ school_name }) => school_name },
  { title: "班级", width: 18, text: ({ class_name }) => class_name },
  { title: "家长的孩子", width: 30, text: ({ children }) => children ?? "" },
  { title: "账号", width: 20, text: ({ account }) => account },
  { title: "临时密码", width: 14, text: ({ password }) => password },
];

/** Temporary passwords of the accounts that an import has made, to be printed or saved: each account once (RO-06). */
export function AccountSheets({ id }: { id: string }) {
  const own = useOwnRights();
  const { data } = useAnswer(readRosterAccounts, { change_id: id });
  const { send, now } = useModule();
  const [isAsked, setAsked] = useState(false);
  const [done, setDone] = useState(0);
  const soFar = useRef<{ made?: Made; until: number }>({ until: 0 });
  const [sheet, setSheet] = useState<Made>();
  const saving = useAct();
  const button = useFocusBack(isAsked);
  const asked = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => asked.current?.focus({ preventScroll: true }), [isAsked]);
  if (sheet !== undefined) {
    const save = () => saveSpreadsheet(sheetName("账号单", now()), sheet.rows, COLUMNS);
    return (
      <section aria-label="账号单" className={css["card"]}>
        <SheetView sheet={sheet} leftOut={sheet.left_out} />
        <div className={css["keys"]}>
          <Button busy={saving.busy} onClick={() => void saving.act(save)}>
            保存为 .xlsx
          </Button>
        </div>
        <p role="alert" className={css["fault"]}>
          {saving.fault}
        </p>
      </section>
    );
  }
  if (data === undefined || data.made === 0 || !mayAnywhere(own, "people.secret")) return null;
  const { waiting } = data;
  if (waiting.length === 0) {
    return (
      <section aria-label="账号单" className={css["card"]}>
        <p>
          新建的 {numberText(data.made)} 个账号都已经有密码了。刚做的密码条可以在“人员 ›
          密码条”里再打开。
        </p>
      </section>
    );
  }
  const act = `为 ${numberText(waiting.length)} 个新账号设临时密码`;
  async function ask(proof: OwnProof) {
    // after a failure it goes on where it stopped: nobody gets two passwords
    for (let from = soFar.current.until; from < waiting.length; from = soFar.current.until) {
      const user_ids = waiting.slice(from, from + PASSWORDS_AT_ONCE).map((one) => one.id);
      const next = await send(resetPasswords, { user_ids, ...proof }, { timeoutMs: 120_000 });
      const { rows = [], left_out = 0 } = soFar.current.made ?? {};
      const made = { ...next, rows: [...rows, ...next.rows], left_out: left_out + next.left_out };
      soFar.current = { made, until: from + user_ids.length };
      setDone(made.rows.length);
    }
    setSheet(soFar.current.made);
  }
  return (
    <section aria-label="账号单" className={css["card"]}>
      {isAsked ? (
        <div ref={asked} tabIndex={-1} className={css["asked"]}>
          <ProvenConfirm act={act} ask={ask} onCancel={() => setAsked(false)}>
            <p>
              第一次登录时要换成自己的密码。做好以后可以打印，也可以存成表格；24 小时内能再打开。
            </p>
          </ProvenConfirm>
          {done === 0 ? null : <p role="status">已设 {numberText(done)} 人</p>}
        </div>
      ) : (
        <>
          <h3 className={css["title"]}>账号单</h3>
          <p>
            这次新建的账号里，有 {numberText(waiting.length)} 个还没有密码，没有人能用它们登录。
          </p>
          <Button ref={button} look="primary" onClick={() => setAsked(true)}>
            {act}…
          </Button>
        </>
      )}
    </section>
  );
}
