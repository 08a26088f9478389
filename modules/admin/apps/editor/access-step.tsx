import { useState } from "react";
import {
  CLAIM_TEXTS,
  LAUNCH_KIND_NAMES,
  launchApp,
  launchText,
  REFUSALS,
  renewAppSecret,
  type AnswerOf,
  type AppDraft,
  type OwnProof,
  type readAppEntry,
} from "#contract";
import { Button } from "../../../../web/src/ui/button.tsx";
import { Checkbox } from "../../../../web/src/ui/checkbox.tsx";
import { copyText } from "../../../../web/src/ui/copy-text.ts";
import { TextField } from "../../../../web/src/ui/text-field.tsx";
import { useModule } from "../../../kit/react-module.tsx";
import { codeOf } from "../../../kit/refusal.ts";
import { useAct } from "../../../kit/use-act.ts";
import { ProvenConfirm } from "../../sheets/proven-confirm.tsx";
import { SidePanel } from "../../shell/side-panel.tsx";
import type { AudienceParts } from "./audience.tsx";
import css from "./editor.module.css";
import { Select } from "../../../kit/select.tsx";
import { Group, Several } from "./fields.tsx";
import { RosterField } from "./roster-field.tsx";
import type { SettingsDraft } from "./settings.ts";
import { SettingsFields } from "./settings-fields.tsx";

const PLACES = [
  ["tab", "新标签页"],
  ["frame", "页内框架"],
] as const;
/** Address that each kind opens. */
const URL_HINTS: Readonly<Record<string, string>> = {
  module: "以 /module/ 开头，后面是模块的名字",
};

/** The step 接入: the kind of launch with its settings, the claims given to the app, and its secret. */
export function AccessStep({
  settings,
  onSettings,
  hasSecret,
  handover,
  ...parts
}: AudienceParts & {
  settings: SettingsDraft;
  onSettings: (settings: SettingsDraft) => void;
  /** True when the stored app has a secret. */
  hasSecret: boolean;
  handover: Handover;
}) {
  const {
    draft,
    faults: { fields },
    onChange,
  } = parts;
  return (
    <>
      <Select
        label="种类"
        value={draft.launch ?? "link"}
        options={Object.entries(LAUNCH_KIND_NAMES)}
        error={fields["launch"]}
        onChoose={(launch) => onChange({ launch: launch as NonNullable<AppDraft["launch"]> })}
      />
      <TextField
        label="地址"
        maxLength={2000}
        value={draft.url ?? ""}
        hint={URL_HINTS[draft.launch ?? ""] ?? "以 https:// 开头"}
        inputMode="url"
        error={fields["url"]}
        onChange={({ target }) => onChange({ url: target.value })}
      />
      {draft.launch === "module" ? null : (
        <Select
          label="打开方式"
          value={draft.opens_in ?? "tab"}
          options={PLACES}
          onChoose={(place) => onChange({ opens_in: place === "frame" ? "frame" : "tab" })}
        />
      )}
      <Several
        label="打开时告知应用"
        options={Object.entries(CLAIM_TEXTS)}
        values={draft.claims ?? []}
        error={fields["claims"]}
        onChange={(claims) => onChange({ claims })}
      />
      <Group label="登录与验证">
        <Checkbox
          label="学校已同意告知，登录时不再询问"
          checked={draft.approved ?? false}
          onChange={({ target }) => onChange({ approved: target.checked })}
        />
        <Checkbox
          label="打开前再次验证密码"
          checked={draft.step_up ?? false}
          onChange={({ target }) => onChange({ step_up: target.checked })}
        />
      </Group>
      <SettingsFields
        launch={draft.launch}
        all={parts.choices.settings}
        faults={fields}
        settings={settings}
        onSettings={onSettings}
      />
      <RosterField {...parts} />
      {handover.length === 0 ? null : (
        <Group label="交给应用的开发方">
          <Given lines={handover} />
        </Group>
      )}
      {draft.id === undefined ? null : (
        <Group label="试一试与密钥">
          <TestLaunch id={draft.id} />
          {hasSecret ? <RenewSecret id={draft.id} name={draft.name ?? ""} /> : null}
        </Group>
      )}
    </>
  );
}

type Handover = AnswerOf<typeof readAppEntry>["handover"];

/** Shows values to give to an app's developer, line by line. */
function Given({ lines }: { lines: Handover }) {
  return (
    <dl className={css["given"]}>
      {lines.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <code>{value}</code>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Launches the app as home does, and shows what would be sent, without its secrets. */
function TestLaunch({ id }: { id: string }) {
  const { send } = useModule();
  const [outcome, setOutcome] = useState("");
  const { busy, fault, act } = useAct((text, error) =>
    codeOf(error) === REFUSALS.notFound.code
      ? "您自己的首页上没有这个应用，还没有上架，或者不是给您的"
      : text,
  );
  const test = () =>
    act(async () => {
      setOutcome("");
      setOutcome(launchText(await send(launchApp, { app_id: id })));
    });
  return (
    <>
      <Button busy={busy} onClick={() => void test()}>
        试着打开
      </Button>
      <p role="status">{fault === undefined ? outcome : `打不开：${fault}`}</p>
    </>
  );
}

/** Gives the app another secret, shown once, after a fresh proof. */
function RenewSecret({ id, name }: { id: string; name: string }) {
  const { send } = useModule();
  const [open, setOpen] = useState(false);
  const [secret, setSecret] = useState<string>();
  const close = () => {
    setOpen(false);
    setSecret(undefined);
  };
  const ask = async (proof: OwnProof) => {
    setSecret((await send(renewAppSecret, { app_id: id, ...proof })).secret);
  };
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        更换密钥…
      </Button>
      {open ? (
        <SidePanel title={name} onClose={close}>
          {secret === undefined ? (
            <ProvenConfirm act={`更换“${name}”的密钥`} ask={ask} onCancel={close}>
              <p>旧密钥立即失效；应用的服务器换上新密钥之前，这个应用打不开，也读不到名册。</p>
            </ProvenConfirm>
          ) : (
            <SecretOnce id={id} secret={secret} onDone={close} />
          )}
        </SidePanel>
      ) : null}
    </>
  );
}

/** Shows a secret, this once, with the number that goes with it. */
export function SecretOnce({
  id,
  secret,
  onDone,
}: {
  id: string;
  secret: string;
  onDone: () => void;
}) {
  const [said, setSaid] = useState("");
  const copy = async () =>
    setSaid((await copyText(secret)) ? "已复制密钥" : "没有复制成功，请选中后复制");
  return (
    <div className={css["secret"]} data-secret>
      <p role="status">这是应用的密钥，只显示这一次，请现在交给应用的服务器保管：</p>
      <Given
        lines={[
          { name: "应用编号", value: id },
          { name: "密钥", value: secret },
        ]}
      />
      <p>编号和平台的地址以后在“接入”里还能看到，密钥看不到了。</p>
      <p className={css["several"]}>
        <Button onClick={() => void copy()}>复制密钥</Button>
        <Button look="primary" onClick={onDone}>
          我已保管好
        </Button>
        <span role="status">{said}</span>
      </p>
    </div>
  );
}
