import { useState } from "react";
import { Button } from "../../../web/src/ui/button.tsx";
import list from "../list/list.module.css";
import { SidePanel } from "../shell/side-panel.tsx";
import css from "./teaching.module.css";

/** 「从表格粘贴…」: takes a block with the names of subjects and classes, where a cell cannot be pasted into. */
export function PasteBlock({
  onPaste,
  lost,
}: {
  /** Tells whether something of it was used. */
  onPaste: (text: string) => boolean;
  lost: readonly string[];
}) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [fault, setFault] = useState(false);
  const close = () => {
    setOpen(false);
    setText("");
    setFault(false);
  };
  return (
    <>
      <Button look="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        从表格粘贴…
      </Button>
      {open ? (
        <SidePanel title="从表格粘贴任课" onClose={close}>
          <form
            className={list["paste"]}
            aria-label="从表格粘贴任课"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              if (text.trim() !== "" && onPaste(text)) close();
              else setFault(true);
            }}
          >
            <label htmlFor="pasted-block">
              第一行是学科（或“班主任”），第一列是班级，连同名称一起从 Excel 里复制过来
            </label>
            <textarea
              id="pasted-block"
              className={css["block"]}
              rows={12}
              value={text}
              spellCheck={false}
              autoComplete="off"
              placeholder={"班级\t班主任\t语文\n三年级（1）班\t王芳\t李明"}
              onChange={({ target }) => {
                setText(target.value);
                setFault(false);
              }}
            />
            <p role="alert" className={list["fault"]}>
              {!fault
                ? ""
                : text.trim() === ""
                  ? "请先粘贴一块表格"
                  : (lost[0] ?? "没有对上的格子")}
            </p>
            <Button type="submit" look="primary">
              填进任课表
            </Button>
          </form>
        </SidePanel>
      ) : null}
    </>
  );
}
