import { useEffect, useRef, useState, type ChangeEvent } from "react";
import { FILE_LIMITS, type User } from "#contract";
import { Avatar } from "../../web/src/ui/avatar.tsx";
import { Button } from "../../web/src/ui/button.tsx";
import { Card } from "../kit/card.tsx";
import { useModule } from "../kit/react-module.tsx";
import { useAct } from "../kit/use-act.ts";
import { useFocusBack } from "../kit/use-focus-back.ts";
import css from "./avatar.module.css";
import { pictureFault, wholePicture, type Crop } from "./crop-rules.ts";
import { CropView } from "./crop-view.tsx";
import { openPicture, squareFile } from "./picture-file.ts";
import { useSave } from "./use-save.ts";

const TYPES = FILE_LIMITS.avatar.types;

interface Chosen {
  picture: HTMLImageElement;
  crop: Crop;
}

/** Chooses, crops and removes the avatar (ID-09). */
export function AvatarPart({ user }: { user: User }) {
  const [chosen, setChosen] = useState<Chosen>();
  const chooser = useRef<HTMLInputElement>(null);
  const save = useSave();
  const { busy, fault, setFault, act } = useAct();
  const choose = () => chooser.current?.click();

  async function onChosen({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0];
    // the same file again is a choice again
    currentTarget.value = "";
    if (file === undefined) return;
    const wrong = pictureFault(file, TYPES);
    setFault(wrong);
    if (wrong !== undefined) return;
    try {
      const picture = await openPicture(file);
      setChosen({ picture, crop: wholePicture(picture.naturalWidth, picture.naturalHeight) });
    } catch {
      setFault("这张图片打不开，请换一张");
    }
  }

  return (
    <Card title="头像" hint="可以是 JPG、PNG、WebP 或 GIF 格式的图片。">
      <input
        ref={chooser}
        type="file"
        accept={TYPES.join(",")}
        className="visually-hidden"
        tabIndex={-1}
        aria-label="选择头像图片"
        onChange={(event) => void onChosen(event)}
      />
      {chosen === undefined ? (
        <div className={css["row"]}>
          <Avatar name={user.name ?? ""} src={user.avatar} size={88} />
          <div className={css["actions"]}>
            <Button onClick={choose}>{user.avatar ? "更换头像" : "选择图片"}</Button>
            {user.avatar ? (
              <Button look="quiet" busy={busy} onClick={() => void act(() => save({ avatar: "" }))}>
                删除头像
              </Button>
            ) : null}
          </div>
        </div>
      ) : (
        <Cropping
          {...chosen}
          onCrop={(crop) => setChosen({ ...chosen, crop })}
          onOther={choose}
          onDone={() => setChosen(undefined)}
        />
      )}
      <p className={css["fault"]} role="alert">
        {fault}
      </p>
    </Card>
  );
}

function Cropping({
  picture,
  crop,
  onCrop,
  onOther,
  onDone,
}: Chosen & { onCrop: (crop: Crop) => void; onOther: () => void; onDone: () => void }) {
  const { upload, explain } = useModule();
  const save = useSave();
  const [part, setPart] = useState<number>();
  const [fault, setFault] = useState<string>();
  const stop = useRef<AbortController>(undefined);
  // it is gone while the picture is sent, and the focus with it
  const saving = useFocusBack(part !== undefined);
  useEffect(() => () => stop.current?.abort(), []);

  async function onSave() {
    const mine = new AbortController();
    stop.current = mine;
    setFault(undefined);
    setPart(0);
    try {
      const file = await squareFile(picture, crop);
      const options = { signal: mine.signal, onProgress: setPart };
      const { url } = await upload(file, "avatar", options);
      await save({ avatar: url });
      return onDone();
    } catch (error) {
      if (!mine.signal.aborted) setFault(explain(error));
    }
    setPart(undefined);
  }

  return (
    <div>
      <CropView picture={picture} crop={crop} onCrop={part === undefined ? onCrop : ignore} />
      {part === undefined ? (
        <div className={css["actions"]}>
          <Button ref={saving} look="primary" onClick={() => void onSave()}>
            保存头像
          </Button>
          <Button onClick={onOther}>换一张</Button>
          <Button look="quiet" onClick={onDone}>
            取消
          </Button>
        </div>
      ) : (
        <div className={css["actions"]}>
          <p className={css["progress"]} role="status">
            {part < 1 ? `正在上传 ${Math.round(part * 100)}%` : "正在保存……"}
          </p>
          <Button onClick={() => stop.current?.abort()}>取消上传</Button>
        </div>
      )}
      <p className={css["fault"]} role="alert">
        {fault}
      </p>
    </div>
  );
}

function ignore() {}
