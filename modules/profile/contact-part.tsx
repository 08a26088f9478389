import { useEffect, useState, type RefObject } from "react";
import { readContacts } from "#contract";
import { Skeleton } from "../../web/src/ui/skeleton.tsx";
import type { CodeWays } from "../../web/src/features/module-container/platform-module.ts";
import { Card } from "../kit/card.tsx";
import { Failure } from "../kit/failure.tsx";
import { useModule } from "../kit/react-module.tsx";
import { useAnswer } from "../kit/use-answer.ts";
import { ContactRow } from "./contact-row.tsx";
import { emailFault, mobileFault, tidyMobile, type Contact, type ContactOpeners } from "./rules.ts";

const CONTACTS: readonly Contact[] = [
  { field: "mobile", name: "手机号", type: "tel", tidy: tidyMobile, faultOf: mobileFault },
  {
    field: "email",
    name: "邮箱",
    type: "email",
    tidy: (typed) => typed.trim(),
    faultOf: emailFault,
  },
];
const NO_WAYS: CodeWays = { channels: [], outbox: null };

/** The person's mobile number and e-mail address; a new one is verified by a code sent to it, where codes are delivered (ID-09). */
export function ContactPart({
  openers,
  onSaved,
}: {
  openers: RefObject<ContactOpeners>;
  onSaved: () => void;
}) {
  const ways = useCodeWays();
  const { data: contacts, error, reload } = useAnswer(readContacts, {});
  const isReady = contacts !== undefined && ways !== undefined;
  const byCode = ways !== undefined && ways.channels.length > 0;
  return (
    <Card
      title="联系方式"
      hint={
        byCode
          ? "更换时，要输入发到新号码或新邮箱的验证码。忘记密码时用它们找回。"
          : "修改需要输入登录密码。"
      }
    >
      {isReady ? (
        CONTACTS.map((contact) => (
          <ContactRow
            key={contact.field}
            contact={contact}
            known={contacts[contact.field]}
            ways={ways}
            openers={openers}
            onSaved={() => {
              reload();
              onSaved();
            }}
          />
        ))
      ) : error === undefined ? (
        <Skeleton height={120} />
      ) : (
        <Failure error={error} onRetry={reload} />
      )}
    </Card>
  );
}

/** Returns the channels by which codes are delivered; undefined until known, none when they cannot be read. */
function useCodeWays(): CodeWays | undefined {
  const { codeWays, signal } = useModule();
  const [ways, setWays] = useState<CodeWays>();
  useEffect(() => {
    codeWays().then(
      (known) => {
        if (!signal.aborted) setWays(known);
      },
      () => setWays(NO_WAYS),
    );
  }, [codeWays, signal]);
  return ways;
}
