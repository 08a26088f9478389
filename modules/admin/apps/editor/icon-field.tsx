import { iconAddress } from "../../../kit/icon-address.ts";
import { useModule } from "../../../kit/react-module.tsx";
import { useAct } from "../../../kit/use-act.ts";
import { FileButton, PICTURE_TYPES } from "../../fields/file-button.tsx";
import css from "./editor.module.css";
import { Group } from "./fields.tsx";

/** Chooses one of the platform's icons from a grid, or uploads one. */
export function IconField({
  icon,
  icons,
  error,
  onChange,
}: {
  icon: string;
  /** The name of each of the platform's icons. */
  icons: ReadonlyMap<string, string>;
  error?: string | undefined;
  onChange: (icon: string) => void;
}) {
  const module = useModule();
  const { busy, fault, act } = useAct();
  const known = new Set(icon === "" ? icons.keys() : [...icons.keys(), icon]);

  async function put(file: File) {
    onChange((await module.upload(file, "app-icon")).url);
  }

  return (
    <Group label="图标" error={fault ?? error}>
      <div className={css["icons"]} role="radiogroup" aria-label="图标">
        {["", ...known].map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="app-icon"
              className="visually-hidden"
              aria-label={nameOf(one, icons.get(one))}
              checked={one === icon}
              onChange={() => onChange(one)}
            />
            {one === "" ? (
              <span className={css["noIcon"]}>无</span>
            ) : (
              <img
                src={iconAddress(module, one)}
                className={css["icon"]}
                width={40}
                height={40}
                alt=""
              />
            )}
          </label>
        ))}
      </div>
      <FileButton
        label="图标文件"
        accept={PICTURE_TYPES}
        busy={busy}
        onFile={(file) => void act(() => put(file))}
      >
        上传图片
      </FileButton>
    </Group>
  );
}

/** Returns an icon's name for screen readers: 图标 作业. */
function nameOf(icon: string, name = "上传的图片"): string {
  return icon === "" ? "没有图标，显示名称的第一个字" : `图标 ${name}`;
}
