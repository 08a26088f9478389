import type { RememberedAccount } from "../../session/platform-entry.ts";
import { Avatar } from "../../ui/avatar.tsx";
import css from "./remembered-accounts.module.css";

/** Accounts this device remembers: one tap fills the form and signs in (SE-02). */
export function RememberedAccounts({
  accounts,
  disabled,
  onPick,
  onManage,
}: {
  accounts: readonly RememberedAccount[];
  disabled: boolean;
  onPick: (account: RememberedAccount) => void;
  onManage: () => void;
}) {
  if (accounts.length === 0) return <div className={css["place"]} />;
  return (
    <div className={css["place"]}>
      <h2 className={css["title"]}>最近登录</h2>
      <ul className={css["list"]}>
        {accounts.map((account) => (
          <li key={account.username}>
            <button
              type="button"
              className={css["account"]}
              disabled={disabled}
              onClick={() => onPick(account)}
            >
              <Avatar name={account.username} size={44} />
              <span className={css["name"]}>
                <span className="visually-hidden">以 </span>
                {account.username}
                <span className="visually-hidden"> 登录</span>
              </span>
            </button>
          </li>
        ))}
        <li>
          <button type="button" className={css["account"]} onClick={onManage}>
            <Avatar name="…" size={44} />
            <span className={css["name"]}>管理</span>
          </button>
        </li>
      </ul>
    </div>
  );
}
