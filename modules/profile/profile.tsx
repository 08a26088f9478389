import { useEffect } from "react";
import { IDENTITY_NAMES, readUserDetail, type User } from "#contract";
import { Avatar } from "../../web/src/ui/avatar.tsx";
import { Skeleton } from "../../web/src/ui/skeleton.tsx";
import { Failure } from "../kit/failure.tsx";
import { useModule } from "../kit/react-module.tsx";
import { useAnswer } from "../kit/use-answer.ts";
import { BasicPart } from "./basic-part.tsx";
import { FamilyPart } from "./family-part.tsx";
import { DataPart } from "./data-part.tsx";
import css from "./profile.module.css";
import { partOf, PARTS } from "./rules.ts";
import { Card } from "../kit/card.tsx";
import { Devices } from "./devices.tsx";
import { AccountNotices } from "./account-notices.tsx";
import { FactorPart } from "./factor-part.tsx";
import { PasswordForm } from "./password-form.tsx";

/** The person's own page: `/module/profile/{part?}` (ID-09). */
export function Profile() {
  const { place, session } = useModule();
  const { data: user, error, reload } = useAnswer(readUserDetail, {});
  const part = partOf(place.path);

  useEffect(() => {
    // Another identity is another school and another list of children or parents.
    const follow = (event: Event) => {
      const { changed } = (event as CustomEvent<{ changed: string[] }>).detail;
      if (changed.includes("user")) reload();
    };
    session.addEventListener("change", follow);
    return () => session.removeEventListener("change", follow);
  }, [session, reload]);

  if (user === undefined) {
    return error === undefined ? <ProfileSkeleton /> : <Failure error={error} onRetry={reload} />;
  }
  return (
    <div className={css["page"]}>
      <Who user={user} />
      <PartLinks current={part} />
      <div>
        {part === "" ? <BasicPart user={user} /> : null}
        {part === "security" ? <SecurityPart account={user.account ?? ""} /> : null}
        {part === "family" ? <FamilyPart /> : null}
        {part === "data" ? <DataPart childId={place.path[1]} /> : null}
      </div>
    </div>
  );
}

function Who({ user }: { user: User }) {
  const name = user.name ?? "";
  const identityName = user.identity == null ? "" : IDENTITY_NAMES[user.identity];
  return (
    <div className={css["who"]}>
      <Avatar name={name} src={user.avatar} size={64} />
      <div className={css["words"]}>
        <p className={css["name"]}>{name}</p>
        <p className={css["where"]}>
          {[identityName, user.school?.name].filter(Boolean).join(" · ")}
        </p>
      </div>
    </div>
  );
}

function PartLinks({ current }: { current: string }) {
  const { href } = useModule();
  return (
    <nav className={css["parts"]} aria-label="个人中心">
      {PARTS.map(({ path, name }) => (
        <a
          key={path}
          className={css["link"]}
          href={path === "" ? href() : href(path)}
          aria-current={path === current ? "page" : undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}

function ProfileSkeleton() {
  return (
    <div className={css["page"]} role="status" aria-label="正在加载">
      <div className={css["who"]}>
        <Skeleton width={64} height={64} round />
        <div className={css["words"]}>
          <Skeleton width="6em" height={28} />
          <Skeleton width="12em" height={20} />
        </div>
      </div>
      <Skeleton height={360} />
    </div>
  );
}

function SecurityPart({ account }: { account: string }) {
  return (
    <>
      <Card title="修改密码" hint="修改后，其他设备会退出登录，记住的账号需要重新输入密码。">
        <PasswordForm account={account} />
      </Card>
      <FactorPart />
      <Card title="已登录的设备" hint="有不认识的设备，请让它退出，并修改密码。">
        <Devices />
      </Card>
      <Card title="账号通知" hint="别人对这个账号做过的事，如学校重置密码、取消两步验证。">
        <AccountNotices />
      </Card>
    </>
  );
}
