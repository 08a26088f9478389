import { useState } from "react";
import { Button } from "../../../web/src/ui/button.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { useAct } from "../../kit/use-act.ts";
import { numberText } from "../shell/words.ts";
import css from "./list.module.css";
import { saveSpreadsheet, type SheetColumn, sheetName } from "./spreadsheet.ts";

/** Button that reads a list page by page and saves it as an .xlsx file; the server records the export in the audit. */
export function SaveButton<Row>({
  title,
  columns,
  take,
  children,
}: {
  /** The name of the file. */
  title: string;
  columns: readonly SheetColumn<Row>[];
  /** Reads the rows after a cursor; undefined: from the beginning. */
  take: (after: string | undefined) => Promise<{ rows: readonly Row[]; next: string | null }>;
  children: string;
}) {
  const { now } = useModule();
  const [taken, setTaken] = useState(0);
  const { busy, fault, act } = useAct();
  async function save() {
    setTaken(0);
    const rows: Row[] = [];
    for (let after: string | undefined | null; after !== null;) {
      const page = await take(after);
      rows.push(...page.rows);
      setTaken(rows.length);
      after = page.next;
    }
    await saveSpreadsheet(sheetName(title, now()), rows, columns);
  }
  return (
    <>
      <Button look="quiet" busy={busy} onClick={() => void act(save)}>
        {busy && taken > 0 ? `已取出 ${numberText(taken)} 行` : children}
      </Button>
      {fault === undefined ? null : (
        <span role="alert" className={css["fault"]}>
          {fault}
        </span>
      )}
    </>
  );
}
