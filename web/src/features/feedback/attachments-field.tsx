import { useEffect, useState } from "react";
import { FEEDBACK_LIMITS, FILE_LIMITS } from "#contract";
import { failureText } from "../../api/failures.ts";
import { readJson, tabStore } from "../../platform/storage.ts";
import { uploadFile } from "../../session/upload.ts";
import { FilesPicker } from "../../ui/files-picker.tsx";
import { type Attachments, useAttachments } from "../../ui/use-attachments.ts";
import css from "./form.module.css";
import { filesFault, filesFrom } from "./rules.ts";

/**
 * Keeps the files attached to a message, beside its draft in this tab: also the names of those whose upload was cut off,
 * so that none is missed unseen.
 */
export function useMessageFiles(draftKey: string): Attachments {
  const key = `${draftKey}:files`;
  const [begin] = useState(() => filesFrom(readJson(tabStore, key)));
  const attachments = useAttachments({
    begin,
    put: (file, options) => uploadFile(file, "feedback", options),
    faultOf: (files, list) => filesFault(files, list.length),
    explain: failureText,
  });
  const files = attachments.list.map(({ name, size, stored }) => ({
    name,
    size,
    key: stored?.key,
  }));
  // as text: each part of a file that is sent makes the list anew, and none of this
  const kept = files.length === 0 ? "" : JSON.stringify(files);
  useEffect(() => {
    if (kept === "") tabStore.remove(key);
    else tabStore.write(key, kept);
  }, [key, kept]);
  return attachments;
}

/** Field for choosing files for a message. */
export function AttachmentsField({ attachments }: { attachments: Attachments }) {
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
