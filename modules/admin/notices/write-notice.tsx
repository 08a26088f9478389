import { useEffect, useRef, useState } from "react";
import {
  NOTICE_CONFIRMS,
  NOTICE_GUARDIANS,
  NOTICE_TEXT_MAX,
  NOTICE_TITLE_MAX,
  previewNotice,
  sendNotice,
  type StoredFile,
} from "#contract";
import { type Attempt, attemptAt } from "../../../web/src/ui/attempt.ts";
import { Button } from "../../../web/src/ui/button.tsx";
import { Choice as Keys } from "../../../web/src/ui/choice.tsx";
import { TextField } from "../../../web/src/ui/text-field.tsx";
import type { Begun } from "../../../web/src/ui/use-attachments.ts";
import { useModule } from "../../kit/react-module.tsx";
import { useAct } from "../../kit/use-act.ts";
import { useAnswer } from "../../kit/use-answer.ts";
import change from "../change/change.module.css";
import { ChoiceField } from "../change/plan-form.tsx";
import { Part } from "../person/part.tsx";
import { goTo, hrefOf } from "../shell/address.ts";
import { DraftRestored, useUnsavedDraft, useKeepDraft } from "../shell/unsaved-draft.tsx";
import { MomentField } from "../fields/date-field.tsx";
import { momentOf } from "../fields/field-moment.ts";
import { useShowFault } from "../fields/field-faults.ts";
import { BackLink, Heading } from "../shell/heading.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { TextArea } from "../fields/text-area.tsx";
import { numberText } from "../shell/words.ts";
import { AudienceFields } from "./audience-fields.tsx";
import { FilesField, useNoticeFiles } from "./files-field.tsx";
import own from "./notices.module.css";
import { PreviewPanel } from "./preview.tsx";
import {
  choicesOf,
  CONFIRM_NAMES,
  type Draft,
  emptyDraft,
  filesLack,
  GUARDIANS_NAMES,
  hasAudience,
  isBegun,
  type Lack,
  lackOf,
} from "./rules.ts";

/** The attempts of those that were sent and are not known to have arrived. */
const unanswered = new Map<string, Attempt>();

/** Form for a new notice; it says whom the notice will reach before it is sent. */
export function WriteNotice() {
  const { send, notify } = useModule();
  const { school, organisations } = usePlace();
  const only = organisations.length === 1 ? organisations[0]?.id : undefined;
  const { key, left: begun, forget } = useUnsavedDraft("notice");
  const left = begun as { draft: Draft; list: readonly Begun<StoredFile>[] } | undefined;
  const [draft, setDraft] = useState(() => left?.draft ?? emptyDraft(school ?? only ?? ""));
  const [isSent, setSent] = useState(false);
  const [lack, setLack] = useState<Lack>();
  const [waitsForFiles, setWaitsForFiles] = useState(false);
  const [previews, setPreviews] = useState(false);
  const attachments = useNoticeFiles(left?.list);
  const { files, list } = attachments;
  const isUnsent = !isSent && (isBegun(draft) || list.length > 0);
  useKeepDraft(key, "正在写的通知", isUnsent ? { draft, list } : undefined);
  useEffect(() => {
    if (!isUnsent) unanswered.delete(key);
  }, [key, isUnsent]);
  const form = useRef<HTMLFormElement>(null);
  const showFault = useShowFault(form);
  const lackAt = (field: Lack["field"]) => (lack?.field === field ? lack.text : undefined);
  const { busy, fault, act, setFault } = useAct();
  const place = organisations.find(({ id }) => id === draft.school_id);
  const { data: preview, error, isAsked } = usePreview(draft, place?.is_whole === true);
  const edit = (to: Partial<Draft>) => {
    // the classes may come between two letters
    setDraft((now) => ({ ...now, ...to }));
    setLack(undefined);
    setFault(undefined);
  };
  const startAnew = () => {
    edit(emptyDraft(draft.school_id));
    attachments.clear();
    forget();
  };
  const submit = async () => {
    const { school_id, title, text, audience, confirm, guardians, isLater, at } = draft;
    const notice = {
      ...{ school_id, title, text, audience, confirm, guardians },
      choices: choicesOf(draft),
      file_keys: attachments.keys,
      ...(isLater && { send_at: momentOf(at) ?? "" }),
    };
    const attempt = attemptAt(notice, unanswered.get(key));
    unanswered.set(key, attempt);
    const { notice_id } = await send(sendNotice, { ...notice, attempt: attempt.key });
    setSent(true);
    notify(isLater ? "到时间就会发送" : "已发送，对方在“消息”里会看到", "success");
    goTo(["notices", notice_id]);
  };
  return (
    <>
      <BackLink href={hrefOf(["notices"])}>通知</BackLink>
      <Heading title="写通知" place="notices/new" />
      <Part title="内容和对象" wide>
        <form
          ref={form}
          className={change["form"]}
          aria-label="写通知"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            const lacks = lackOf(draft);
            const waits = filesLack(attachments) !== undefined;
            setLack(lacks);
            setWaitsForFiles(waits);
            if (lacks === undefined && !waits) void act(submit);
            else showFault();
          }}
        >
          {left === undefined ? null : (
            <DraftRestored way="清空，重新写" onDiscard={startAnew}>
              上次写的还没有发送，可以接着写。
            </DraftRestored>
          )}
          {organisations.length < 2 ? null : (
            <ChoiceField
              label="以谁的名义"
              options={organisations.map(({ id, name }) => ({ value: id, label: name }))}
              value={draft.school_id}
              onChange={(school_id) =>
                edit({
                  school_id,
                  audience: { identities: ["parent"], grade_ids: [], class_ids: [] },
                })
              }
            />
          )}
          <TextField
            label="标题"
            value={draft.title}
            error={lackAt("title")}
            maxLength={NOTICE_TITLE_MAX}
            autoComplete="off"
            onChange={({ target }) => edit({ title: target.value })}
          />
          <TextArea
            label="正文"
            rows={6}
            value={draft.text}
            error={lackAt("text")}
            maxLength={NOTICE_TEXT_MAX}
            hint="空一行就是另起一段。"
            onChange={({ target }) => edit({ text: target.value })}
          />
          <FilesField attachments={attachments} />
          {place === undefined ? null : (
            <AudienceFields
              key={`${place.id}/${left === undefined}`}
              place={place}
              audience={draft.audience}
              onChange={(audience) => edit({ audience })}
            />
          )}
          <ConfirmFields draft={draft} fault={lackAt("choices")} onChange={edit} />
          <div>
            <Keys
              name="什么时候发"
              options={[
                ["now", "现在"],
                ["later", "定时"],
              ]}
              value={draft.isLater ? "later" : "now"}
              onChoose={(when) => edit({ isLater: when === "later" })}
            />
          </div>
          {draft.isLater ? (
            <MomentField
              label="发送的时间"
              value={draft.at}
              error={lackAt("at")}
              onChange={(at) => edit({ at })}
            />
          ) : null}
          <p className={change["warning"]} role="status">
            {preview === undefined
              ? error === undefined
                ? isAsked
                  ? "正在算发给多少人…"
                  : "选好对象后，这里会说明发给多少人。"
                : "暂时算不出发给多少人，请检查对象后重试。"
              : `将发给 ${preview.sentence}。${
                  preview.without_guardian === 0
                    ? ""
                    : `其中 ${numberText(preview.without_guardian)} 位学生没有登记家长，收不到；发送后可以打印名单。`
                }${
                  draft.audience.identities.includes("student")
                    ? "学生在晚上 9 点到早上 7 点收不到，早上 7 点才到。"
                    : ""
                }`}
          </p>
          <p className={change["fault"]} role="alert">
            {lackAt(null) ?? (waitsForFiles ? filesLack(attachments) : undefined) ?? fault}
          </p>
          <div className={own["acts"]}>
            <Button type="submit" look="primary" busy={busy}>
              {draft.isLater ? "定时发送" : "发送"}
              {preview === undefined ? "" : `给 ${numberText(preview.people)} 人`}
            </Button>
            <Button aria-haspopup="dialog" onClick={() => setPreviews(true)}>
              预览
            </Button>
          </div>
        </form>
        {previews ? (
          <PreviewPanel
            title={draft.title}
            text={draft.text}
            files={files}
            onClose={() => setPreviews(false)}
          />
        ) : null}
      </Part>
    </>
  );
}

/** Counts whom a draft reaches, whenever its audience changes. */
function usePreview({ school_id, audience }: Draft, isWhole: boolean) {
  const limits = audience.grade_ids.length + audience.class_ids.length > 0;
  // who has only classes may not write to all of a school
  const isAsked = school_id !== "" && hasAudience(audience) && (isWhole || limits);
  const { data, error } = useAnswer(previewNotice, isAsked ? { school_id, audience } : null);
  return { data, error, isAsked };
}

function ConfirmFields({
  draft: { confirm, choices, guardians, audience },
  fault,
  onChange,
}: {
  draft: Draft;
  fault: string | undefined;
  onChange: (to: Partial<Draft>) => void;
}) {
  return (
    <>
      <div>
        <Keys
          name="需要确认吗"
          options={NOTICE_CONFIRMS.map((one) => [one, CONFIRM_NAMES[one]] as const)}
          value={confirm}
          onChoose={(chosen) => onChange({ confirm: chosen })}
        />
      </div>
      {confirm === "choice" ? (
        <TextArea
          label="可选的回答（每行一个，2 到 6 个）"
          rows={3}
          value={choices}
          error={fault}
          onChange={({ target }) => onChange({ choices: target.value })}
        />
      ) : null}
      {confirm !== "none" && audience.identities.includes("parent") ? (
        <div>
          <Keys
            name="一个孩子有几位家长时"
            options={NOTICE_GUARDIANS.map((one) => [one, GUARDIANS_NAMES[one]] as const)}
            value={guardians}
            onChoose={(chosen) => onChange({ guardians: chosen })}
          />
        </div>
      ) : null}
    </>
  );
}
