import { useState, type FormEvent } from "react";
import type { User } from "#contract";
import { Button } from "../../web/src/ui/button.tsx";
import { TextField } from "../../web/src/ui/text-field.tsx";
import { Card } from "../kit/card.tsx";
import { AvatarPart } from "./avatar-part.tsx";
import { ContactRow } from "./contact-row.tsx";
import css from "./form.module.css";
import { emailFault, mobileFault, nameFault, tidyMobile } from "./rules.ts";
import { useSaving } from "./use-saving.ts";

const GENDERS = [
  { value: "male", name: "男" },
  { value: "female", name: "女" },
] as const;

export function BasicPart({ user }: { user: User }) {
  return (
    <>
      <AvatarPart user={user} />
      <Card title="基本资料">
        <BasicForm user={user} />
      </Card>
      <Card title="联系方式" hint="修改联系方式需要输入登录密码。">
        <ContactRow
          field="mobile"
          name="手机号"
          shown={user.mobile ?? null}
          type="tel"
          tidy={tidyMobile}
          faultOf={mobileFault}
        />
        <ContactRow
          field="email"
          name="邮箱"
          shown={user.email ?? null}
          type="email"
          tidy={(typed) => typed.trim()}
          faultOf={emailFault}
        />
      </Card>
    </>
  );
}

function BasicForm({ user }: { user: User }) {
  const [name, setName] = useState(user.name ?? "");
  const [gender, setGender] = useState(user.gender ?? null);
  const [fault, setFault] = useState<string>();
  const { busy, save } = useSaving();
  const changed = name.trim() !== (user.name ?? "") || gender !== (user.gender ?? null);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const wrong = nameFault(name);
    setFault(wrong);
    if (wrong !== undefined || busy) return;
    const refused = await save({ name: name.trim(), ...(gender === null ? {} : { gender }) });
    setFault(refused?.text);
  }

  return (
    <form className={css["form"]} noValidate onSubmit={(event) => void onSubmit(event)}>
      <TextField
        label="姓名"
        value={name}
        error={fault}
        autoComplete="name"
        onChange={({ target }) => setName(target.value)}
      />
      <fieldset className={css["choices"]}>
        <legend className={css["legend"]}>性别</legend>
        {GENDERS.map((one) => (
          <label key={one.value} className={css["choice"]}>
            <input
              type="radio"
              name="gender"
              className="visually-hidden"
              checked={gender === one.value}
              onChange={() => setGender(one.value)}
            />
            <span className={css["word"]}>{one.name}</span>
          </label>
        ))}
      </fieldset>
      <p className={css["fixed"]}>
        <span className={css["legend"]}>账号</span>
        {user.account}
      </p>
      <Button look="primary" type="submit" busy={busy} disabled={!changed}>
        保存
      </Button>
    </form>
  );
}
