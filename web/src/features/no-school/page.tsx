import { IDENTITY_NAMES, type Identity, type School } from "#contract";
import { navigate } from "../../platform/navigation.ts";
import { signOut } from "../../session/logout.ts";
import { checkSchool } from "../../session/school-check.ts";
import { useSession } from "../../session/session.ts";
import { actAs } from "../../session/switch-identity.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { LoneCard } from "../../ui/lone-card.tsx";
import { MenuPanel } from "../../ui/menu-panel.tsx";
import { MenuButton, type PanelPlace } from "../../ui/menu.tsx";
import { toast } from "../../ui/toast.ts";
import { useAct } from "../../ui/use-act.ts";
import { SIGN_OUT } from "../../ui/icon-shapes.ts";
import css from "./page.module.css";
import { explain, otherIdentities } from "./rules.ts";

/**
 * Page for a person without an enabled school (RT-06, GD-04): the reason, and what to do. The guard leads on when there
 * is one.
 */
export default function NoSchoolPage() {
  const identity = useSession((state) => state.identity);
  const schools = useSession((state) => state.schools);
  const name = useSession((state) => state.user?.name ?? state.authData?.name ?? "");
  // The client shows what fails.
  const { busy, act } = useAct(() => {});
  const { title, reason, ask } = explain(identity, schools);
  const others = otherIdentities(identity, schools);

  async function checkAgain() {
    if (!(await checkSchool())) toast.show("已重新检查，暂时还没有可用的学校");
  }

  const switchTo = (to: Identity) => void act(async () => void (await actAs(to)));

  return (
    <LoneCard notice>
      <Door />
      <h1 className={css["title"]}>{title}</h1>
      <p className={css["text"]}>
        {name === "" ? "" : `${name}，${identity === "student" ? "你" : "您"}好。`}
        {reason}
      </p>
      {schools.length > 0 ? <Memberships schools={schools} current={identity} /> : null}
      <p className={css["ask"]}>{ask}</p>
      <div className={css["ways"]}>
        <Button look="primary" icon="refresh" busy={busy} onClick={() => void act(checkAgain)}>
          重新检查
        </Button>
        {others.length > 0 ? (
          <MenuButton
            label="切换身份"
            trigger="切换身份"
            align="start"
            className={css["switch"]}
            Panel={IdentitiesPanel}
            shown={{ identities: others, switchTo }}
          />
        ) : null}
        <Button onClick={() => navigate("/module/profile/data")}>我的数据</Button>
        <Button icon={SIGN_OUT} onClick={() => void signOut()}>
          退出登录
        </Button>
      </div>
    </LoneCard>
  );
}

/** Each membership with its state; the current identity's are marked. */
function Memberships({
  schools,
  current,
}: {
  schools: readonly School[];
  current: Identity | null;
}) {
  return (
    <ul className={css["list"]} aria-label="我的学校">
      {schools.map((school) => (
        <li key={`${school.identity} ${school.id}`} className={css["row"]}>
          <span className={css["words"]}>
            <span>{school.name}</span>
            <span className={css["identity"]}>
              {IDENTITY_NAMES[school.identity]}
              {school.identity === current ? "（当前身份）" : ""}
            </span>
          </span>
          <span className={classNames(css["state"], school.is_abled && css["abled"])}>
            {school.is_abled ? "可用" : "已停用"}
          </span>
        </li>
      ))}
    </ul>
  );
}

function IdentitiesPanel({
  place,
  identities,
  switchTo,
}: {
  place: PanelPlace;
  identities: readonly Identity[];
  switchTo: (to: Identity) => void;
}) {
  const items = identities.map((to) => ({
    id: to,
    label: IDENTITY_NAMES[to],
    onSelect: () => switchTo(to),
  }));
  return <MenuPanel {...place} sections={[{ id: "identities", items }]} />;
}

/** A closed gate, in the tone of the identity. */
function Door() {
  return (
    <svg className={css["door"]} viewBox="0 0 96 72" fill="none" aria-hidden="true">
      <path d="M4 68h88" stroke="var(--line-strong)" strokeWidth="3" strokeLinecap="round" />
      <path d="M22 67V36a26 26 0 0 1 52 0v31H22Z" fill="var(--role-soft)" />
      <path
        d="M22 67V36a26 26 0 0 1 52 0v31M48 12v55"
        stroke="var(--role-strong)"
        strokeWidth="3"
      />
      <circle cx="42" cy="46" r="2.5" fill="var(--role-strong)" />
      <circle cx="54" cy="46" r="2.5" fill="var(--role-strong)" />
    </svg>
  );
}
