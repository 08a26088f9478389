import { useEffect, useState, type RefObject } from "react";
import { readUserDetail } from "#contract";
import type { CodeWays } from "../../web/src/features/module-container/platform-module.ts";
import { Button } from "../../web/src/ui/button.tsx";
import { Icon } from "../../web/src/ui/icon.tsx";
import { PasswordAsk } from "../kit/proof-ask.tsx";
import { useModule } from "../kit/react-module.tsx";
import { useFocusBack } from "../kit/use-focus-back.ts";
import { ContactForm } from "./contact-form.tsx";
import css from "./form.module.css";
import type { Contact, ContactOpeners } from "./rules.ts";
import { useSave } from "./use-save.ts";

/** The form open below the row: none, a new contact, verifying the stored one (unmasked), or its removal. */
type Open = { form: "change" | "remove" } | { form: "verify"; value: string } | undefined;

/** One contact, shown masked, with a mark when it is verified; can be changed, verified and removed. */
export function ContactRow({
  contact,
  known: { shown, verified },
  ways,
  openers,
  onSaved,
}: {
  contact: Contact;
  known: { shown: string | null; verified: boolean };
  ways: CodeWays;
  openers: RefObject<ContactOpeners>;
  onSaved: () => void;
}) {
  const { field, name } = contact;
  const { send, explain, notify } = useModule();
  const [open, setOpen] = useState<Open>();
  const back = useFocusBack(open !== undefined);
  const byCode = ways.channels.includes(field);

  const close = () => setOpen(undefined);
  const parts = { contact, onCancel: close, onSaved: saved };
  function saved() {
    close();
    onSaved();
  }

  useEffect(() => {
    openers.current[field] = () => {
      if (byCode && shown !== null && !verified) void verify();
      else setOpen({ form: "change" });
    };
  });

  async function verify() {
    try {
      const { [field]: value } = await send(readUserDetail, { fields: field });
      setOpen({ form: "verify", value: value ?? "" });
    } catch (error) {
      notify(explain(error), "error");
    }
  }

  if (open?.form === "remove") return <Remove {...parts} />;
  if (open !== undefined) {
    const onRemove = shown === null ? undefined : () => setOpen({ form: "remove" });
    return (
      <ContactForm
        {...parts}
        ways={ways}
        onFile={open.form === "verify" ? open.value : undefined}
        onRemove={open.form === "verify" ? undefined : onRemove}
      />
    );
  }
  return (
    <div className={css["row"]}>
      <p className={css["pair"]}>
        <span className={css["legend"]}>{name}</span>
        <span className={css["value"]}>{shown ?? "未填写"}</span>
        {verified ? (
          <span className={css["verified"]}>
            <Icon name="check" size={16} />
            已验证
          </span>
        ) : null}
      </p>
      <div className={css["buttons"]}>
        {byCode && shown !== null && !verified ? (
          <Button aria-label={`验证${name}`} onClick={() => void verify()}>
            验证
          </Button>
        ) : null}
        <Button
          ref={back}
          aria-label={`${shown === null ? "填写" : "修改"}${name}`}
          onClick={() => setOpen({ form: "change" })}
        >
          {shown === null ? "填写" : "修改"}
        </Button>
      </div>
    </div>
  );
}

function Remove({
  contact: { field, name },
  onSaved,
  onCancel,
}: {
  contact: Contact;
  onSaved: () => void;
  onCancel: () => void;
}) {
  const save = useSave();
  return (
    <PasswordAsk
      title={`删去${name}`}
      button="确认删去"
      onCancel={onCancel}
      onPassword={async (old_password) => {
        await save({ [field]: "", old_password });
        onSaved();
      }}
    >
      <p className={css["lead"]}>删去后，收不到验证码，忘记密码时也不能用它找回。</p>
    </PasswordAsk>
  );
}
