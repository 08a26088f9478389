import { useRef, useState } from "react";
import {
  removeApp,
  SHELF_STATE_NAMES,
  switchAppAtSchool,
  type ManagedApp,
  type OwnProof,
} from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { TextField } from "../../../web/src/ui/text-field.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { useAct } from "../../kit/use-act.ts";
import { Part } from "../person/part.tsx";
import { ProvenConfirm } from "../sheets/proven-confirm.tsx";
import { goTo, hrefOf } from "../shell/address.ts";
import { Choice } from "../fields/choice.tsx";
import { BackLink, Heading } from "../shell/heading.tsx";
import { StateBadge } from "../shell/state-badge.tsx";
import { mayAnywhere, useOwnRights } from "../shell/own-rights.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { SidePanel } from "../shell/side-panel.tsx";
import css from "./apps.module.css";
import { Editor } from "./editor/editor.tsx";
import { ownerText, stateTone } from "./rules.ts";
import { WhyOf } from "./trace-view.tsx";

/** Page of one app: its entry for those who may change it, its switches at schools, and why somebody does not see it. */
export function AppPage({
  app,
  icons,
  onChanged,
}: {
  app: ManagedApp;
  icons: ReadonlyMap<string, string>;
  onChanged: () => void;
}) {
  const own = useOwnRights();
  const maySeePeople = mayAnywhere(own, "people.read");
  return (
    <>
      <BackLink href={hrefOf(["apps"])}>应用</BackLink>
      <Heading title={app.name} place={`apps/${app.id}`}>
        <StateBadge tone={stateTone(app.shelf_state)}>
          {SHELF_STATE_NAMES[app.shelf_state]}
        </StateBadge>
      </Heading>
      {app.may_edit ? (
        <Editor id={app.id} icons={icons} onSaved={onChanged} onCancel={() => goTo(["apps"])} />
      ) : (
        <p className={css["soft"]}>{ownerText(app)}</p>
      )}
      <div className={css["below"]}>
        <SwitchPart app={app} onChanged={onChanged} />
        {!app.may_edit && maySeePeople ? (
          <Part title="谁看得见">
            <WhyOf app={app.id} />
          </Part>
        ) : null}
        {app.may_edit && mayAnywhere(own, "app.register") ? (
          <EndPart app={app} onChanged={onChanged} />
        ) : null}
      </div>
    </>
  );
}

/** Switches the app on and off per school. */
function SwitchPart({ app, onChanged }: { app: ManagedApp; onChanged: () => void }) {
  const { send, notify } = useModule();
  const { organisations } = usePlace();
  const { busy, fault, act } = useAct();
  const [chosen, setChosen] = useState("");
  const choice = useRef<HTMLDivElement>(null);
  const schools = organisations.filter(({ kind }) => kind === "school");
  const off = schools.filter(({ id }) => app.off_school_ids.includes(id));
  const flip = (school_id: string, on: boolean, name: string) =>
    act(async () => {
      await send(switchAppAtSchool, { app_id: app.id, school_id, on });
      notify(`已在${name}${on ? "打开" : "关闭"}`, "success");
      setChosen("");
      // the pressed button goes, and the focus must not go with it
      choice.current?.querySelector("input")?.focus();
      onChanged();
    });
  const one = schools.find(({ id }) => id === chosen);
  return (
    <Part title="按学校开关">
      {off.length === 0 ? <p className={css["soft"]}>没有学校关闭它。</p> : null}
      <ul>
        {off.map(({ id, name }) => (
          <li key={id} className={css["line"]}>
            <span className={css["grow"]}>{name}已关闭</span>
            <Button
              look="quiet"
              busy={busy}
              aria-label={`在${name}打开`}
              onClick={() => void flip(id, true, name)}
            >
              打开
            </Button>
          </li>
        ))}
      </ul>
      <div ref={choice} className={css["line"]}>
        <Choice
          className={css["choice"]}
          label="选择要关闭它的学校"
          options={schools
            .filter(({ id }) => !app.off_school_ids.includes(id))
            .map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen}
          onChange={setChosen}
        />
        {one === undefined ? null : (
          <Button busy={busy} onClick={() => void flip(one.id, false, one.name)}>
            {`在${one.name}关闭`}
          </Button>
        )}
      </div>
      <p className={css["soft"]}>
        关闭以后，这所学校的人看不到、也打不开它，正开着的不会中断；设置和快捷应用都留着。
      </p>
      <p role="alert" className={css["fault"]}>
        {fault}
      </p>
    </Part>
  );
}

/** Deletes an app that nobody sees and nobody else has used; says what to do instead where it is neither. */
function EndPart({
  app: { id, name, shelf_state },
  onChanged,
}: {
  app: ManagedApp;
  onChanged: () => void;
}) {
  const { send, notify } = useModule();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const close = () => {
    setOpen(false);
    setTyped("");
  };
  const ask = async (proof: OwnProof) => {
    await send(removeApp, { app_id: id, name: typed, ...proof });
    notify(`已删除“${name}”`, "success");
    onChanged();
    goTo(["apps"]);
  };
  const isSeen = shelf_state === "piloted" || shelf_state === "shelf";
  return (
    <Part title="不再使用">
      <p className={css["soft"]}>
        {isSeen
          ? "在上面的“谁能看见”里退回“已申请”并保存，就谁也看不见它；设置都留着，随时可以再上架。从没有别人用过的，退回后还可以删除。"
          : "现在谁也看不见它，设置都留着。从没有别人用过的可以删除；有人用过的留在这里，不能删除。"}
      </p>
      {isSeen ? null : (
        <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          删除…
        </Button>
      )}
      {open ? (
        <SidePanel title={`删除：${name}`} onClose={close}>
          <ProvenConfirm act={`删除“${name}”`} ask={ask} onCancel={close} stay="不删了">
            <p>
              它的设置、密钥和应用服务器手里的令牌一起删除，<strong>不能恢复</strong>。
            </p>
            <TextField
              label="请照着输入应用的名称"
              hint={name}
              value={typed}
              autoComplete="off"
              onChange={({ target }) => setTyped(target.value)}
            />
          </ProvenConfirm>
        </SidePanel>
      ) : null}
    </Part>
  );
}
