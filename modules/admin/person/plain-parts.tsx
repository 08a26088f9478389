import type { ReactNode } from "react";
import type { WrittenField } from "#contract";
import { WrittenBy } from "../shell/written-by.tsx";
import { momentText } from "../shell/words.ts";
import { AccessActs } from "./access-acts.tsx";
import { Part } from "./part.tsx";
import css from "./person.module.css";
import type { PartOf } from "./person.tsx";
import {
  consentText,
  factorText,
  genderText,
  passwordText,
  plainDay,
  reachText,
  sessionText,
} from "./rules.ts";

/** Shows a person's data; what was changed since it was made says by whom. */
export function BasicPart({ person }: PartOf) {
  const writer = (field: WrittenField) => person.changed.find((one) => one.field === field);
  const fact = (name: string, field: WrittenField, text: string): Fact => {
    const found = writer(field);
    const by = found && (
      <span key="by" className={css["soft"]}>
        （<WrittenBy {...found} />）
      </span>
    );
    return [name, found === undefined ? text : [text, by]];
  };
  return (
    <Part title="基本资料">
      <Facts
        facts={[
          ...(writer("name") === undefined ? [] : [fact("姓名", "name", person.name)]),
          fact("性别", "gender", genderText(person.gender)),
          fact("出生日期", "birth_date", plainDay(person.birth_date)),
          fact("入学日期", "admission_time", plainDay(person.admission_time)),
          fact("学号或工号", "sourced_id", person.sourced_id ?? "没有"),
          fact("手机号", "mobile", reachText(person.mobile)),
          fact("邮箱", "email", reachText(person.email)),
          ["来源", <WrittenBy key="made" {...person.made} />],
          ["最近修改", momentText(person.updated_at)],
        ]}
      />
      {person.source === null ? null : (
        <p className={css["soft"]}>
          姓名、性别、生日等由名册写入，在这里改过的，下次导入时会按名册改回。
        </p>
      )}
    </Part>
  );
}

/** Lists a person's ways to sign in, and their current sign-ins. */
export function SignInPart({ person, onChanged }: PartOf) {
  const { last_sign_in, remembered_devices, factors, sessions } = person;
  return (
    <Part title="登录方式与设备" acts={<AccessActs person={person} onChanged={onChanged} />}>
      <Facts
        facts={[
          ["密码", passwordText(person)],
          ["两步验证", factors.length === 0 ? "没有设置" : factors.map(factorText).join("；")],
          ["最近登录", last_sign_in === null ? "从未登录" : momentText(last_sign_in)],
          ["记住账号的设备", `${remembered_devices} 台`],
        ]}
      />
      {sessions.length === 0 ? null : (
        <ul className={css["list"]} aria-label="正在登录的设备">
          {sessions.map((session) => (
            <li key={`${session.created_at}${session.device}`} className={css["item"]}>
              <div className={css["words"]}>
                <p>{session.device}</p>
                <p className={css["soft"]}>{sessionText(session)}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

export function ConsentsPart({ person }: PartOf) {
  return (
    <Part title="同意">
      {person.consents.length === 0 ? <p className={css["soft"]}>没有需要同意的协议。</p> : null}
      <ul className={css["list"]}>
        {person.consents.map((consent) => (
          <li key={consent.type} className={css["item"]}>
            <div className={css["words"]}>
              <p>{consent.title}</p>
              <p className={css["soft"]}>{consentText(consent)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Part>
  );
}

type Fact = readonly [name: string, value: ReactNode];

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={css["facts"]}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
