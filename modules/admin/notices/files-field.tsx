import { type DragEvent, useRef, useState } from "react";
import { FILE_LIMITS, NOTICE_FILES_MAX, type StoredFile } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { classNames } from "../../../web/src/ui/class-names.ts";
import { IconButton } from "../../../web/src/ui/icon-button.tsx";
import { sizeText } from "../../../web/src/ui/size-text.ts";
import {
  type Attachment,
  type Attachments,
  useAttachments,
} from "../../../web/src/ui/use-attachments.ts";
import { useModule } from "../../kit/react-module.tsx";
import css from "./files-field.module.css";
import { filesFault } from "./rules.ts";

/** Keeps the files of a notice that is being written or changed. */
export function useNoticeFiles(begin?: readonly StoredFile[]): Attachments<StoredFile> {
  const { upload, explain } = useModule();
  return useAttachments<StoredFile>({
    ...(begin && { begin }),
    put: (file, options) => upload(file, "notice", options),
    faultOf: filesFault,
    explain,
  });
}

const ACCEPTED = [...FILE_LIMITS.notice.types, ".docx", ".xlsx", ".pptx"].join(",");

/** Field for a notice's pictures and files: chosen, or dropped on it; each shows its progress and can be removed. */
export function FilesField({ attachments }: { attachments: Attachments<StoredFile> }) {
  const { list, fault, add, remove } = attachments;
  const chooser = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(false);
  const onDrag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(event.type === "dragover");
  };
  const drop = (event: DragEvent) => {
    onDrag(event);
    add([...event.dataTransfer.files]);
  };
  return (
    <div
      ref={field}
      className={classNames(css["field"], over && css["over"])}
      role="group"
      aria-label="图片和文件"
      onDragOver={onDrag}
      onDragLeave={onDrag}
      onDrop={drop}
    >
      <p className={css["label"]}>图片和文件（可以不加）</p>
      <input
        ref={chooser}
        type="file"
        multiple
        accept={ACCEPTED}
        className="visually-hidden"
        tabIndex={-1}
        aria-label="选择图片和文件"
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
      {list.length === 0 ? null : (
        <ul className={css["list"]}>
          {list.map((one) => (
            <li key={one.id} className={css["row"]}>
              <span className={css["words"]}>
                <span className={css["name"]}>{one.name}</span>
                <span
                  className={one.fault === undefined ? css["soft"] : css["fault"]}
                  role="status"
                >
                  {stateOf(one)}
                </span>
              </span>
              <IconButton
                icon="close"
                label={`${one.stored || one.fault ? "移除" : "取消上传"} ${one.name}`}
                onClick={() => {
                  remove(one.id);
                  field.current?.querySelector<HTMLElement>("[data-add] button")?.focus();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <div data-add="">
        <Button
          icon="plus"
          disabled={list.length >= NOTICE_FILES_MAX}
          onClick={() => chooser.current?.click()}
        >
          添加图片或文件
        </Button>
      </div>
      <p className={css["fault"]} role="alert">
        {fault}
      </p>
      <p className={css["soft"]}>
        也可以拖到这里。图片、PDF、Word、Excel、PPT、MP3、MP4，最多 9 个，每个不超过 20
        MB，合计不超过 50 MB；只有收到的人能打开。
      </p>
    </div>
  );
}

function stateOf({ stored, fault, part, size }: Attachment<StoredFile>): string {
  if (fault !== undefined) return fault;
  if (stored !== undefined) return sizeText(size);
  return part < 1 ? `已上传 ${Math.round(part * 100)}%` : "正在检查…";
}
