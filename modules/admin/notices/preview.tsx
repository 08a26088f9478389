import { FILE_TYPE_NAMES, type StoredFile } from "#contract";
import { AttachedFiles } from "../../../web/src/ui/attached-files.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { SidePanel } from "../shell/side-panel.tsx";
import own from "./notices.module.css";

/** The text of a notice with its pictures and files. */
export function NoticeBody({ text, files }: { text: string; files: readonly StoredFile[] }) {
  const { fileAddress } = useModule();
  return (
    <>
      <p className={own["text"]}>{text}</p>
      <AttachedFiles
        files={files}
        address={fileAddress}
        kindOf={({ mime }) => FILE_TYPE_NAMES[mime]}
      />
    </>
  );
}

/** Panel that shows a notice as its recipients will see it, before it is sent. */
export function PreviewPanel({
  title,
  text,
  files,
  onClose,
}: {
  title: string;
  text: string;
  files: readonly StoredFile[];
  onClose: () => void;
}) {
  return (
    <SidePanel title="收到的人会看到" onClose={onClose}>
      <article>
        <h3 className={own["previewTitle"]}>{title.trim() || "（还没有标题）"}</h3>
        <NoticeBody text={text.trim() || "（还没有正文）"} files={files} />
      </article>
    </SidePanel>
  );
}
