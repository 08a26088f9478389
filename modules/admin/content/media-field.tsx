import {
  CONTENT_FIELD_NAMES,
  FILE_LIMITS,
  MEDIA_TYPE_NAMES,
  mediaTypeOf,
  mediumKeyOf,
  type ContentValues,
  type MediaType,
} from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { useModule } from "../../kit/react-module.tsx";
import css from "../fields/picture-field.module.css";
import { useUpload } from "../fields/use-upload.tsx";

/** A lesson's medium that is uploaded; `onChange` gets all three fields of it, empty ones for none. */
export function MediaField({
  values: { media_url: url = "", media_name: name = "", media_type: type = "" },
  fault: given,
  onChange,
}: {
  values: ContentValues;
  fault?: string | undefined;
  onChange: (medium: Pick<ContentValues, "media_url" | "media_name" | "media_type">) => void;
}) {
  const { fileAddress } = useModule();
  const isUploaded = mediumKeyOf(url) !== undefined;
  const { button, fault } = useUpload({
    ...{ label: "要上传的媒体文件", accept: FILE_LIMITS.media.types.join(","), purpose: "media" },
    words: isUploaded ? "换一个文件" : "上传文件",
    onStored: (stored) =>
      onChange({
        media_url: stored.url,
        media_type: mediaTypeOf(stored.mime),
        media_name: stored.name.replace(/\.\w+$/, ""),
      }),
  });
  return (
    <div role="group" aria-label="媒体文件">
      <p className={css["label"]}>媒体文件</p>
      <div className={css["picture"]}>
        {isUploaded ? (
          <span className={css["name"]}>
            {MEDIA_TYPE_NAMES[type as MediaType]}“{name}”，
            <a href={fileAddress(url)} target="_blank" rel="noopener noreferrer">
              打开看看
            </a>
          </span>
        ) : null}
        {button}
        {isUploaded ? (
          <Button
            look="quiet"
            onClick={() => onChange({ media_url: "", media_name: "", media_type: "" })}
          >
            不用这个文件
          </Button>
        ) : null}
      </div>
      {isUploaded ? null : (
        <p className={css["hint"]}>
          视频（MP4）、音频（MP3）、文档（PDF）或图片，不超过 10
          MB，能找到这个内容的人登录后才能打开。更大的请放在别处，在下面填
          {CONTENT_FIELD_NAMES.media_url}。
        </p>
      )}
      <p className={css["fault"]} role="alert">
        {fault ?? (isUploaded ? given : undefined)}
      </p>
    </div>
  );
}
