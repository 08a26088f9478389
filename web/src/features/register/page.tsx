import { useLayoutEffect, useRef, useState } from "react";
import { useStore } from "zustand/react";
import { readInvitationCode, spellInvitationCode } from "#contract";
import { navigate } from "../../platform/navigation.ts";
import { useSession } from "../../session/session.ts";
import { site } from "../../session/site.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { CodeStep } from "./code-step.tsx";
import css from "./page.module.css";
import { PersonStep } from "./person-step.tsx";
import { PurposeStep } from "./purpose-step.tsx";
import type { Preview, Typed } from "./rules.ts";

const EMPTY: Typed = { name: "", account: "", password: "", again: "", mobile: "", agreed: false };

type Step = "code" | "purpose" | "person" | "done";

/**
 * Registration by an invitation (RT-03, SE-12) in steps: the code, what it is for, the person's data. A signed-in person
 * uses the code for the current account. The code may come in the address, from a QR code.
 */
export default function RegisterPage({
  identity,
  code = "",
}: {
  identity?: string;
  code?: string;
}) {
  const given = readInvitationCode(code);
  const [typed, setTyped] = useState(given === undefined ? code : spellInvitationCode(given));
  const [person, setPerson] = useState(EMPTY);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [step, setStep] = useState<Step>("code");
  const [refused, setRefused] = useState<string>();
  const [fromAddress, setFromAddress] = useState(given !== undefined);
  const signedIn = useSession((state) => state.token !== null);
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(true);

  useLayoutEffect(() => {
    // The step before is gone, and the focus with it.
    if (!first.current) heading.current?.focus();
    first.current = false;
  }, [step]);

  function startAgain(why?: string) {
    setRefused(why);
    setFromAddress(false);
    setPreview(null);
    // another code may want other agreements
    setPerson({ ...person, agreed: false });
    setStep("code");
  }

  return (
    <main className={css["page"]}>
      {step === "done" ? null : (
        <a className={css["back"]} href={signedIn ? "#/home" : "#/login"}>
          <Icon name="arrow-left" size={18} />
          <span>{signedIn ? "返回首页" : "返回登录"}</span>
        </a>
      )}
      <section className={css["card"]}>
        <h1 ref={heading} tabIndex={-1} className={css["title"]}>
          {step === "done" ? "完成" : "注册"}
        </h1>
        {step === "code" ? (
          <CodeStep
            identity={identity}
            typed={typed}
            refused={refused}
            checkAtOnce={fromAddress}
            onType={setTyped}
            onKnown={(known) => {
              setPreview(known);
              setStep("purpose");
            }}
          />
        ) : null}
        {step === "purpose" && preview !== null ? (
          <PurposeStep
            preview={preview}
            code={typed}
            onBack={startAgain}
            onRegister={() => setStep("person")}
            onJoined={() => setStep("done")}
          />
        ) : null}
        {step === "person" && preview !== null ? (
          <PersonStep
            preview={preview}
            code={typed}
            typed={person}
            onType={setPerson}
            onBack={startAgain}
            onDone={() => setStep("done")}
          />
        ) : null}
        {step === "done" ? <Done /> : null}
      </section>
    </main>
  );
}

function Done() {
  const name = useStore(site, (known) => known.name);
  return (
    <EmptyState
      icon="check"
      role="status"
      title={`欢迎来到${name}`}
      action={
        <Button look="primary" onClick={() => navigate("/", { replace: true })}>
          {`进入${name}`}
        </Button>
      }
    >
      已经加入，现在就可以使用。
    </EmptyState>
  );
}
