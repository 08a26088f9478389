import { useRef } from "react";
import { FEEDBACK_LIMITS, FILE_LIMITS, type StoredFile } from "#contract";
import { failureText } from "../../api/failures.ts";
import { uploadFile } from "../../session/upload.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { sizeText } from "../../ui/size-text.ts";
import { type Attachment, type Attachments, useAttachments } from "../../ui/use-attachments.ts";
import css from "./form.module.css";
import { filesFault } from "./rules.ts";

/** Keeps the files attached to a message. */
export function useMessageFiles(): Attachments<StoredFile> {
  return useAttachments<StoredFile>({
    put: (file, options) => uploadFile(file, "feedback", options),
    faultOf: (files, list) => filesFault(files, list.length),
    explain: failureText,
  });
}

/** Field for choosing files for a message; each shows its progress and can be removed. */
export function AttachmentsField({ attachments }: { attachments: Attachments<StoredFile> }) {
  const { list, fault, add, remove } = attachments;
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <div>
      <input
        ref={chooser}
        type="file"
        multiple
        accept={FILE_LIMITS.feedback.types.join(",")}
        className="visually-hidden"
        tabIndex={-1}
        aria-label="选择附件"
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
      {list.length === 0 ? null : (
        <ul className={css["files"]}>
          {list.map((one) => (
            <li key={one.id} className={css["file"]}>
              <span className={css["file-name"]}>{one.name}</span>
              <span className={one.fault === undefined ? css["soft"] : css["fault"]} role="status">
                {stateOf(one)}
              </span>
              <IconButton
                icon="close"
                label={`${one.stored || one.fault ? "移除" : "取消上传"} ${one.name}`}
                onClick={() => {
                  remove(one.id);
                  chooser.current?.parentElement?.querySelector("button")?.focus();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <Button
        icon="plus"
        disabled={list.length >= FEEDBACK_LIMITS.attachments}
        onClick={() => chooser.current?.click()}
      >
        添加图片或 PDF
      </Button>
      <p className={css["fault"]} role="alert">
        {fault}
      </p>
    </div>
  );
}

function stateOf({ stored, fault, part, size }: Attachment<StoredFile>): string {
  if (fault !== undefined) return fault;
  if (stored !== undefined) return sizeText(size);
  return part < 1 ? `${Math.round(part * 100)}%` : "正在保存……";
}
