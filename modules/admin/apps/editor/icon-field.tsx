import { iconAddress } from "../../../kit/icon-address.ts";
import { useModule } from "../../../kit/react-module.tsx";
import picture from "../../fields/picture-field.module.css";
import { useUpload } from "../../fields/use-upload.tsx";
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
  const { button, fault } = useUpload({
    ...{ label: "图标文件", purpose: "app-icon", words: "上传图片" },
    onStored: ({ url }) => onChange(url),
  });
  const known = new Set(icon === "" ? icons.keys() : [...icons.keys(), icon]);

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
      <div className={picture["picture"]}>{button}</div>
    </Group>
  );
}

/** Returns an icon's name for screen readers: 图标 作业. */
function nameOf(icon: string, name = "上传的图片"): string {
  return icon === "" ? "没有图标，显示名称的第一个字" : `图标 ${name}`;
}
