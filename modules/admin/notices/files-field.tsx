import { FILE_LIMITS, NOTICE_FILES_MAX, type StoredFile } from "#contract";
import { classNames } from "../../../web/src/ui/class-names.ts";
import { FilesPicker } from "../../../web/src/ui/files-picker.tsx";
import {
  type Attachments,
  type Begun,
  useAttachments,
} from "../../../web/src/ui/use-attachments.ts";
import { useModule } from "../../kit/react-module.tsx";
import { useFileDrop } from "../fields/use-file-drop.ts";
import css from "./files-field.module.css";
import { filesFault } from "./rules.ts";

/** Keeps the files of a notice that is being written or changed. */
export function useNoticeFiles(begin?: readonly Begun<StoredFile>[]): Attachments<StoredFile> {
  const { upload, explain } = useModule();
  return useAttachments<StoredFile>({
    ...(begin && { begin }),
    put: (file, options) => upload(file, "notice", options),
    faultOf: filesFault,
    explain,
  });
}

const ACCEPTED = [...FILE_LIMITS.notice.types, ".docx", ".xlsx", ".pptx"];

/** Field for a notice's pictures and files: chosen, or dropped on it. */
export function FilesField({ attachments }: { attachments: Attachments<StoredFile> }) {
  const { isOver, handlers } = useFileDrop((files) => attachments.add(files));
  return (
    <div
      className={classNames(css["field"], isOver && css["over"])}
      role="group"
      aria-label="图片和文件"
      {...handlers}
    >
      <p className={css["label"]}>图片和文件（可以不加）</p>
      <FilesPicker
        attachments={attachments}
        accept={ACCEPTED}
        label="选择图片和文件"
        most={NOTICE_FILES_MAX}
      >
        添加图片或文件
      </FilesPicker>
      <p className={css["soft"]}>
        也可以拖到这里。图片、PDF、Word、Excel、PPT、MP3、MP4，最多 9 个，每个不超过 20
        MB，合计不超过 50 MB；只有收到的人能打开。
      </p>
    </div>
  );
}
