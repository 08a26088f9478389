import { useEffect, useRef, useState } from "react";
import type { PasswordSheet } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { PrintFrame } from "../shell/print-frame.tsx";
import { dayText, momentText } from "../shell/words.ts";
import { type Layout, LAYOUTS, sheetHtml, whereOf } from "./sheet-html.ts";
import css from "./sheets.module.css";

/** Shows temporary passwords, and prints them as letters, cards or a list. */
export function SheetView({
  sheet,
  leftOut = 0,
  leftOutNames = [],
}: {
  sheet: PasswordSheet;
  leftOut?: number;
  /** Names of those who were left out, where they are known. */
  leftOutNames?: readonly string[];
}) {
  const [printed, setPrinted] = useState<{ layout: Layout; turn: number }>();
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => heading.current?.focus(), []);
  if (sheet.rows.length === 0 && leftOut === 0) {
    return <p>这一份里的临时密码都已经失效：换成了自己的，又设过，或账号已经不在。</p>;
  }
  return (
    <>
      <div className={css["words"]} data-secret>
        <p ref={heading} tabIndex={-1} className={css["sentence"]}>
          已为 {sheet.rows.length} 人设了临时密码
        </p>
        {leftOut === 0 ? null : (
          <p role="alert">
            另有 {leftOut} 人没有改{leftOutText(leftOutNames)}
            ：还属于别的学校，或权限在您之上，请由上一级管理员处理。
          </p>
        )}
        <p>
          {dayText(sheet.valid_until)}之前有效。{momentText(sheet.open_until)}{" "}
          之前，您还可以在“密码条”里再打开这一份。
        </p>
      </div>
      <div className={css["keys"]} role="group" aria-label="打印">
        {(Object.keys(LAYOUTS) as Layout[]).map((layout) => (
          <Button
            key={layout}
            onClick={() => setPrinted({ layout, turn: (printed?.turn ?? 0) + 1 })}
          >
            打印{LAYOUTS[layout]}
          </Button>
        ))}
      </div>
      <table className={css["table"]} aria-label="临时密码">
        <thead>
          <tr>
            <th scope="col">姓名</th>
            <th scope="col">账号</th>
            <th scope="col">临时密码</th>
          </tr>
        </thead>
        <tbody>
          {sheet.rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                {row.name}
                <div className={css[row.class_name === "" ? "soft" : "of"]}>{whereOf(row)}</div>
              </th>
              <td>{row.account}</td>
              <td className={css["secret"]}>{row.password}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {printed === undefined ? null : (
        <PrintFrame
          key={printed.turn}
          title={LAYOUTS[printed.layout]}
          html={sheetHtml(sheet, printed.layout, { address: location.origin + location.pathname })}
        />
      )}
    </>
  );
}

const NAMED = 10;

function leftOutText(names: readonly string[]): string {
  if (names.length === 0) return "";
  return `（${names.slice(0, NAMED).join("、")}${names.length > NAMED ? "……" : ""}）`;
}
