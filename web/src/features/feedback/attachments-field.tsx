import { FEEDBACK_LIMITS, FILE_LIMITS, type StoredFile } from "#contract";
import { failureText } from "../../api/failures.ts";
import { uploadFile } from "../../session/upload.ts";
import { FilesPicker } from "../../ui/files-picker.tsx";
import { type Attachments, useAttachments } from "../../ui/use-attachments.ts";
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

/** Field for choosing files for a message. */
export function AttachmentsField({ attachments }: { attachments: Attachments<StoredFile> }) {
  return (
    <div className={css["attachments"]}>
      <FilesPicker
        attachments={attachments}
        accept={FILE_LIMITS.feedback.types}
        label="选择附件"
        most={FEEDBACK_LIMITS.attachments}
      >
        添加图片或 PDF
      </FilesPicker>
    </div>
  );
}
