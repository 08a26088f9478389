import { useState } from "react";
import {
  DEVICE_NAMES,
  DEVICES,
  OLDEST_VERSION,
  readReleases,
  withdrawRelease,
  type Device,
  type OwnProof,
  type ManagedRelease,
} from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { useAnswer } from "../../kit/use-answer.ts";
import { isRefused } from "../agreements/rules.ts";
import { Part } from "../person/part.tsx";
import page from "../person/person.module.css";
import { ProvenConfirm } from "../sheets/proven-confirm.tsx";
import { Heading } from "../shell/heading.tsx";
import { StateBadge } from "../shell/state-badge.tsx";
import { SidePanel } from "../shell/side-panel.tsx";
import { momentText } from "../shell/words.ts";
import { Waiting } from "../shell/waiting-page.tsx";
import { PublishForm } from "./publish-form.tsx";

/** The screen 版本: `/module/admin/releases`, versions of the page and of the clients (AD-20). */
export default function Releases() {
  const { data, error, reload } = useAnswer(readReleases, {});
  return (
    <>
      <Heading title="版本" place="releases" />
      {data === undefined ? (
        isRefused(error) ? (
          <EmptyState role="alert" icon="warning" title="版本由全平台的管理员发布">
            版本对所有人有效，您的权限只在平台的一部分有效。
          </EmptyState>
        ) : (
          <Waiting label="正在加载版本" height={320} error={error} onRetry={reload} />
        )
      ) : (
        DEVICES.map((device) => (
          <OfDevice
            key={device}
            device={device}
            releases={data.releases.filter((one) => one.device === device)}
            onChanged={reload}
          />
        ))
      )}
    </>
  );
}

interface DeviceParts {
  device: Device;
  releases: readonly ManagedRelease[];
  onChanged: () => void;
}

function OfDevice({ device, releases, onChanged }: DeviceParts) {
  const [open, setOpen] = useState(false);
  const name = DEVICE_NAMES[device];
  const builds = releases.map(({ version }) => version);
  const word = device === "web" ? "补写说明" : "发布版本";
  const canPublish = device !== "web" || builds.length > 0;
  return (
    <Part
      title={name}
      wide
      acts={
        canPublish ? (
          <Button
            look="quiet"
            aria-haspopup="dialog"
            aria-label={`${name}：${word}…`}
            onClick={() => setOpen(true)}
          >
            {word}…
          </Button>
        ) : null
      }
    >
      {releases.length === 0 ? <p className={page["soft"]}>还没有发布过版本。</p> : null}
      <ul>
        {releases.map((release) => (
          <Release key={release.version} release={release} onChanged={onChanged} />
        ))}
      </ul>
      {open ? (
        <SidePanel title={`${name}：${word}`} onClose={() => setOpen(false)}>
          <PublishForm
            device={device}
            builds={builds}
            onCancel={() => setOpen(false)}
            onPublished={() => {
              setOpen(false);
              onChanged();
            }}
          />
        </SidePanel>
      ) : null}
    </Part>
  );
}

function Release({ release, onChanged }: { release: ManagedRelease; onChanged: () => void }) {
  const { send, notify } = useModule();
  const [open, setOpen] = useState(false);
  const { device, version, counts, is_withdrawn, min_version, force, notes, url } = release;
  const name = `${DEVICE_NAMES[device]} ${version}`;
  const withdraw = async (proof: OwnProof) => {
    const answer = await send(withdrawRelease, { device, version, ...proof });
    setOpen(false);
    notify(
      answer.version === null ? "已撤回，现在没有现行版本" : `已撤回，现行版本是 ${answer.version}`,
      "success",
    );
    onChanged();
  };
  return (
    <li className={page["item"]}>
      <div className={page["words"]}>
        <p>
          {version} {counts ? <StateBadge tone="good">现行</StateBadge> : null}
          {is_withdrawn ? <StateBadge tone="quiet">已撤回</StateBadge> : null}
          {force ? <StateBadge tone="warning">必须更新</StateBadge> : null}
        </p>
        <p className={page["soft"]}>
          {[
            momentText(release.published_at),
            min_version === OLDEST_VERSION ? "" : `最低 ${min_version}`,
            device === "web" ? "" : url,
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {notes === "" ? null : <p>{notes}</p>}
      </div>
      {is_withdrawn ? null : (
        <Button
          look="quiet"
          aria-haspopup="dialog"
          aria-label={`撤回 ${name}`}
          onClick={() => setOpen(true)}
        >
          撤回…
        </Button>
      )}
      {open ? (
        <SidePanel title={name} onClose={() => setOpen(false)}>
          <ProvenConfirm act={`撤回 ${name}`} ask={withdraw} onCancel={() => setOpen(false)}>
            <p>前一个没有撤回的版本重新成为现行版本；已经装好的不会变。</p>
          </ProvenConfirm>
        </SidePanel>
      ) : null}
    </li>
  );
}
