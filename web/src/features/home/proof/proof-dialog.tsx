import { useState } from "react";
import type { App } from "#contract";
import { failureText } from "../../../api/failures.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { launch } from "../open-app.ts";

const FORM_ID = "proof";

/** Before an app opens that wants to be sure who is there: the password again. */
export function ProofDialog({ app, onClose }: { app: App; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();

  async function confirm(form: HTMLFormElement) {
    const password = new FormData(form).get("password");
    if (typeof password !== "string" || password === "") {
      setFault("请输入密码");
      return;
    }
    setBusy(true);
    try {
      await launch(app, password);
      onClose();
    } catch (error) {
      setFault(failureText(error));
      setBusy(false);
    }
  }

  return (
    <Dialog
      title="再次确认身份"
      onClose={onClose}
      actions={
        <>
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
          void confirm(event.currentTarget);
        }}
      >
        <TextField
          label="登录密码"
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={128}
          data-autofocus
          hint={`打开「${app.name}」前，需要确认是你本人`}
          error={fault}
        />
      </form>
    </Dialog>
  );
}
