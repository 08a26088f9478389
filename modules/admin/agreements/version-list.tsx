import { useState } from "react";
import {
  AGREEMENT_STATE_NAMES,
  AGREEMENT_TYPE_NAMES,
  AGREEMENT_TYPES,
  readAgreementVersion,
  readAgreementVersions,
  versionNote,
  withdrawAgreement,
  type AgreementState,
  type AgreementType,
  type AgreementVersion,
  type OwnProof,
} from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { WrittenText } from "../../../web/src/ui/written-text.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { useAnswer } from "../../kit/use-answer.ts";
import { Part } from "../person/part.tsx";
import page from "../person/person.module.css";
import { ProvenConfirm } from "../sheets/proven-confirm.tsx";
import { hrefOf } from "../shell/address.ts";
import { Heading } from "../shell/heading.tsx";
import { StateBadge, type Tone } from "../shell/state-badge.tsx";
import { SidePanel } from "../shell/side-panel.tsx";
import { dayText, numberText } from "../shell/words.ts";
import { Waiting } from "../shell/waiting-page.tsx";
import css from "./agreements.module.css";
import { isRefused } from "./rules.ts";

const TONES: Readonly<Record<AgreementState, Tone>> = {
  "in-force": "good",
  waiting: "warning",
  replaced: "quiet",
  skipped: "quiet",
};

/** Lists every version of every agreement. */
export function VersionList() {
  const { data, error, reload } = useAnswer(readAgreementVersions, {});
  return (
    <>
      <Heading title="协议" place="agreements" />
      {data === undefined ? (
        isRefused(error) ? (
          <EmptyState role="alert" icon="warning" title="协议由全平台的管理员发布">
            协议对所有人有效，您的权限只在平台的一部分有效。
          </EmptyState>
        ) : (
          <Waiting label="正在加载协议" height={320} error={error} onRetry={reload} />
        )
      ) : (
        AGREEMENT_TYPES.map((type) => (
          <OfType
            key={type}
            type={type}
            versions={data.versions.filter((one) => one.type === type)}
            onChanged={reload}
          />
        ))
      )}
    </>
  );
}

function OfType({
  type,
  versions,
  onChanged,
}: {
  type: AgreementType;
  versions: readonly AgreementVersion[];
  onChanged: () => void;
}) {
  return (
    <Part
      title={AGREEMENT_TYPE_NAMES[type]}
      wide
      acts={
        <a
          className={css["key"]}
          href={hrefOf(["agreements", type])}
          aria-label={`${AGREEMENT_TYPE_NAMES[type]}：新版本`}
        >
          新版本…
        </a>
      }
    >
      <ul>
        {versions.map((version) => (
          <Version key={version.id} version={version} onChanged={onChanged} />
        ))}
      </ul>
    </Part>
  );
}

function Version({ version, onChanged }: { version: AgreementVersion; onChanged: () => void }) {
  const { send, notify } = useModule();
  const [open, setOpen] = useState<"text" | "withdraw">();
  const { id, type, title, state, effective_at, agreed } = version;
  const name = `《${title}》第 ${version.version} 版`;
  const close = () => setOpen(undefined);
  const withdraw = async (proof: OwnProof) => {
    await send(withdrawAgreement, { type, version: version.version, ...proof });
    close();
    notify(`已撤回${name}`, "success");
    onChanged();
  };
  return (
    <li className={page["item"]}>
      <div className={page["words"]}>
        <p>
          {name} <StateBadge tone={TONES[state]}>{AGREEMENT_STATE_NAMES[state]}</StateBadge>
        </p>
        <p className={page["soft"]}>
          {dayText(effective_at)}起生效 · {numberText(agreed)} 人已同意
        </p>
      </div>
      <Button
        look="quiet"
        aria-haspopup="dialog"
        aria-label={`查看${name}`}
        onClick={() => setOpen("text")}
      >
        查看
      </Button>
      {state === "waiting" || state === "skipped" ? (
        <Button
          look="quiet"
          aria-haspopup="dialog"
          aria-label={`撤回${name}`}
          onClick={() => setOpen("withdraw")}
        >
          撤回…
        </Button>
      ) : null}
      {open === undefined ? null : (
        <SidePanel title={name} onClose={close}>
          {open === "text" ? (
            <Text id={id} />
          ) : (
            <ProvenConfirm act={`撤回${name}`} ask={withdraw} onCancel={close}>
              <p>它还没有生效，没有人同意过；文字会删除，版本号不会再用。</p>
            </ProvenConfirm>
          )}
        </SidePanel>
      )}
    </li>
  );
}

function Text({ id }: { id: string }) {
  const { data, error, reload } = useAnswer(readAgreementVersion, { id });
  if (data === undefined) {
    return <Waiting height={320} error={error} onRetry={reload} />;
  }
  return (
    <>
      <p>
        <a href={hrefOf(["agreements", data.type])}>写新版本…</a>
      </p>
      <WrittenText title={data.title} note={versionNote(data)} html={data.content} heading="h3" />
    </>
  );
}
