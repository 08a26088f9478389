import { useEffect, useRef, useState } from "react";
import {
  AGREEMENT_TEXT_MAX,
  AGREEMENT_TITLE_MAX,
  AGREEMENT_TYPE_NAMES,
  previewAgreement,
  publishAgreement,
  readAgreement,
  versionNote,
  type AgreementFormat,
  type AgreementType,
  type AnswerOf,
  type InputOf,
  type OwnProof,
} from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { TextField } from "../../../web/src/ui/text-field.tsx";
import { WrittenText } from "../../../web/src/ui/written-text.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { Refused, useAct } from "../../kit/use-act.ts";
import { useAnswer } from "../../kit/use-answer.ts";
import { Field } from "../change/plan-form.tsx";
import { ProvenConfirm } from "../sheets/proven-confirm.tsx";
import { DayField } from "../fields/date-field.tsx";
import { requireDays } from "../fields/field-moment.ts";
import { goTo, hrefOf } from "../shell/address.ts";
import { FileButton } from "../fields/file-button.tsx";
import { Choice } from "../fields/choice.tsx";
import { BackLink, Heading } from "../shell/heading.tsx";
import { SidePanel } from "../shell/side-panel.tsx";
import { TextArea } from "../fields/text-area.tsx";
import { dayText, numberText } from "../shell/words.ts";
import { Waiting } from "../shell/waiting-page.tsx";
import css from "./agreements.module.css";
import { formatOf, textOf } from "./rules.ts";

type Draft = InputOf<typeof previewAgreement>;
type Preview = AnswerOf<typeof previewAgreement>;

const FORMATS: readonly { value: AgreementFormat; label: string }[] = [
  { value: "html", label: "HTML（标题、列表、表格）" },
  { value: "text", label: "纯文字（空一行分段）" },
];

/** Editor of a new version of an agreement: begins with the text in force, shows it as people will read it, and publishes it. */
export function NewVersion({ type }: { type: AgreementType }) {
  const { data, error, reload } = useAnswer(readAgreement, { type });
  const name = AGREEMENT_TYPE_NAMES[type];
  return (
    <>
      <BackLink href={hrefOf(["agreements"])}>协议</BackLink>
      <Heading title={`${name}：新版本`} place={`agreements/${type}`} />
      {data === undefined ? (
        <Waiting height={420} error={error} onRetry={reload} />
      ) : (
        <Editor first={{ type, title: data.title, content: data.content, format: "html" }} />
      )}
    </>
  );
}

function Editor({ first }: { first: Draft }) {
  const { send } = useModule();
  const [draft, setDraft] = useState(first);
  const [preview, setPreview] = useState<Preview>();
  const { busy, fault, lackAt, act } = useAct();
  const change = (changed: Partial<Draft>) => {
    setDraft({ ...draft, ...changed });
    // it showed another text
    setPreview(undefined);
  };
  const look = () =>
    act(async () => {
      if (draft.title.trim() === "") throw new Refused("请填写标题", "title");
      if (draft.content.trim() === "") throw new Refused("请填写正文", "content");
      requireDays(draft.effective_day ?? "");
      setPreview(await send(previewAgreement, draft));
    });
  return (
    <div className={css["parts"]}>
      <form
        className={css["form"]}
        aria-label="新版本"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void look();
        }}
      >
        <TextField
          label="标题"
          value={draft.title}
          error={lackAt("title")}
          maxLength={AGREEMENT_TITLE_MAX}
          autoComplete="off"
          onChange={({ target }) => change({ title: target.value })}
        />
        <FromFile onText={(content, format) => change({ content, format })} />
        <Field label="格式">
          <Choice
            tall
            label="格式"
            options={FORMATS}
            value={draft.format}
            onChange={(format) => change({ format: format === "text" ? "text" : "html" })}
          />
        </Field>
        <TextArea
          label="正文"
          value={draft.content}
          error={lackAt("content")}
          rows={18}
          maxLength={AGREEMENT_TEXT_MAX}
          spellCheck={false}
          className={css["code"]}
          onChange={({ target }) => change({ content: target.value })}
        />
        <DayField
          label="生效的日子"
          value={draft.effective_day ?? ""}
          hint="北京时间零点起；不填则发布后立即生效"
          onChange={(day) => {
            const { effective_day: _before, ...rest } = draft;
            setDraft(day === "" ? rest : { ...rest, effective_day: day });
            setPreview(undefined);
          }}
        />
        <p className={css["fault"]} role="alert">
          {fault}
        </p>
        <Button type="submit" look="primary" busy={busy}>
          预览
        </Button>
      </form>
      {preview === undefined ? null : <Look draft={draft} preview={preview} />}
    </div>
  );
}

/** Reads the text of a file, as a word processor saves it. */
function FromFile({ onText }: { onText: (text: string, format: AgreementFormat) => void }) {
  const { fault, act } = useAct();
  const take = (file: File) =>
    act(async () => {
      const format = formatOf(file.name);
      if (format === undefined) {
        throw new Refused("只能用 .html 或 .txt 文件；Word 请另存为“网页”");
      }
      const bytes = await file.arrayBuffer().catch(() => {
        throw new Refused("这个文件读不出来，请重新选择");
      });
      onText(textOf(bytes), format);
    });
  return (
    <div>
      <FileButton
        label="用文件替换正文（选填）"
        accept=".html,.htm,.txt"
        onFile={(file) => void take(file)}
      >
        用文件替换正文…
      </FileButton>
      <p className={css["fault"]} role="alert">
        {fault}
      </p>
    </div>
  );
}

/** Shows the text as people will read it, its consequences, and the button to publish it. */
function Look({ draft, preview }: { draft: Draft; preview: Preview }) {
  const { send, notify } = useModule();
  const [asking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // it comes above or below what was pressed
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  }, []);
  const { agreement, dropped, asks, refusal } = preview;
  const name = `《${agreement.title}》第 ${agreement.version} 版`;
  const people =
    draft.type === "child"
      ? `${numberText(asks)} 位 14 岁以下孩子的监护人要重新同意`
      : `${numberText(asks)} 人登录时要重新同意`;
  const publish = async (proof: OwnProof) => {
    await send(publishAgreement, { ...draft, ...proof });
    notify(`已发布${name}`, "success");
    goTo(["agreements"]);
  };
  return (
    <section className={css["preview"]} aria-label="预览">
      <h3 ref={heading} tabIndex={-1} className={css["title"]}>
        读的人会看到
      </h3>
      <ul className={css["notes"]}>
        <li>
          {draft.effective_day === undefined
            ? "发布后立即"
            : `${dayText(agreement.effective_at)}起`}
          生效，生效后{people}。
        </li>
        {dropped.length === 0 ? null : <li>不会保留的内容：{dropped.join("、")}</li>}
      </ul>
      {refusal === null ? (
        <Button look="primary" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          发布这一版…
        </Button>
      ) : (
        <p role="alert" className={css["refusal"]}>
          {refusal}
        </p>
      )}
      <div className={css["read"]}>
        <WrittenText
          title={agreement.title}
          note={versionNote(agreement)}
          html={agreement.content}
          heading="h3"
        />
      </div>
      {asking ? (
        <SidePanel title={name} onClose={() => setAsking(false)}>
          <ProvenConfirm act={`发布${name}`} ask={publish} onCancel={() => setAsking(false)}>
            <p>
              {people}
              。发布以后不能再改；没有生效的可以撤回，已经生效的用下一版取代。
            </p>
          </ProvenConfirm>
        </SidePanel>
      ) : null}
    </section>
  );
}
