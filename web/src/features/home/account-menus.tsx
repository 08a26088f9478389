import { useState } from "react";
import { IDENTITY_NAMES, type Identity, type School, type User } from "#contract";
import { navigate } from "../../platform/navigation.ts";
import { eyeSettings } from "../../session/eye-settings.ts";
import { signOut } from "../../session/logout.ts";
import { useSession } from "../../session/session.ts";
import { switchIdentity } from "../../session/switch-identity.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Icon } from "../../ui/icon.tsx";
import { late } from "../../ui/late.tsx";
import type { MenuItem } from "../../ui/menu-panel.tsx";
import { MenuButton } from "../../ui/menu.tsx";
import { toast } from "../../ui/toast.ts";
import css from "./account-menus.module.css";
import { hasUnsaved } from "./home-state.ts";
import { chooseSchool, chooseTheme } from "./queries.ts";

const UnsavedDialog = late(() => import("./unsaved-dialog.tsx"));

const THEMES = [
  ["color", "彩色"],
  ["monochrome", "单色"],
] as const;

async function goAs(identity: Identity): Promise<void> {
  try {
    await switchIdentity(identity);
    toast.show(`已切换为${IDENTITY_NAMES[identity]}`, "success");
  } catch {
    // The client has said why.
  }
}

function identityItems(identities: readonly Identity[], current: Identity | null): MenuItem[] {
  return identities.map((identity) => ({
    id: identity,
    label: IDENTITY_NAMES[identity],
    checked: identity === current,
    onSelect: () => {
      if (identity !== current) void goAs(identity);
    },
  }));
}

/** In the top bar for those with several identities other than parent (ID-04). */
export function IdentityMenu({
  identities,
  current,
}: {
  identities: readonly Identity[];
  current: Identity;
}) {
  return (
    <MenuButton
      label={`当前身份：${IDENTITY_NAMES[current]}，切换身份`}
      className={css["identity"]}
      trigger={
        <>
          <span className={css["clip"]}>{IDENTITY_NAMES[current]}</span>
          <Icon name="chevron-down" size={18} />
        </>
      }
      sections={[{ id: "identity", label: "切换身份", items: identityItems(identities, current) }]}
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
    <MenuButton
      label={`当前学校：${school.name}，切换学校`}
      align="start"
      className={css["school"]}
      trigger={
        <>
          <span className={css["clip"]}>{school.name}</span>
          <Icon name="chevron-down" size={18} />
        </>
      }
      sections={[
        {
          id: "school",
          label: "切换学校",
          items: schools.map((one) => ({
            id: one.id,
            label: one.name,
            checked: one.id === school.id,
            onSelect: () => {
              // The client says why it could not be done.
              if (one.id !== school.id) chooseSchool(one.id).catch(() => {});
            },
          })),
        },
      ]}
    />
  );
}

function ownItems(current: Identity): MenuItem[] {
  const profile = { id: "profile", label: "个人中心", onSelect: () => navigate("/module/profile") };
  const eyes = {
    id: "eyes",
    label: "护眼设置",
    onSelect: () => eyeSettings.setState({ open: true }),
  };
  return current === "student" ? [profile, eyes] : [profile];
}

/** Who I am, and the way out. */
export function AvatarMenu({
  user,
  identities,
  current,
}: {
  user: User;
  identities: readonly Identity[];
  current: Identity;
}) {
  const theme = useSession((state) => state.theme);
  const [asking, setAsking] = useState(false);
  const name = user.name ?? "";

  function leave() {
    if (hasUnsaved(user.id ?? "")) setAsking(true);
    else void signOut();
  }

  return (
    <>
      <MenuButton
        label={`${name}，个人菜单`}
        className={css["avatar"]}
        trigger={<Avatar name={name} src={user.avatar} />}
        head={
          <div className={css["person"]}>
            <Avatar name={name} src={user.avatar} size={44} />
            <p className={css["words"]}>
              <strong className={css["name"]}>{name}</strong>
              <span className={css["where"]}>
                {[IDENTITY_NAMES[current], user.school?.name].filter(Boolean).join(" · ")}
              </span>
            </p>
          </div>
        }
        sections={[
          { id: "mine", items: ownItems(current) },
          ...(identities.length > 1
            ? [{ id: "identity", label: "切换身份", items: identityItems(identities, current) }]
            : []),
          {
            id: "theme",
            label: "主题",
            items: THEMES.map(([id, label]) => ({
              id,
              label,
              checked: theme === id,
              onSelect: () => void chooseTheme(id),
            })),
          },
          {
            id: "leave",
            items: [{ id: "sign-out", label: "退出登录", icon: "sign-out", onSelect: leave }],
          },
        ]}
      />
      {asking ? (
        <UnsavedDialog onStay={() => setAsking(false)} onLeave={() => void signOut()} />
      ) : null}
    </>
  );
}
