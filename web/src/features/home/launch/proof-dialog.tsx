import { useState, type ReactNode } from "react";
import { REFUSALS, type App } from "#contract";
import { ApiError, failureText } from "../../../api/failures.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { FactorForm } from "../../../ui/factor-form.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useAct } from "../../../ui/use-act.ts";
import type { GivenProof, Opening } from "./launch.ts";
import type { Wanted } from "./ask-proof.tsx";

const FORM_ID = "proof";
const EXPIRED = 401;

/** Before an app opens that wants to be sure who is there: the password again, or the second factor of who has one. */
export function ProofDialog({
  app,
  wanted: { ways = [], passkey },
  opening,
  onClose,
}: {
  app: App;
  wanted: Wanted;
  opening: Opening;
  onClose: () => void;
}) {
  const [byFactor, setByFactor] = useState(false);

  function closed(): null {
    onClose();
    return null;
  }

  /** Null when the app is open, or nobody is signed in any more; else what went wrong. */
  async function open(proof: GivenProof): Promise<string | null> {
    try {
      await opening.open(proof);
      return closed();
    } catch (error) {
      return failureText(error);
    }
  }

  /** No tab stands open meanwhile: it would take the focus, without which browsers ask for no passkey. */
  async function renewPasskey(): Promise<object | string | null> {
    try {
      await opening.ask();
    } catch (error) {
      if (isExpired(error)) return closed();
      return passkeyIn(error) ?? failureText(error);
    }
    // proved in another tab meanwhile
    return open({});
  }

  const hint = `打开「${app.name}」前，需要确认是你本人`;
  const other =
    ways.length === 0 ? null : (
      <Button look="quiet" onClick={() => setByFactor(!byFactor)}>
        {byFactor ? "改用登录密码" : "改用两步验证"}
      </Button>
    );
  if (!byFactor) return <ByPassword hint={hint} other={other} open={open} onClose={onClose} />;
  return (
    <Dialog title="再次确认身份" onClose={onClose} actions={other}>
      <p style={{ marginBottom: 16 }}>{hint}</p>
      <FactorForm
        ways={ways}
        passkey={passkey}
        renewPasskey={renewPasskey}
        button="确认并打开"
        submit={(part) => open({ check: part })}
      />
    </Dialog>
  );
}

/** The page shows that by itself. */
function isExpired(error: unknown): boolean {
  return error instanceof ApiError && error.code === EXPIRED;
}

function passkeyIn(error: unknown): object | undefined {
  if (!(error instanceof ApiError) || error.code !== REFUSALS.checkWanted.code) return undefined;
  return (error.data as Wanted | null)?.passkey;
}

function ByPassword({
  hint,
  other,
  open,
  onClose,
}: {
  hint: string;
  other: ReactNode;
  open: (proof: GivenProof) => Promise<string | null>;
  onClose: () => void;
}) {
  const { busy, fault, setFault, act } = useAct(failureText);

  async function confirm(form: HTMLFormElement): Promise<string | null> {
    const password = new FormData(form).get("password");
    return typeof password !== "string" || password === "" ? "请输入密码" : open({ password });
  }

  return (
    <Dialog
      title="再次确认身份"
      onClose={onClose}
      actions={
        <>
          {other}
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" type="submit" form={FORM_ID} busy={busy}>
            确认并打开
          </Button>
        </>
      }
    >
      <form
        id={FORM_ID}
        method="post"
        noValidate
        onInput={() => setFault(undefined)}
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          void act(() => confirm(form));
        }}
      >
        <TextField
          label="登录密码"
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={128}
          data-autofocus
          hint={hint}
          error={fault}
        />
      </form>
    </Dialog>
  );
}
