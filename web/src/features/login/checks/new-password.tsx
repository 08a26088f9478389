import { useState, type FormEvent } from "react";
import { passwordFault, PASSWORD_MIN_LENGTH } from "#contract";
import { failureText } from "../../../api/failures.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useAct } from "../../../ui/use-act.ts";
import type { CheckParts } from "./further-check.ts";

interface Faults {
  fresh?: string;
  again?: string;
}

/** Asks for a new password in place of one that somebody else has set (SE-13). */
export default function NewPassword({ tryWith, onClose }: CheckParts) {
  const [fresh, setFresh] = useState("");
  const [again, setAgain] = useState("");
  const { busy, fault: faults, act } = useAct<Faults>((error) => ({ fresh: failureText(error) }));

  async function change(): Promise<Faults | null> {
    // whose account it is, only the server knows where a code or a passkey names it
    const fault = passwordFault(fresh, "");
    if (fault !== undefined) return { fresh: fault };
    if (again !== fresh) return { again: "两次输入的新密码不一致" };
    const refused = await tryWith({ new_password: fresh });
    return refused === null ? null : { fresh: refused };
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void act(change);
  }

  return (
    <Dialog title="设置自己的新密码" onClose={onClose}>
      <form noValidate onSubmit={onSubmit}>
        <p style={{ marginBottom: 16 }}>
          现在的密码是别人帮忙设的。换成只有自己知道的密码，就可以登录了。
        </p>
        <TextField
          label="新密码"
          type="password"
          autoComplete="new-password"
          maxLength={128}
          hint={`至少 ${PASSWORD_MIN_LENGTH} 位，与账号和原来的密码不同，不容易被猜到`}
          value={fresh}
          error={faults?.fresh}
          onChange={({ target }) => setFresh(target.value)}
        />
        <TextField
          label="再输一次新密码"
          type="password"
          autoComplete="new-password"
          maxLength={128}
          value={again}
          error={faults?.again}
          onChange={({ target }) => setAgain(target.value)}
        />
        <p style={{ marginBottom: 8 }}>
          <Button type="submit" look="primary" wide busy={busy}>
            保存并登录
          </Button>
        </p>
      </form>
    </Dialog>
  );
}
