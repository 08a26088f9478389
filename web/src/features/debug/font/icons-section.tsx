import { useState } from "react";
import { readApps, type App, type Identity } from "#contract";
import { send } from "../../../api/client.ts";
import { failureText } from "../../../api/failures.ts";
import { useQuery } from "../../../api/query.ts";
import { useSession } from "../../../session/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon, ICON_NAMES } from "../../../ui/icon.tsx";
import { Actions, Section, Trouble } from "../parts/debug-page.tsx";
import css from "./page.module.css";

const address = (path: string) =>
  /^(https?:\/)?\//.test(path) ? path : import.meta.env.BASE_URL + path;

/** The product's own glyphs, and the pictures of every app that this person can see. */
export function IconsSection({ onBroken }: { onBroken: (addresses: readonly string[]) => void }) {
  const identity = useSession((state) => state.identity);
  return (
    <Section title="图标" note="界面图标跟随文字颜色；应用图标有彩色和单色两种。" wide>
      <h3 className={css["name"]}>界面图标（{ICON_NAMES.length} 个）</h3>
      <ul className={css["icons"]}>
        {ICON_NAMES.map((name) => (
          <li key={name}>
            <Icon name={name} size={24} />
            <span>{name}</span>
          </li>
        ))}
      </ul>
      {identity === null ? null : <AppIcons identity={identity} onBroken={onBroken} />}
    </Section>
  );
}

function AppIcons({
  identity,
  onBroken,
}: {
  identity: Identity;
  onBroken: (addresses: readonly string[]) => void;
}) {
  const [broken, setBroken] = useState<readonly string[]>([]);
  const { data, error, loading, reload } = useQuery(`debug-apps:${identity}`, () =>
    send(readApps, { identity: `${identity},all` }, { quietGeneral: true, quietError: true }),
  );

  function mark(path: string) {
    const all = [...new Set([...broken, path])];
    setBroken(all);
    onBroken(all);
  }

  if (data === undefined) {
    return loading ? (
      <p role="status">正在读取应用图标……</p>
    ) : (
      <>
        <Trouble what="没能读取应用图标。" todo={failureText(error)} />
        <Actions>
          <Button onClick={() => void reload()}>重试</Button>
        </Actions>
      </>
    );
  }
  return (
    <>
      <h3 className={css["name"]}>应用图标（{data.apps.length} 个应用）</h3>
      <p role="status">
        {broken.length === 0 ? "" : `没有加载成功：${broken.join("、")}。请在应用管理里换图标。`}
      </p>
      <ul className={css["icons"]}>
        {data.apps.map((app) => (
          <li key={app.id}>
            <span className={css["pair"]}>
              <Picture path={app.icon} onBroken={mark} />
              <Picture path={app.icon_mono} mask onBroken={mark} />
            </span>
            <span>{app.name}</span>
            <Missing app={app} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Loads a mask also as a picture, since the browser reports no failure of a mask. */
function Picture({
  path,
  mask = false,
  onBroken,
}: {
  path: string;
  mask?: boolean;
  onBroken: (path: string) => void;
}) {
  if (path === "") return <span className={css["none"]}>无</span>;
  const url = `url("${address(path)}")`;
  const image = (
    <img
      src={address(path)}
      className={mask ? css["hidden"] : undefined}
      width={32}
      height={32}
      alt=""
      onError={() => onBroken(path)}
    />
  );
  if (!mask) return image;
  return (
    <span className={css["mask"]} style={{ maskImage: url, WebkitMaskImage: url }}>
      {image}
    </span>
  );
}

function Missing({ app }: { app: App }) {
  const lacks = [...(app.icon === "" ? ["彩色"] : []), ...(app.icon_mono === "" ? ["单色"] : [])];
  return lacks.length === 0 ? null : <small>没有{lacks.join("和")}图标</small>;
}
