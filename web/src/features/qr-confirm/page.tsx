import { useState } from "react";
import { chinaTime, deviceName, IDENTITY_NAMES, type QrRequest } from "#contract";
import { navigate } from "../../platform/navigation.ts";
import { useSession } from "../../session/session.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { LoneCard } from "../../ui/lone-card.tsx";
import css from "./page.module.css";
import type { AskedConsent } from "./rules.ts";
import { useConfirm } from "./use-confirm.ts";

const goHome = () => navigate("/", { replace: true });

/** Page of a scanned code, on which the signed-in person decides whether another device is signed in as them (SE-03). */
export default function QrConfirmPage({ code = "" }: { code?: string }) {
  const { state, busy, consents, fault, decide, retry } = useConfirm(code);
  return (
    <LoneCard>
      {state.kind === "asking" ? (
        <Question
          request={state.request}
          busy={busy}
          consents={consents}
          fault={fault}
          onDecide={(agreed) => void decide(agreed)}
        />
      ) : state.kind === "loading" ? null : (
        <h1 className="visually-hidden">确认登录</h1>
      )}
      {state.kind === "loading" ? (
        <div role="status" aria-label="正在读取登录请求">
          <Skeleton height={220} />
        </div>
      ) : null}
      {state.kind === "failed" ? (
        <EmptyState
          icon="warning"
          role="alert"
          title={state.final ? "不能确认登录" : "没有连上"}
          action={
            state.final ? (
              <Button onClick={goHome}>返回首页</Button>
            ) : (
              <Button look="primary" icon="refresh" onClick={retry}>
                重试
              </Button>
            )
          }
        >
          {state.text}
        </EmptyState>
      ) : null}
      {state.kind === "done" ? <Done status={state.status} ends={state.ends} /> : null}
    </LoneCard>
  );
}

function Question({
  request,
  busy,
  consents,
  fault,
  onDecide,
}: {
  request: QrRequest;
  busy: boolean;
  consents: readonly AskedConsent[];
  fault: string | undefined;
  onDecide: (agreed: boolean) => void;
}) {
  const [read, setRead] = useState(false);
  const { device, client, ip, created_at, same_network, ends_this } = request;
  const facts = [
    ["设备", deviceName(client, device)],
    ["网络", same_network ? `${ip}，和这台设备在同一个网络` : ip],
    ["时间", chinaTime(created_at)],
  ];
  const consentWanted = consents.length > 0 && !read;
  return (
    <>
      <h1 className={css["title"]}>确认登录</h1>
      <Who />
      <dl className={css["facts"]}>
        {facts.map(([what, value]) => (
          <div key={what} className={css["fact"]}>
            <dt className={css["what"]}>{what}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={css["warning"]}>
        {same_network ? "" : "它和这台设备不在同一个网络。"}
        只有自己正在那台设备上登录时才确认；别人发来的二维码请取消。
      </p>
      {ends_this ? (
        <p className={css["note"]}>同一账号只能在一个浏览器里登录：确认后，本机会退出登录。</p>
      ) : null}
      {consents.length > 0 ? (
        <Checkbox
          checked={read}
          onChange={({ target }) => setRead(target.checked)}
          label={
            <>
              协议已更新，我已阅读并同意
              {consents.map(({ type, title }) => (
                <a key={type} href={`#/agreement/${type}`} target="_blank">
                  《{title}》
                </a>
              ))}
            </>
          }
        />
      ) : null}
      <p className={css["fault"]} role="alert">
        {fault}
      </p>
      <div className={css["ways"]}>
        <Button
          look="primary"
          wide
          busy={busy}
          disabled={consentWanted}
          onClick={() => onDecide(true)}
        >
          确认登录
        </Button>
        <Button wide disabled={busy} onClick={() => onDecide(false)}>
          取消
        </Button>
      </div>
    </>
  );
}

function Who() {
  const user = useSession((state) => state.user);
  const authData = useSession((state) => state.authData);
  const identity = useSession((state) => state.identity);
  const name = user?.name ?? authData?.name ?? "";
  const where = [identity === null ? "" : IDENTITY_NAMES[identity], user?.school?.name];
  return (
    <div className={css["who"]}>
      <Avatar name={name} src={user?.avatar} size={56} />
      <p className={css["words"]}>
        <strong>{name}</strong>
        <span className={css["where"]}>{where.filter(Boolean).join(" · ")}</span>
      </p>
    </div>
  );
}

function Done({ status, ends }: { status: "confirmed" | "refused"; ends: boolean }) {
  const confirmed = status === "confirmed";
  return (
    <EmptyState
      icon={confirmed ? "check" : "close"}
      role="status"
      title={confirmed ? "已确认登录" : "已取消"}
      action={<Button onClick={goHome}>{ends ? "完成" : "返回首页"}</Button>}
    >
      {confirmed
        ? `那台设备正在登录。${ends ? "本机的登录随之结束。" : ""}`
        : "那台设备没有登录。如果不是本人在登录，请尽快修改密码。"}
    </EmptyState>
  );
}
