import { useRef } from "react";
import { failureText } from "../../api/failures.ts";
import { Button } from "../../ui/button.tsx";
import { useAct } from "../../ui/use-act.ts";
import { Group, Select } from "./fields.tsx";
import css from "./page.module.css";

/** A picture of the platform's, or one that is put now. */
export function IconField({
  icon,
  icons,
  error,
  onChange,
}: {
  icon: string;
  icons: readonly string[];
  error?: string | undefined;
  onChange: (icon: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const { busy, fault, act } = useAct(failureText);
  const known = icons.includes(icon) || icon === "" ? icons : [icon, ...icons];

  async function put(file: File) {
    const { uploadFile } = await import("../../session/upload.ts");
    onChange((await uploadFile(file, "app-icon")).url);
  }

  return (
    <Group label="图标" error={fault ?? error}>
      {icon === "" ? null : (
        <img
          src={icon.startsWith("/") ? icon : import.meta.env.BASE_URL + icon}
          className={css["icon"]}
          width={44}
          height={44}
          alt="现在的图标"
        />
      )}
      <Select
        label="已有的图标"
        value={icon}
        options={[
          ["", "没有（显示名称的第一个字）"],
          ...known.map((one) => [one, one.startsWith("/") ? "上传的图片" : one] as const),
        ]}
        onChoose={onChange}
      />
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        className="visually-hidden"
        tabIndex={-1}
        aria-label="图标文件"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) void act(() => put(file));
        }}
      />
      <Button busy={busy} onClick={() => input.current?.click()}>
        上传图片
      </Button>
    </Group>
  );
}
