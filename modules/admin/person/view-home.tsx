import { useLayoutEffect, useRef, useState } from "react";
import {
  type AnswerOf,
  IDENTITY_NAMES,
  type OwnProof,
  type PicturedApp,
  type PicturedHome,
  VIEW_REASON_MAX,
  viewHome,
} from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { classNames } from "../../../web/src/ui/class-names.ts";
import { iconAddress } from "../../kit/icon-address.ts";
import { useModule } from "../../kit/react-module.tsx";
import { ProvenConfirm } from "../sheets/proven-confirm.tsx";
import { SidePanel } from "../shell/side-panel.tsx";
import { TextArea } from "../fields/text-area.tsx";
import { momentText } from "../shell/words.ts";
import css from "./view-home.module.css";

type Viewed = AnswerOf<typeof viewHome>;

/** 「看看这个人的首页…」: asks for a reason and a proof, then shows the home as a picture (AD-18). */
export function ViewHome({ id, name }: { id: string; name: string }) {
  const [open, setOpen] = useState(false);
  const [viewed, setViewed] = useState<Viewed>();
  function close() {
    setOpen(false);
    setViewed(undefined);
  }
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        看看这个人的首页…
      </Button>
      {open ? (
        <SidePanel title={`${name}的首页`} wide={viewed !== undefined} onClose={close}>
          {viewed === undefined ? (
            <Ask id={id} name={name} onViewed={setViewed} onCancel={close} />
          ) : (
            <Picture viewed={viewed} />
          )}
        </SidePanel>
      ) : null}
    </>
  );
}

function Ask({
  id,
  name,
  onViewed,
  onCancel,
}: {
  id: string;
  name: string;
  onViewed: (viewed: Viewed) => void;
  onCancel: () => void;
}) {
  const { send } = useModule();
  const [reason, setReason] = useState("");
  const [fault, setFault] = useState<string>();
  const given = reason.trim();
  const ask = async (proof: OwnProof) => {
    if (given === "") {
      setFault("请写明原因，本人会看到");
      return;
    }
    onViewed(await send(viewHome, { user_id: id, reason: given, ...proof }));
  };
  return (
    <ProvenConfirm act={`看“${name}”的首页`} ask={ask} stay="不看了" onCancel={onCancel}>
      <p>您会看到这个人各个身份的首页是什么样，只能看，不能打开应用，也看不到消息和角标。</p>
      <p>本人会收到通知，写明是您看的和原因；未满 14 岁的孩子，家长也会收到。审计里有记录。</p>
      <TextArea
        label="原因（本人会看到）"
        rows={2}
        maxLength={VIEW_REASON_MAX}
        value={reason}
        error={fault}
        onChange={({ target }) => {
          setReason(target.value);
          setFault(undefined);
        }}
      />
    </ProvenConfirm>
  );
}

function Picture({ viewed: { name, viewed_at, homes } }: { viewed: Viewed }) {
  const [chosen, setChosen] = useState(0);
  const band = useRef<HTMLParagraphElement>(null);
  // the button that was pressed is gone, and with it the focus
  useLayoutEffect(() => band.current?.focus(), []);
  const home = homes[chosen];
  return (
    <>
      <p ref={band} className={css["band"]} role="status" tabIndex={-1}>
        您正在看{name}的首页，只能看。<span>{momentText(viewed_at)}的样子</span>
      </p>
      {homes.length > 1 ? (
        <div className={css["identities"]} role="group" aria-label="身份">
          {homes.map((one, at) => (
            <button
              key={`${one.school_id}/${one.identity}`}
              type="button"
              className={classNames(css["identity"], at === chosen && css["on"])}
              aria-pressed={at === chosen}
              onClick={() => setChosen(at)}
            >
              {standingText(one)}
            </button>
          ))}
        </div>
      ) : null}
      {home === undefined ? (
        <p className={css["empty"]}>这个人没有可用的身份，登录后看到的是“暂无学校”。</p>
      ) : (
        <Home home={home} />
      )}
    </>
  );
}

function Home({ home }: { home: PicturedHome }) {
  const { quick, recent, shelves } = home;
  if (shelves.length === 0) {
    return <p className={css["empty"]}>{standingText(home)}：这个首页上没有应用。</p>;
  }
  return (
    <section className={css["home"]} aria-label={standingText(home)}>
      <Shelf title="快捷应用" apps={quick} />
      {recent.length > 0 ? <Shelf title="最近使用" apps={recent} /> : null}
      {shelves.map(({ id, name, apps }) => (
        <Shelf key={id} title={name} apps={apps} />
      ))}
    </section>
  );
}

/** Apps as tiles that are no links. */
function Shelf({ title, apps }: { title: string; apps: readonly PicturedApp[] }) {
  return (
    <section className={css["shelf"]} aria-label={title}>
      <h3 className={css["name"]}>{title}</h3>
      {apps.length === 0 ? (
        <p className={css["soft"]}>没有</p>
      ) : (
        <ul className={css["tiles"]}>
          {apps.map((app) => (
            <li key={app.id} className={css["tile"]}>
              <Icon app={app} />
              <span>{app.name}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Icon({ app: { icon, name } }: { app: PicturedApp }) {
  const module = useModule();
  const [broken, setBroken] = useState(false);
  if (icon === "" || broken) {
    return (
      <span className={css["letter"]} aria-hidden="true">
        {name.slice(0, 1)}
      </span>
    );
  }
  return (
    <img
      src={iconAddress(module, icon)}
      alt=""
      width={48}
      height={48}
      onError={() => setBroken(true)}
    />
  );
}

function standingText({ identity, school_name }: PicturedHome): string {
  return `${IDENTITY_NAMES[identity]} · ${school_name}`;
}
