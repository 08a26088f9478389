import { flushSync } from "react-dom";
import { useStore } from "zustand/react";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { BELL, HOUSE, PERSON } from "../../ui/icon-shapes.ts";
import { feedbackUnread, unreadWords } from "../../session/feedback-unread.ts";
import { useSession } from "../../session/session.ts";
import { AvatarMenu } from "./account-menus.tsx";
import { FeedbackDot, InboxCount, useBell } from "./unread-marks.tsx";
import css from "./foot-ways.module.css";
import { usableIdentities } from "./rules.ts";

/** The ways in the bar at the foot of a phone (HO-04): at the same place on every page, the current one marked. */
export default function FootWays({
  path,
  searching,
  onSearch,
}: {
  path: string;
  searching: boolean;
  onSearch: () => void;
}) {
  const { user, identity, schools } = useSession((state) => state);
  const bell = useBell();
  const unread = useStore(feedbackUnread, unreadWords);
  const [, place = ""] = path.split("/");
  const at = (...places: string[]) =>
    !searching && places.includes(place) ? ("page" as const) : undefined;
  const mine = !searching && /^\/module\/profile/.test(path);
  return (
    <>
      <a
        className={css["way"]}
        href="#/home/index"
        aria-current={at("", "home", "customize-menus")}
      >
        <Face icon={HOUSE} name="首页" />
      </a>
      <a
        className={css["way"]}
        href="#/messages"
        aria-label={bell.label}
        aria-current={at("messages")}
      >
        <Face icon={BELL} name="消息" />
        <InboxCount className={css["mark"]} />
      </a>
      <button
        type="button"
        className={css["way"]}
        aria-current={searching ? "page" : at("search-result")}
        onClick={() => {
          // the press may open the keyboard only while it lasts
          flushSync(onSearch);
          document.querySelector<HTMLInputElement>(".sheet input")?.focus();
        }}
      >
        <Face icon="search" name="搜索" />
      </button>
      {user === null || identity === null ? (
        <span className={css["way"]} />
      ) : (
        <AvatarMenu
          user={user}
          identities={usableIdentities(user, identity, schools)}
          current={identity}
          foot={{
            label: unread === undefined ? "我的" : `我的，反馈${unread}`,
            isCurrent: mine,
            className: css["way"],
            face: (
              <>
                <Face icon={PERSON} name="我的" />
                <FeedbackDot className={css["mark"]} />
              </>
            ),
          }}
        />
      )}
    </>
  );
}

function Face({ icon, name }: { icon: IconName; name: string }) {
  return (
    <>
      <Icon name={icon} size={24} />
      <span>{name}</span>
    </>
  );
}
