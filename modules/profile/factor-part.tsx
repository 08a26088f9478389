import { useEffect, useRef, useState } from "react";
import { readFactors } from "#contract";
import type { ModuleContext } from "../../web/src/features/module-container/platform-module.ts";
import { Button } from "../../web/src/ui/button.tsx";
import { RecoveryCodes } from "../../web/src/ui/recovery-codes.tsx";
import { Skeleton } from "../../web/src/ui/skeleton.tsx";
import { Card } from "../kit/card.tsx";
import { Failure } from "../kit/failure.tsx";
import { useModule } from "../kit/react-module.tsx";
import { useAnswer } from "../kit/use-answer.ts";
import css from "./form.module.css";
import { PasskeyRows } from "./passkey-rows.tsx";
import { RecoveryRow } from "./recovery-row.tsx";
import { TotpRow } from "./totp-row.tsx";

const HINT = "登录时除了密码，再确认一次是本人。别人就算知道了密码，也进不了这个账号。";

/** Fresh recovery codes and whose they are, until they were saved; kept while one looks at another page. */
let fresh: { codes: readonly string[]; userId: string | null } | undefined;

/** Lists the person's second factors, and adds and removes them (SE-10). */
export function FactorPart() {
  const { notify, session, unsavedIf } = useModule();
  const { data: factors, error, reload } = useAnswer(readFactors, {});
  const [codes, setCodes] = useState(() =>
    fresh?.userId === session.userId ? fresh.codes : undefined,
  );
  useEffect(() => {
    const kept = () => (fresh !== undefined && fresh.userId === session.userId ? ["恢复码"] : []);
    // asked after the part is left, too
    unsavedIf("recovery-codes", kept);
  }, [session, unsavedIf]);

  if (factors === undefined) {
    return (
      <Card title="两步验证" hint={HINT}>
        {error === undefined ? (
          <Skeleton height={64} />
        ) : (
          <Failure error={error} onRetry={reload} />
        )}
      </Card>
    );
  }
  const { offered, required, totp, passkeys, recovery_left } = factors;
  const has = totp !== null || passkeys.length > 0;
  // Nothing for children, unless somebody has set something up before.
  if (!offered && !required && !has) return null;

  function changed(said: string, given?: readonly string[]) {
    notify(said, "success");
    if (given !== undefined) {
      fresh = { codes: given, userId: session.userId };
      setCodes(given);
      forgetWithPerson(session);
    }
    reload();
  }

  function saved() {
    fresh = undefined;
    setCodes(undefined);
  }

  return (
    <Card title="两步验证" hint={required ? `${HINT}您的身份必须保留至少一种。` : HINT}>
      {codes === undefined ? null : <FreshCodes codes={codes} onSaved={saved} />}
      <TotpRow totp={totp} onChanged={changed} />
      <PasskeyRows passkeys={passkeys} onChanged={changed} />
      {has ? (
        <RecoveryRow left={recovery_left} isShown={codes !== undefined} onChanged={changed} />
      ) : null}
    </Card>
  );
}

/** Forgets the codes when another person, or nobody, is signed in; a tab that closes asks first as long as they are kept. */
function forgetWithPerson(session: ModuleContext["session"]): void {
  const owner = session.userId;
  const ask = (event: BeforeUnloadEvent) => {
    if (fresh !== undefined) event.preventDefault();
  };
  const follow = () => {
    if (session.userId === owner) return;
    fresh = undefined;
    session.removeEventListener("change", follow);
    window.removeEventListener("beforeunload", ask);
  };
  session.addEventListener("change", follow);
  window.addEventListener("beforeunload", ask);
}

function FreshCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const place = useRef<HTMLElement>(null);
  // after the button that asked for them has taken the focus back
  useEffect(() => place.current?.focus(), []);
  return (
    <section ref={place} className={css["codes"]} tabIndex={-1} aria-label="恢复码">
      <p className={css["lead"]}>
        <strong>请保存恢复码。</strong>手机丢了或换了，用它登录。只在这里显示这一次。
      </p>
      <RecoveryCodes codes={codes} onTaken={() => (fresh = undefined)} />
      <p className={css["saved"]}>
        <Button look="primary" onClick={onSaved}>
          我已经保存好了
        </Button>
      </p>
    </section>
  );
}
