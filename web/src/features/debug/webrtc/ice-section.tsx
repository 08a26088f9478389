import { useState, type FormEvent } from "react";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { Actions, Section, Trouble } from "../parts/debug-page.tsx";
import { FactList } from "../parts/fact-list.tsx";
import type { Fact } from "../parts/facts.ts";
import { NO_WEBRTC } from "./failures.ts";
import { checkIceServer } from "./ice-check.ts";
import {
  candidateFact,
  iceVerdict,
  readIceForm,
  type IceFindings,
  type IceForm,
  type IceFormFault,
} from "./ice-rules.ts";
import { canCall } from "./pair.ts";
import { useFacts, useLeaveSignal, type ReportFacts } from "./use-panel.ts";

const TITLE = "STUN 与 TURN";
const UNREADABLE = { what: "浏览器不接受这个地址。", todo: "请核对主机名、端口和传输方式。" };

/** Tests an entered STUN or TURN server. Its password is used for the test only and never reported. */
export function IceSection({ report }: { report: ReportFacts }) {
  const [form, setForm] = useState<IceForm>({ url: "", username: "", password: "" });
  const { busy, fault = {}, act } = useAct<IceFormFault>(() => {});
  const [found, setFound] = useState<{ url: string; findings: IceFindings | null } | null>(null);
  const leave = useLeaveSignal();

  async function check(): Promise<IceFormFault | undefined> {
    const read = readIceForm(form);
    if ("fault" in read) return read.fault;
    setFound(null);
    const url = form.url.trim();
    try {
      setFound({ url, findings: await checkIceServer(read.server, leave) });
    } catch {
      setFound({ url, findings: null });
    }
    return undefined;
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void act(check);
  }

  const verdict =
    found === null
      ? null
      : found.findings === null
        ? { ok: false as const, ...UNREADABLE }
        : iceVerdict(found.findings);
  const facts: Fact[] = [
    ...(found === null ? [] : [{ name: "服务器", value: found.url }]),
    ...(verdict === null
      ? []
      : [{ name: "结果", value: verdict.what, state: verdict.ok ? "good" : "bad" } as const]),
    ...(found?.findings?.candidates ?? []).map(candidateFact),
    ...(found?.findings?.errors ?? []).map(({ code, text }, index) => ({
      name: `错误 ${index + 1}`,
      value: `${code} ${text}`,
    })),
  ];
  useFacts(report, TITLE, facts);

  const field = (name: keyof IceForm) => ({
    value: form[name],
    error: fault[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setForm({ ...form, [name]: target.value }),
  });

  return (
    <Section title={TITLE} note="填写要检查的服务器；TURN 还要用户名和密码。">
      <form onSubmit={onSubmit} noValidate>
        <TextField
          label="服务器地址"
          placeholder="turn:主机:3478?transport=udp"
          autoComplete="off"
          spellCheck={false}
          {...field("url")}
        />
        <TextField label="用户名" autoComplete="off" {...field("username")} />
        <TextField label="密码" type="password" autoComplete="off" {...field("password")} />
        <Actions>
          <Button look="primary" type="submit" busy={busy} disabled={!canCall()}>
            检查服务器
          </Button>
        </Actions>
      </form>
      {canCall() ? null : <Trouble {...NO_WEBRTC} />}
      {verdict === null || verdict.ok ? null : <Trouble {...verdict} />}
      <div role="status">{verdict?.ok === true ? <p>{verdict.what}</p> : null}</div>
      <FactList facts={facts} />
    </Section>
  );
}
