import { useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import css from "./debug.module.css";
import { Actions, Section } from "./debug-page.tsx";
import { reportText, type FactGroup } from "./facts.ts";

/** Shows the whole page as text, to copy and send to whoever helps; made on demand. */
export function Report({
  title,
  note = "把下面的文字发给技术支持。",
  collect,
}: {
  title: string;
  note?: string;
  collect: () => readonly FactGroup[];
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState("");
  const [copied, setCopied] = useState<boolean | null>(null);

  async function copy() {
    if (field.current !== null) setCopied(await copyText(field.current));
  }

  return (
    <Section title="报告" note={note} wide>
      <Actions>
        <Button
          look="primary"
          onClick={() => {
            setText(reportText(title, new Date(), collect()));
            setCopied(null);
          }}
        >
          {text === "" ? "生成报告" : "重新生成"}
        </Button>
        <Button disabled={text === ""} onClick={() => void copy()}>
          复制报告
        </Button>
      </Actions>
      <p role="status" className={css["hint"]}>
        {copied === null
          ? ""
          : copied
            ? "已复制到剪贴板。"
            : "浏览器不允许复制，文字已选中，请按 Ctrl+C。"}
      </p>
      {text === "" ? null : (
        <textarea
          ref={field}
          className={css["report"]}
          aria-label="报告内容"
          readOnly
          rows={14}
          value={text}
        />
      )}
    </Section>
  );
}

/** Copies the field's text to the clipboard; false when the browser refuses, and then the text is selected. */
async function copyText(field: HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // No secure context, no permission, or an old browser.
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}
