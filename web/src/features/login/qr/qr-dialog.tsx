import { useEffect, useRef } from "react";
import { Avatar } from "../../../ui/avatar.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Icon, type IconName } from "../../../ui/icon.tsx";
import { QrCode } from "../../../ui/qr-code.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import css from "./qr-dialog.module.css";
import { useQrSignIn, type QrState } from "./use-qr-sign-in.ts";

/** Dialog of a sign-in by QR code: the code, the person who has scanned it, and the result (SE-03). */
export function QrDialog({ onClose }: { onClose: () => void }) {
  const { state, refresh } = useQrSignIn();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that was pressed is gone, and the focus with it.
    if (document.activeElement === document.body) place.current?.focus();
  }, [state.kind]);
  return (
    <Dialog title="扫码登录" onClose={onClose}>
      <div ref={place} tabIndex={-1} className={css["place"]}>
        <Picture state={state} onRefresh={refresh} />
      </div>
      <p className={css["text"]} role="status">
        {WORDS[state.kind]}
      </p>
    </Dialog>
  );
}

const WORDS: Record<QrState["kind"], string> = {
  loading: "正在准备二维码…",
  failed: "没能取得二维码",
  waiting: "用手机相机扫码，打开后确认登录",
  scanned: "已扫码，请在手机上点“确认登录”",
  refused: "这次登录在手机上被取消了",
  expired: "二维码已过期",
};

function Picture({ state, onRefresh }: { state: QrState; onRefresh: () => void }) {
  switch (state.kind) {
    case "loading":
      return <Skeleton width="100%" height="100%" />;
    case "waiting":
      return <QrCode content={state.content} label="登录二维码" />;
    case "scanned":
      return (
        <div className={css["panel"]}>
          <Avatar name={state.name} src={state.avatar} size={72} />
          <strong className={css["name"]}>{state.name}</strong>
        </div>
      );
    case "failed":
      return (
        <Over icon="warning" action="重试" onAct={onRefresh}>
          {state.text}
        </Over>
      );
    case "refused":
      return <Over icon="close" action="刷新" onAct={onRefresh} />;
    case "expired":
      return <Over icon="refresh" action="刷新" onAct={onRefresh} />;
  }
}

function Over({
  icon,
  action,
  onAct,
  children,
}: {
  icon: IconName;
  action: string;
  onAct: () => void;
  children?: string;
}) {
  return (
    <div className={css["panel"]}>
      <span className={css["sign"]}>
        <Icon name={icon} size={32} />
      </span>
      {children === undefined ? null : <p className={css["why"]}>{children}</p>}
      <Button look="primary" icon="refresh" autoFocus onClick={onAct}>
        {action}
      </Button>
    </div>
  );
}
