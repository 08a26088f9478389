import { useState } from "react";
import {
  MAX_EXPORTED_ENTRIES,
  exportAudit,
  type AnswerOf,
  type InputOf,
  type OwnProof,
  type readAudit,
} from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { ProvenConfirm } from "../sheets/proven-confirm.tsx";
import { saveFile } from "../shell/save-file.ts";
import { SidePanel } from "../shell/side-panel.tsx";
import { numberText } from "../shell/words.ts";
import css from "./audit.module.css";

export type AuditFilters = Omit<InputOf<typeof readAudit>, "after">;
type Exported = AnswerOf<typeof exportAudit>;

/** Button that saves the entries found as a file, together with the proof of their chain. */
export function ExportButton({ filters }: { filters: AuditFilters }) {
  const { send } = useModule();
  const [open, setOpen] = useState(false);
  const [exported, setExported] = useState<Exported>();
  const ask = async (proof: OwnProof) => {
    const answer = await send(exportAudit, { ...filters, ...proof }, { timeoutMs: 60_000 });
    save(answer);
    setExported(answer);
  };
  function close() {
    setOpen(false);
    setExported(undefined);
  }
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        导出…
      </Button>
      {open ? (
        <SidePanel title="导出审计记录" onClose={close}>
          {exported === undefined ? (
            <ProvenConfirm act="导出符合条件的记录" ask={ask} onCancel={close}>
              <p>
                文件里有姓名、账号和网络地址，请妥善保管。最多导出{" "}
                {numberText(MAX_EXPORTED_ENTRIES)} 条，更多时只有最近的。这次导出会记入审计。
              </p>
            </ProvenConfirm>
          ) : (
            <Done exported={exported} />
          )}
        </SidePanel>
      ) : null}
    </>
  );
}

function Done({ exported }: { exported: Exported }) {
  const { count, more, name } = exported;
  return (
    <>
      <p role="status">
        已导出 {numberText(count)} 条到“{name}”。
        {more ? "符合条件的还有更多：缩短日期，分几次导出。" : ""}
      </p>
      <p className={css["note"]}>
        没有看到文件？
        <Button look="quiet" onClick={() => save(exported)}>
          再保存一次
        </Button>
      </p>
      <h3>怎样证明文件没有被改过</h3>
      <ol className={css["steps"]}>
        <li>
          每一行都有“原文”。用任何工具算它的 SHA-256，应当等于“原文的
          SHA-256”那一列；左边各列是它的说明。
        </li>
        <li>
          “链值”由这一条和之前所有的记录算出。请平台运维人员运行
          <code> npm run admin -- audit verify --link 链值</code>
          ：它核对整条链，并说明这一行是否在链上。
        </li>
      </ol>
    </>
  );
}

function save({ name, text }: Exported): void {
  saveFile(name, text, "text/csv;charset=utf-8");
}
