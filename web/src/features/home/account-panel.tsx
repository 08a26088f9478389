import { IDENTITY_NAMES, type Identity, type School, type User } from "#contract";
import { currentPath, navigate } from "../../platform/navigation.ts";
import { hasUnsaved } from "../../platform/unsaved.ts";
import { useStore } from "zustand/react";
import { eyeSettings } from "../../session/eye-settings.ts";
import { feedbackUnread, unreadWords } from "../../session/feedback-unread.ts";
import { signOut } from "../../session/logout.ts";
import { useSession } from "../../session/session.ts";
import { isSwitching, switchIdentity } from "../../session/switch-identity.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { MenuPanel, type MenuItem, type MenuSection } from "../../ui/menu-panel.tsx";
import type { PanelPlace } from "../../ui/menu.tsx";
import { toast } from "../../ui/toast.ts";
import { SIGN_OUT } from "../../ui/icon-shapes.ts";
import css from "./account-panel.module.css";
import { chooseChild, chooseSchool, chooseTheme } from "./choose.ts";
import type { Child } from "../../session/own-child.ts";

export { chooseChild };
export { default as LooksDialog } from "./looks-dialog.tsx";
export { default as UnsavedDialog } from "./unsaved-dialog.tsx";

const THEMES = [
  ["color", "彩色"],
  ["monochrome", "单色"],
] as const;

/** The properties of one of the top bar's menus when it is open. */
export type AccountPanelProps =
  | { of: "identity"; identities: readonly Identity[]; current: Identity }
  | { of: "child"; children: readonly Child[]; current: Child }
  | { of: "school"; school: School; schools: readonly School[] }
  | {
      of: "person";
      user: User;
      identities: readonly Identity[];
      current: Identity;
      /** Opens a dialog: about unsaved changes before signing out, or for the look. */
      onAsk: (about: "leave" | "looks") => void;
    };

/** The open menu of an account; its chunk is fetched when the pointer or the focus comes near its button. */
export default function AccountPanel({
  place,
  ...shown
}: AccountPanelProps & { place: PanelPlace }) {
  const theme = useSession((state) => state.theme);
  const unread = useStore(feedbackUnread, unreadWords);
  if (shown.of === "identity") {
    return <MenuPanel {...place} sections={[identitySection(shown.identities, shown.current)]} />;
  }
  if (shown.of === "child") return <MenuPanel {...place} sections={[childSection(shown)]} />;
  if (shown.of === "school") return <MenuPanel {...place} sections={[schoolSection(shown)]} />;
  const { user, identities, current, onAsk } = shown;
  const leave = () => {
    if (hasUnsaved()) onAsk("leave");
    else void signOut();
  };
  const themes = THEMES.map(([id, label]) => ({
    id,
    label,
    checked: theme === id,
    onSelect: () => void chooseTheme(id),
  }));
  return (
    <MenuPanel
      {...place}
      head={<PersonHead user={user} current={current} />}
      sections={[
        { id: "mine", items: ownItems(current, unread) },
        ...(identities.length > 1 ? [identitySection(identities, current)] : []),
        { id: "theme", label: "图标颜色", items: themes },
        {
          id: "looks",
          items: [{ id: "looks", label: "外观与文字", onSelect: () => onAsk("looks") }],
        },
        {
          id: "leave",
          items: [{ id: "sign-out", label: "退出登录", icon: SIGN_OUT, onSelect: leave }],
        },
      ]}
    />
  );
}

function PersonHead({ user, current }: { user: User; current: Identity }) {
  const name = user.name ?? "";
  return (
    <div className={css["person"]}>
      <Avatar name={name} src={user.avatar} size={44} />
      <p className={css["words"]}>
        <strong className={css["name"]}>{name}</strong>
        <span className={css["where"]}>
          {[IDENTITY_NAMES[current], user.school?.name].filter(Boolean).join(" · ")}
        </span>
      </p>
    </div>
  );
}

function identitySection(identities: readonly Identity[], current: Identity): MenuSection {
  return {
    id: "identity",
    label: "切换身份",
    items: identities.map((identity) => ({
      id: identity,
      label: IDENTITY_NAMES[identity],
      checked: identity === current,
      onSelect: () => {
        if (identity !== current || isSwitching()) void goAs(identity);
      },
    })),
  };
}

/** Paths of pages that every identity has; what another one shows may be of the former only. */
const OF_EVERY_IDENTITY = /^\/(home|customize-menus|search-result|help|(messages|feedback)$)/;

/** Paths of pages that show what is the chosen child's, and follow the choice. */
const OF_CHILD = /^\/(timetable|module\/growth-record)$/;

/** Goes home after another identity, school or child was chosen, from a page that may not be theirs. */
function goOn(): void {
  if (!OF_EVERY_IDENTITY.test(currentPath())) navigate("/home/index");
}

async function goAs(identity: Identity): Promise<void> {
  try {
    // another was chosen meanwhile
    if (!(await toast.during(switchIdentity(identity), "正在切换…"))) return;
    goOn();
    toast.show(`已切换为${IDENTITY_NAMES[identity]}`, "success");
  } catch {
    // The client has said why.
  }
}

function schoolSection({
  school,
  schools,
}: {
  school: School;
  schools: readonly School[];
}): MenuSection {
  return {
    id: "school",
    label: "切换学校",
    items: schools.map((one) => ({
      id: one.id,
      label: one.name,
      checked: one.id === school.id,
      onSelect: () => {
        // The client says why it could not be done.
        if (one.id === school.id && !isSwitching()) return;
        const going = toast.during(chooseSchool(one.id), "正在切换…");
        going.then((isThere) => isThere && goOn()).catch(() => {});
      },
    })),
  };
}

function childSection({
  children,
  current,
}: {
  children: readonly Child[];
  current: Child;
}): MenuSection {
  return {
    id: "child",
    label: "我的孩子",
    items: children.map((child) => ({
      id: child.id,
      label: child.name,
      checked: child === current,
      onSelect: () =>
        void chooseChild(child).then(() => {
          if (!OF_CHILD.test(currentPath())) goOn();
        }),
    })),
  };
}

function ownItems(current: Identity, unread: string | undefined): MenuItem[] {
  const profile = { id: "profile", label: "个人中心", onSelect: () => navigate("/module/profile") };
  const eyes = {
    id: "eyes",
    label: "护眼设置",
    onSelect: () => eyeSettings.setState({ open: true }),
  };
  const feedback = {
    id: "feedback",
    label: unread === undefined ? "意见反馈" : `意见反馈（${unread}）`,
    onSelect: () => navigate("/feedback"),
  };
  const help = { id: "help", label: "帮助", onSelect: () => navigate("/help") };
  return [profile, ...(current === "student" ? [eyes] : []), help, feedback];
}
