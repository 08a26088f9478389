import { useState } from "react";
import { Button } from "./button.tsx";
import { copyText } from "./copy-text.ts";
import css from "./recovery-codes.module.css";
import { useUnloadQuestion } from "./use-unload-question.ts";

const NOTE = "每个只能用一次。请放在只有自己拿得到的地方，不要拍照发给别人。";

/** Shows recovery codes, this once, to copy or to print; until one of these was done, a tab that closes asks first. */
export function RecoveryCodes({
  codes,
  onTaken,
}: {
  codes: readonly string[];
  /** Called when they were copied or printed. */
  onTaken?: () => void;
}) {
  const [said, setSaid] = useState("");
  const [isTaken, setTaken] = useState(false);
  useUnloadQuestion(!isTaken);

  function took() {
    setTaken(true);
    onTaken?.();
  }

  async function copy() {
    const copied = await copyText(codes.join("\n"));
    setSaid(copied ? "已复制" : "没有复制成功，请抄写或打印");
    if (copied) took();
  }

  function printOut() {
    const printed = print(codes);
    setSaid(printed ? "" : "浏览器拦截了新窗口，请允许弹出窗口后重试");
    if (printed) took();
  }

  return (
    <>
      <ol className={css["codes"]} data-secret>
        {codes.map((code) => (
          <li key={code} className={css["code"]}>
            {code}
          </li>
        ))}
      </ol>
      <p className={css["note"]}>{NOTE}</p>
      <p className={css["ways"]}>
        <Button onClick={() => void copy()}>复制</Button>
        <Button onClick={printOut}>打印</Button>
        <span className={css["said"]} role="status">
          {said}
        </span>
      </p>
    </>
  );
}

/** Prints the codes on a sheet of their own; false when the browser opens no window. */
function print(codes: readonly string[]): boolean {
  const sheet = window.open("", "_blank", "width=480,height=640");
  if (sheet === null) return false;
  const { document: page } = sheet;
  page.title = `${location.hostname} 恢复码`;
  const line = (tag: string, text: string) => {
    const element = page.createElement(tag);
    element.textContent = text;
    page.body.append(element);
    return element;
  };
  page.body.style.cssText = "margin:40px;font-family:sans-serif";
  line("h1", page.title);
  for (const code of codes) {
    line("p", `□ ${code}`).style.cssText = "margin:12px 0;font:18px monospace";
  }
  line("p", NOTE);
  sheet.print();
  return true;
}
