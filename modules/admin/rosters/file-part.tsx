import { useId, useRef } from "react";
import { readRosterTemplate, type RosterKind } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { Choice } from "../../../web/src/ui/choice.tsx";
import { classNames } from "../../../web/src/ui/class-names.ts";
import { useModule } from "../../kit/react-module.tsx";
import { useAct } from "../../kit/use-act.ts";
import { useFileDrop } from "../fields/use-file-drop.ts";
import { saveBase64 } from "./files.ts";
import { KIND_NAMES } from "./rules.ts";
import css from "./rosters.module.css";
import type { Roster } from "./use-roster.ts";

const KINDS = (Object.keys(KIND_NAMES) as RosterKind[]).map(
  (kind) => [kind, KIND_NAMES[kind]] as const,
);

/** Chooses the file: by a press, or dropped anywhere on the card; and who is in it. */
export function FilePart({ roster }: { roster: Roster }) {
  const { kind, setKind, file, doing, fault, readAgain, choose } = roster;
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const { send } = useModule();
  const template = useAct();
  const { isOver, handlers } = useFileDrop(choose);
  function save() {
    void template.act(async () => {
      const made = await send(readRosterTemplate, { kind });
      saveBase64(made.name, made.file);
    });
  }
  return (
    <section
      aria-label="选文件"
      data-chooses-file
      className={classNames(css["card"], css["drop"], isOver && css["over"])}
      {...handlers}
    >
      {file === undefined ? (
        <Choice name="文件里是" options={KINDS} value={kind} onChoose={setKind} />
      ) : (
        <p className={css["file"]}>
          {file.name}
          <span className={css["soft"]}>
            （{/\.zip$/i.test(file.name) ? "OneRoster 数据包" : KIND_NAMES[kind]}）
          </span>
        </p>
      )}
      <div className={css["keys"]}>
        <Button
          look={file === undefined ? "primary" : "plain"}
          aria-describedby={hint}
          onClick={() => input.current?.click()}
        >
          {file === undefined ? "选择文件…" : "换一份文件…"}
        </Button>
        {file === undefined ? (
          <Button look="quiet" busy={template.busy} onClick={save}>
            下载{KIND_NAMES[kind]}名册模板
          </Button>
        ) : (
          <Button look="quiet" onClick={roster.startOver}>
            重新开始
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label="名册文件"
        accept=".xlsx,.csv,.txt,.xls,.zip"
        multiple
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])];
          currentTarget.value = "";
          choose(chosen);
        }}
      />
      {file === undefined ? (
        <p id={hint} className={css["soft"]}>
          也可以把文件拖到这里，一次可以选几份。能读 .xlsx、.csv 和 OneRoster
          数据包（.zip），学籍系统导出的表不用改。{""}
          身份证号不会保存，用不到的列不会读。应用之前什么都不会改，应用之后 30 天内可以撤销。
        </p>
      ) : null}
      {doing === undefined ? null : (
        <p role="status" className={css["doing"]}>
          <progress aria-label={doing} />
          {doing}…
        </p>
      )}
      <p role="alert" className={css["fault"]}>
        {doing === undefined ? (fault ?? template.fault) : undefined}
      </p>
      {readAgain === undefined || doing !== undefined ? null : (
        <Button icon="refresh" className={css["again"]} onClick={readAgain}>
          再读一次
        </Button>
      )}
    </section>
  );
}
