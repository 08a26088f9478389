import { useState } from "react";
import { IDENTITY_NAMES, type Identity, type School, type User } from "#contract";
import { signOut } from "../../session/logout.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Icon } from "../../ui/icon.tsx";
import { late } from "../../ui/late.tsx";
import { MenuButton } from "../../ui/menu.tsx";
import css from "./account-menus.module.css";
import type { AccountPanelProps } from "./account-panel.tsx";

const loadPanel = () => import("./account-panel.tsx");
const AccountPanel = late(loadPanel);
const UnsavedDialog = late(() => import("./unsaved-dialog.tsx"));

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

/** The school's name; a menu where the identity has several enabled ones (ID-08). */
export function SchoolName({ school, schools }: { school: School; schools: readonly School[] }) {
  if (schools.length < 2) {
    return (
      <p className={css["school"]}>
        <span className={css["clip"]}>{school.name}</span>
      </p>
    );
  }
  return (
    <MenuButton<AccountPanelProps>
      label={`当前学校：${school.name}，切换学校`}
      align="start"
      className={css["school"]}
      trigger={<Named>{school.name}</Named>}
      onNear={prepareMenus}
      Panel={AccountPanel}
      shown={{ of: "school", school, schools }}
    />
  );
}

function Named({ children }: { children: string }) {
  return (
    <>
      <span className={css["clip"]}>{children}</span>
      <Icon name="chevron-down" size={18} />
    </>
  );
}

/** The avatar's menu: the person, their identities and 退出登录. */
export function AvatarMenu({
  user,
  identities,
  current,
}: {
  user: User;
  identities: readonly Identity[];
  current: Identity;
}) {
  const [asking, setAsking] = useState(false);
  const name = user.name ?? "";
  return (
    <>
      <MenuButton<AccountPanelProps>
        label={`${name}，个人菜单`}
        className={css["avatar"]}
        trigger={<Avatar name={name} src={user.avatar} />}
        onNear={prepareMenus}
        Panel={AccountPanel}
        shown={{ of: "person", user, identities, current, onAsk: () => setAsking(true) }}
      />
      {asking ? (
        <UnsavedDialog onStay={() => setAsking(false)} onLeave={() => void signOut()} />
      ) : null}
    </>
  );
}
