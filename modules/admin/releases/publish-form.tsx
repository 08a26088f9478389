import { useState } from "react";
import {
  DEVICE_NAMES,
  publishRelease,
  RELEASE_NOTES_MAX,
  RELEASE_URL_MAX,
  releaseFault,
  type Device,
  type OwnProof,
} from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { Checkbox } from "../../../web/src/ui/checkbox.tsx";
import { TextField } from "../../../web/src/ui/text-field.tsx";
import { useModule } from "../../kit/react-module.tsx";
import form from "../change/change.module.css";
import { ChoiceField } from "../change/plan-form.tsx";
import { ProvenConfirm } from "../sheets/proven-confirm.tsx";
import { TextArea } from "../fields/text-area.tsx";

const VERSION_MAX = 60;

/** Form that publishes a version of a client, or notes on a build of the page. */
export function PublishForm({
  device,
  builds,
  onCancel,
  onPublished,
}: {
  device: Device;
  /** Known versions; for the page, only these can be given notes. */
  builds: readonly string[];
  onCancel: () => void;
  onPublished: () => void;
}) {
  const { send, notify } = useModule();
  const isPage = device === "web";
  const [draft, setDraft] = useState({
    version: isPage ? (builds[0] ?? "") : "",
    min_version: "",
    url: "",
    notes: "",
    force: false,
  });
  const [ready, setReady] = useState(false);
  const [fault, setFault] = useState<string>();
  const change = (changed: Partial<typeof draft>) => {
    setDraft({ ...draft, ...changed });
    setFault(undefined);
  };
  const { version, force, notes } = draft;
  const min_version = draft.min_version.trim() === "" ? undefined : draft.min_version.trim();
  const url = isPage || draft.url.trim() === "" ? undefined : draft.url.trim();
  const name = `${DEVICE_NAMES[device]} ${version.trim()}`;
  const publish = async (proof: OwnProof) => {
    await send(publishRelease, {
      ...{ device, version: version.trim(), force, notes },
      ...(min_version !== undefined && { min_version }),
      ...(url !== undefined && { url }),
      ...proof,
    });
    notify(`已发布 ${name}`, "success");
    onPublished();
  };
  if (ready) {
    return (
      <ProvenConfirm act={`发布 ${name}`} ask={publish} onCancel={onCancel}>
        <p>
          {force
            ? "其他版本都必须更新才能继续使用。"
            : min_version === undefined
              ? "旧版本会看到更新的提示，可以稍后再更新。"
              : `低于 ${min_version} 的必须更新才能继续使用。`}
        </p>
      </ProvenConfirm>
    );
  }
  return (
    <form
      className={form["form"]}
      aria-label="发布版本"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const found = releaseFault({ device, version: version.trim(), min_version, url });
        setFault(found);
        setReady(found === undefined);
      }}
    >
      {isPage ? (
        <ChoiceField
          label="网页的构建"
          options={builds.map((build) => ({ value: build, label: build }))}
          value={version}
          onChange={(build) => change({ version: build })}
        />
      ) : (
        <>
          <TextField
            label="版本"
            value={version}
            maxLength={VERSION_MAX}
            autoComplete="off"
            hint="如 2.4.0"
            onChange={({ target }) => change({ version: target.value })}
          />
          <TextField
            label="下载地址"
            value={draft.url}
            maxLength={RELEASE_URL_MAX}
            autoComplete="off"
            hint="https:// 开头"
            onChange={({ target }) => change({ url: target.value })}
          />
        </>
      )}
      <TextArea
        label="新在哪里（选填）"
        value={notes}
        rows={4}
        maxLength={RELEASE_NOTES_MAX}
        onChange={({ target }) => change({ notes: target.value })}
      />
      <TextField
        label="最低版本（选填）"
        value={draft.min_version}
        maxLength={VERSION_MAX}
        autoComplete="off"
        hint="低于它的必须更新；不填则沿用现行版本的"
        onChange={({ target }) => change({ min_version: target.value })}
      />
      <Checkbox
        label="其他版本都必须更新"
        checked={force}
        onChange={({ target }) => change({ force: target.checked })}
      />
      <p className={form["fault"]} role="alert">
        {fault}
      </p>
      <Button type="submit" look="primary">
        下一步
      </Button>
    </form>
  );
}
