import { useState } from "react";
import { useStore } from "zustand/react";
import { letWorkerTakeOver } from "../../platform/installed/worker.ts";
import { reloadPage } from "../../platform/navigation.ts";
import { hasUnsaved } from "../../platform/unsaved.ts";
import { Button } from "../../ui/button.tsx";
import { useAct } from "../../ui/use-act.ts";
import css from "./offer-card.module.css";
import { offers, putOfferOff, type Offer } from "./offers.ts";

/** Offers a new version quietly (issue 3, item 14); nothing happens until the person wants it. */
export default function OfferCard() {
  const offer = useStore(offers, (state) => state.offer);
  return (
    <div role="status">
      {offer === null ? null : <Card key={`${offer.device} ${offer.version}`} offer={offer} />}
    </div>
  );
}

function Card({ offer }: { offer: Offer }) {
  const [asks, setAsks] = useState(false);
  const { busy, act } = useAct(() => {}, { once: true });

  async function update() {
    await letWorkerTakeOver();
    reloadPage();
  }

  function take() {
    if (hasUnsaved()) setAsks(true);
    else void act(update);
  }

  if (asks) {
    return (
      <section className={css["card"]} aria-label="还有没保存的内容">
        <h2>还有没保存的内容</h2>
        <p>更新会重新打开页面，没保存的内容会丢失。</p>
        <div className={css["actions"]}>
          <Button look="quiet" busy={busy} onClick={() => void act(update)}>
            仍然更新
          </Button>
          <Button look="primary" onClick={() => setAsks(false)}>
            先去保存
          </Button>
        </div>
      </section>
    );
  }
  const { title, text } = wordsFor(offer);
  return (
    <section className={css["card"]} aria-label={title}>
      <h2>{title}</h2>
      {text === "" ? null : <p>{text}</p>}
      {offer.notes === "" ? null : <p className={css["notes"]}>{offer.notes}</p>}
      <div className={css["actions"]}>
        {offer.needed ? null : (
          <Button look="quiet" onClick={putOfferOff}>
            稍后
          </Button>
        )}
        {offer.device === "web" ? (
          <Button look="primary" busy={busy} onClick={take}>
            现在更新
          </Button>
        ) : (
          <a className={css["link"]} href={offer.url} target="_blank" rel="noopener">
            现在更新
          </a>
        )}
      </div>
    </section>
  );
}

function wordsFor({ device, version, needed }: Offer): { title: string; text: string } {
  const page = device === "web";
  if (needed) {
    return {
      title: page ? "需要更新才能继续使用" : "客户端需要更新",
      text: page
        ? "这个页面的版本太旧了，请更新后再使用。"
        : `这个版本太旧了，请安装 ${version} 后再使用。`,
    };
  }
  return { title: "新版本已准备好", text: page ? "" : `客户端 ${version}` };
}
