import { type FormEvent, useRef, useState } from "react";
import {
  type AnswerOf,
  type InputOf,
  NIGHTLY_DAYS_WITHOUT,
  type NightlyView,
  readNightly,
  saveNightly,
  tryNightly,
  WEEKDAY_NAMES,
} from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { Checkbox } from "../../../web/src/ui/checkbox.tsx";
import { classNames } from "../../../web/src/ui/class-names.ts";
import { TextField } from "../../../web/src/ui/text-field.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { useAct } from "../../kit/use-act.ts";
import { Choice } from "../fields/choice.tsx";
import { type FieldFaults, fieldFaults, useShowFault } from "../fields/field-faults.ts";
import { DraftRestored, useUnsavedDraft, useKeepDraft } from "../shell/unsaved-draft.tsx";
import { conflictsIn, conflictText, rebase, touchedIn } from "../fields/field-changes.ts";
import { momentText } from "../shell/words.ts";
import { daysOf } from "./nightly-rules.ts";
import css from "./nightly.module.css";
import parts from "./rosters.module.css";

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const HOURS = Array.from({ length: 24 }, (_one, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00`,
}));
const FIELDS = [
  ...["address", "token_address", "client_id", "secret", "scope", "org_id", "days_without"],
];
const WORDS = {
  names: {
    ...{ address: "接口地址", token_address: "取访问令牌的地址", client_id: "客户端编号" },
    ...{ scope: "授权范围", org_id: "学校在对方那里的编号", demographics: "读不读性别和出生日期" },
    ...{ is_on: "每晚自动同步", hour: "几点开始", weekdays: "星期几同步", days: "不同步的日子" },
  },
  plain: ["address", "token_address", "client_id", "scope", "org_id", "days"],
  whole: "这个接口",
};
/** A try may call a slow provider several times. */
const PATIENCE = { timeoutMs: 90_000 };

interface Draft extends Omit<
  InputOf<typeof saveNightly>,
  "school_id" | "version" | "days_without"
> {
  secret: string;
  days: string;
}
type TextName = "address" | "token_address" | "client_id" | "secret" | "scope" | "org_id" | "days";

function draftOf({ connection }: NightlyView): Draft {
  const {
    address = "",
    token_address = "",
    client_id = "",
    scope = "",
    org_id = "",
    demographics = false,
    is_on = true,
    hour = 2,
    weekdays = WEEKDAYS,
    days_without = [],
  } = connection ?? {};
  return {
    ...{ address, token_address, client_id, scope, org_id, demographics, is_on, hour },
    ...{ weekdays: [...weekdays], days: days_without.join("，"), secret: "" },
  };
}

/** The provider and the hours of the nightly synchronisation. */
export function NightlyForm({ view, onSaved }: { view: NightlyView; onSaved: () => void }) {
  const { send, notify } = useModule();
  const { school } = view;
  const [read, setRead] = useState(view);
  const { key, left: begun, forget } = useUnsavedDraft(`nightly/${school.id}`);
  const left = begun as { was: Draft; draft: Draft } | undefined;
  // somebody else may have saved since
  const [resumed] = useState(() => left && rebase(left.was, left.draft, draftOf(view)));
  const [draft, setDraft] = useState(() => resumed?.draft ?? draftOf(view));
  const [changed, setChanged] = useState("");
  const was = draftOf(read);
  const open = { ...draft, secret: "" };
  useKeepDraft(
    key,
    "夜间同步的设置",
    touchedIn(was, open).length === 0 ? undefined : { was, draft: open },
  );
  const [seen, setSeen] = useState<AnswerOf<typeof tryNightly>>();
  const [wrongDays, setWrongDays] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const showFault = useShowFault(form);
  const asFaults = (text: string, error: unknown): FieldFaults => {
    showFault();
    return fieldFaults(error, text, FIELDS);
  };
  const saving = useAct<FieldFaults>(asFaults);
  const trying = useAct<FieldFaults>(asFaults);
  const faults = saving.fault ?? trying.fault;

  /** Lays what was filled in over what somebody else has saved. */
  const layOver = (now: NightlyView) => {
    const theirs = draftOf(now);
    const laid = rebase(was, draft, theirs);
    setRead(now);
    setDraft(laid.draft);
    setSeen(undefined);
    setChanged(conflictText(laid, theirs, WORDS));
  };
  const versionOf = ({ connection }: NightlyView) => connection?.version ?? 0;
  // read again while a run goes on
  if (versionOf(view) > versionOf(read)) layOver(view);
  const { connection } = read;

  const edit = (part: Partial<Draft>) => {
    setSeen(undefined);
    setDraft((now) => ({ ...now, ...part }));
  };
  const field = (name: TextName) => ({
    value: draft[name],
    onChange: ({ target }: { target: HTMLInputElement }) => edit({ [name]: target.value }),
    autoComplete: "off",
    error: name === "days" ? (wrongDays ?? faults?.fields["days_without"]) : faults?.fields[name],
  });
  const provider = () => {
    const { address, token_address, client_id, secret, scope, org_id, demographics } = draft;
    return {
      ...{ school_id: school.id, address: address.trim(), token_address: token_address.trim() },
      ...{ client_id: client_id.trim(), scope: scope.trim(), org_id: org_id.trim(), demographics },
      ...(secret !== "" && { secret }),
    };
  };
  const tryIt = () =>
    void trying.act(async () => setSeen(await send(tryNightly, provider(), PATIENCE)));
  const save = (event: FormEvent) => {
    event.preventDefault();
    const { days, wrong } = daysOf(draft.days);
    setWrongDays(faultOfDays(days, wrong));
    if (faultOfDays(days, wrong) !== undefined) return showFault();
    const { is_on, hour, weekdays } = draft;
    void saving.act(async () => {
      const schedule = { is_on, hour, weekdays, days_without: days };
      const version = versionOf(read);
      try {
        const saved = await send(saveNightly, { ...provider(), ...schedule, version });
        forget();
        setRead(saved);
        setDraft(draftOf(saved));
        setSeen(undefined);
        setChanged("");
        notify("已保存", "success");
      } catch (error) {
        if (conflictsIn(error) === null) throw error;
        layOver(await send(readNightly, { school_id: school.id }));
        showFault();
      }
      onSaved();
    });
  };

  return (
    <section aria-label="接口和时间" className={parts["card"]}>
      <form ref={form} noValidate onSubmit={save}>
        {resumed === undefined || left === undefined ? null : (
          <DraftRestored
            way="放弃，重新填写"
            onDiscard={() => {
              forget();
              setDraft(was);
            }}
          >
            {resumed.changed.length > 0
              ? conflictText(resumed, was, WORDS)
              : "上次填写的还没有保存，可以接着填；密钥要重新填。"}
          </DraftRestored>
        )}
        <h3 className={parts["title"]}>对方的接口</h3>
        <div className={css["fields"]}>
          <TextField
            label="接口地址"
            hint="如 https://主机/ims/oneroster/rostering/v1p2"
            inputMode="url"
            {...field("address")}
          />
          <TextField label="取访问令牌的地址" inputMode="url" {...field("token_address")} />
          <TextField label="客户端编号" {...field("client_id")} />
          <TextField
            label="密钥"
            type="password"
            hint={connection === null ? undefined : "已经保存，不改就不用填"}
            {...field("secret")}
            autoComplete="new-password"
          />
          {school.kind === "district" ? null : (
            <TextField
              label="学校在对方那里的编号（选填）"
              hint={`对方的校名也是“${school.name}”时不用填`}
              {...field("org_id")}
            />
          )}
          <TextField label="授权范围（选填）" hint="对方另有要求时才填" {...field("scope")} />
        </div>
        <Checkbox
          label="也读性别和出生日期"
          checked={draft.demographics}
          onChange={({ target }) => edit({ demographics: target.checked })}
        />
        <p className={parts["soft"]}>密码和证件号码都不读。密钥加密保存，不会再显示出来。</p>
        <Button busy={trying.busy} onClick={tryIt}>
          试一试
        </Button>
        <div role="status" className={css["seen"]}>
          {seen === undefined ? null : (
            <>
              <p className={seen.is_ok ? css["good"] : css["bad"]}>
                {seen.is_ok ? "可以用来同步" : "还不能用来同步"}
              </p>
              <ul>
                {seen.sentences.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </>
          )}
        </div>

        <h3 className={classNames(parts["title"], css["time"])}>时间</h3>
        <Checkbox
          label="每晚自动同步"
          checked={draft.is_on}
          onChange={({ target }) => edit({ is_on: target.checked })}
        />
        <div className={css["line"]}>
          <span id="nightly-hour">几点开始（北京时间）</span>
          <Choice
            className={css["hour"]}
            label="几点开始（北京时间）"
            options={HOURS}
            value={String(draft.hour)}
            onChange={(hour) => edit({ hour: Number(hour) })}
          />
        </div>
        <fieldset className={css["days"]}>
          <legend>星期几同步</legend>
          {WEEKDAYS.map((day) => (
            <Checkbox
              key={day}
              className={css["day"]}
              label={`周${WEEKDAY_NAMES[day - 1] ?? ""}`}
              checked={draft.weekdays.includes(day)}
              onChange={({ target }) =>
                edit({
                  weekdays: WEEKDAYS.filter((one) =>
                    one === day ? target.checked : draft.weekdays.includes(one),
                  ),
                })
              }
            />
          ))}
        </fieldset>
        <TextField
          label="不同步的日子（选填）"
          hint="如 2026-10-01，2026-10-02"
          {...field("days")}
        />
        <p className={parts["fault"]} role="alert">
          {faults?.form ?? changed}
        </p>
        <div className={parts["keys"]}>
          <Button look="primary" type="submit" busy={saving.busy}>
            保存接口和时间
          </Button>
        </div>
        <p className={parts["soft"]}>
          {connection === null
            ? "同步以保存的人的权限进行，出了问题会通知此人。"
            : `${connection.saved_by ?? "已注销的人"}保存于 ${momentText(connection.saved_at)}；同步以此人的权限进行，出了问题会通知此人。`}
        </p>
      </form>
    </section>
  );
}

function faultOfDays(days: readonly string[], wrong: readonly string[]): string | undefined {
  const [first] = wrong;
  if (first !== undefined) return `“${first}”不是日期，请写成 2026-10-01 的样子`;
  return days.length > NIGHTLY_DAYS_WITHOUT ? `最多写 ${NIGHTLY_DAYS_WITHOUT} 天` : undefined;
}
