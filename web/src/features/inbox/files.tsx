import { useState } from "react";
import { FILE_TYPE_NAMES, type StoredFile } from "#contract";
import { absoluteUrl } from "../../api/request.ts";
import { platformEntry } from "../../session/platform-entry.ts";
import { AttachedFiles, isPicture } from "../../ui/attached-files.tsx";
import { LargePicture } from "./large-picture.tsx";

/** The pictures and files of a message; a picture that is pressed is shown large. */
export default function Files({ files }: { files: readonly StoredFile[] }) {
  const [open, setOpen] = useState<StoredFile>();
  const server = platformEntry.getState().global.apiServer ?? "";
  const address = (url: string) => absoluteUrl(url, server);
  return (
    <>
      <AttachedFiles
        files={files}
        address={address}
        kindOf={({ mime }) => FILE_TYPE_NAMES[mime]}
        onOpen={setOpen}
      />
      {open === undefined ? null : (
        <LargePicture
          pictures={files.filter(isPicture)}
          first={open}
          address={address}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
