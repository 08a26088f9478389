import { useEffect, useRef } from "react";
import { useStore } from "zustand/react";
import {
  forgetAccount,
  platformEntry,
  type RememberedAccount,
} from "../../../session/platform-entry.ts";
import { revokeCredential } from "../../../session/revoke-credential.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import css from "./accounts-dialog.module.css";

/** The accounts this device remembers, to forget one by one (SE-02). */
export function AccountsDialog({ onClose }: { onClose: () => void }) {
  const accounts = useStore(platformEntry, (entry) => entry.accounts);
  const place = useRef<HTMLDivElement>(null);
  const count = accounts.length;
  const before = useRef(count);
  useEffect(() => {
    // The row is gone, and the focus with its button.
    if (before.current !== count) place.current?.focus();
    before.current = count;
  }, [count]);
  return (
    <Dialog
      title="此设备记住的账号"
      onClose={onClose}
      actions={<Button onClick={onClose}>完成</Button>}
    >
      <div ref={place} className={css["place"]} tabIndex={-1}>
        <p className={css["lead"]} role="status">
          {count === 0 ? "没有记住的账号了。" : "移除后，在这台设备上登录它要重新输入密码。"}
        </p>
        <ul>
          {accounts.map((account) => (
            <li key={account.username} className={css["row"]}>
              <Avatar name={account.username} size={44} />
              <span className={css["name"]}>{account.username}</span>
              <Button aria-label={`移除 ${account.username}`} onClick={() => forget(account)}>
                移除
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function forget(account: RememberedAccount): void {
  forgetAccount(account.username);
  revokeCredential(account);
}
