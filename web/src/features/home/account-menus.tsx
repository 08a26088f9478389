import { type ReactNode, useState } from "react";
import { IDENTITY_NAMES, type Identity, type School, type User } from "#contract";
import { absoluteUrl } from "../../api/request.ts";
import { signOut } from "../../session/logout.ts";
import { platformEntry } from "../../session/platform-entry.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Icon } from "../../ui/icon.tsx";
import { lazy } from "../../ui/lazy.tsx";
import { MenuButton } from "../../ui/menu.tsx";
import css from "./account-menus.module.css";
import type { Child } from "../../session/own-child.ts";
import type { AccountPanelProps } from "./account-panel.tsx";

const loadPanel = () => import("./account-panel.tsx");
const AccountPanel = lazy(loadPanel, null, true);
// in one file: each name of a further one is in the first load
const UnsavedDialog = lazy(async () => ({ default: (await loadPanel()).UnsavedDialog }));
const LooksDialog = lazy(async () => ({ default: (await loadPanel()).LooksDialog }));

/** Fetches what an open menu needs, ahead of the click; a failure shows when the menu opens. */
export function prepareMenus(): void {
  loadPanel().catch(() => {});
}

/** Menu of identities in the top bar, for those with several besides parent (ID-04). */
export function IdentityMenu({
  identities,
  current,
}: {
  identities: readonly Identity[];
  current: Identity;
}) {
  return (
    <MenuButton<AccountPanelProps>
      label={`当前身份：${IDENTITY_NAMES[current]}，切换身份`}
      className={css["identity"]}
      trigger={<Named>{IDENTITY_NAMES[current]}</Named>}
      onNear={prepareMenus}
      Panel={AccountPanel}
      shown={{ of: "identity", identities, current }}
    />
  );
}

/** The school's logo and name; a menu where the identity has several enabled ones (ID-08). */
export function SchoolName({ school, schools }: { school: School; schools: readonly School[] }) {
  if (schools.length < 2) {
    return (
      <p className={css["school"]}>
        <Logo school={school} />
        <span className={css["clip"]}>{school.name}</span>
      </p>
    );
  }
  return (
    <MenuButton<AccountPanelProps>
      label={`当前学校：${school.name}，切换学校`}
      align="start"
      className={css["school"]}
      trigger={
        <>
          <Logo school={school} />
          <Named>{school.name}</Named>
        </>
      }
      onNear={prepareMenus}
      Panel={AccountPanel}
      shown={{ of: "school", school, schools }}
    />
  );
}

/** A parent's current child; a menu where there are several (HO-01). */
export function ChildMenu({ of, current }: { of: User; current: Child }) {
  const { children = [] } = of;
  const picture = (
    <span className={css["child"]}>
      <Avatar name={current.name} src={current.avatar} size={28} />
    </span>
  );
  if (children.length < 2) {
    return (
      <p className={css["school"]}>
        {picture}
        <span className={css["clip"]}>{current.name}</span>
      </p>
    );
  }
  return (
    <>
      {picture}
      <MenuButton<AccountPanelProps>
        label={`当前孩子：${current.name}，换一个孩子`}
        align="start"
        className={css["school"]}
        trigger={<Named>{current.name}</Named>}
        onNear={prepareMenus}
        Panel={AccountPanel}
        shown={{ of: "child", children, current }}
      />
    </>
  );
}

function Logo({ school: { logo } }: { school: School }) {
  const { apiServer } = platformEntry.getState().global;
  return logo ? (
    <img className={css["logo"]} src={absoluteUrl(logo, apiServer ?? "")} alt="" />
  ) : null;
}

function Named({ children }: { children: string }) {
  return (
    <>
      <span className={css["clip"]}>{children}</span>
      <Icon name="chevron-down" size={18} />
    </>
  );
}

/** The person's menu: their identities, what is theirs and 退出登录; under the avatar, or on a phone at the foot. */
export function AvatarMenu({
  user,
  identities,
  current,
  foot,
}: {
  user: User;
  identities: readonly Identity[];
  current: Identity;
  /** The button at the foot of a phone. */
  foot?: { label: string; isCurrent: boolean; className: string | undefined; face: ReactNode };
}) {
  const [asks, setAsks] = useState<"leave" | "looks" | null>(null);
  const end = () => setAsks(null);
  const name = user.name ?? "";
  return (
    <>
      <MenuButton<AccountPanelProps>
        label={`${foot ? `${foot.label}：` : ""}${name}，个人菜单`}
        align={foot ? "above" : "end"}
        isCurrent={foot?.isCurrent}
        className={foot ? foot.className : css["avatar"]}
        trigger={foot ? foot.face : <Avatar name={name} src={user.avatar} />}
        onNear={prepareMenus}
        Panel={AccountPanel}
        shown={{ of: "person", user, identities, current, onAsk: setAsks }}
      />
      {asks === "leave" ? <UnsavedDialog onStay={end} onLeave={() => void signOut()} /> : null}
      {asks === "looks" ? <LooksDialog onClose={end} /> : null}
    </>
  );
}
